/* SPDX-License-Identifier: MIT
 *
 * each_task.h - the threads that a process has now.
 */
#ifndef AISP_EACH_TASK_H
#define AISP_EACH_TASK_H

#include <sys/types.h>

/* Calls visit() with "/proc/PID/task/TID" of each; never if the process is gone. */
void aisp_each_task(pid_t pid, void (*visit)(const char *task, void *arg), void *arg);

#endif
