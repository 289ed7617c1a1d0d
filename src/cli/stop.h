/* SPDX-License-Identifier: MIT
 *
 * stop.h - Ctrl-C, SIGTERM and a terminal that closes: a command that measures ends
 * what it does and keeps what it has.
 */
#ifndef AISP_STOP_H
#define AISP_STOP_H

#include <signal.h>

/*
 * Set by the first of these signals; a second one of the same kind kills.  SIGHUP stays
 * ignored where it is, as under nohup.
 */
const volatile sig_atomic_t *stop_flag(void);

/*
 * Who was stopped and has not finished with status 0 ends by that signal, so that a
 * shell sees 128 and its number, and leaves the loop around the command at Ctrl-C.
 */
void stop_end(int status);

#endif
