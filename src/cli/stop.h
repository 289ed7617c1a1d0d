/* SPDX-License-Identifier: MIT
 *
 * stop.h - Ctrl-C, SIGTERM and a closed terminal: a measuring command ends its work and
 * keeps its results.
 */
#ifndef AISP_STOP_H
#define AISP_STOP_H

#include <signal.h>

/*
 * Set by the first of these signals, which is answered at once on standard error, by
 * the calling process alone; a second one of the same kind kills.  An ignored SIGHUP
 * stays ignored, as under nohup.
 */
const volatile sig_atomic_t *stop_flag(void);

/*
 * A stopped command whose status is not 0 ends by that signal, so that a shell sees 128
 * plus its number, and Ctrl-C ends a loop around the command.
 */
void stop_end(int status);

#endif
