/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "stop.h"

/* The step may be a block of long launches, which takes a minute. */
#define STOPPING "aisp: stopping after the current step; "

static volatile sig_atomic_t signal_seen; /* written by the signal handler */
static pid_t owner;  /* children that inherit the handler say nothing */
static bool is_line; /* a line of progress may stand on the terminal */

static void tell(int signo)
{
	static const char on_key[] =
		"\n" STOPPING "press Ctrl-C again to stop at once\n";
	static const char on_signal[] = "\n" STOPPING "the same signal again stops it "
					"at once\n";
	const char *text = (signo == SIGINT ? on_key : on_signal) + !is_line;
	ssize_t n = write(STDERR_FILENO, text, strlen(text));

	(void)n; /* the terminal may be closed */
}

static void on_stop(int signo)
{
	const int saved = errno;

	if (!signal_seen && getpid() == owner)
		tell(signo);
	signal_seen = signo;
	errno = saved;
}

const volatile sig_atomic_t *stop_flag(void)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction sa = { .sa_handler = on_stop,
				.sa_flags = (int)SA_RESETHAND | SA_RESTART },
			 old;

	owner = getpid();
	is_line = isatty(STDERR_FILENO);
	for (size_t i = 0; i < sizeof(signals) / sizeof(*signals); i++)
		if (signals[i] != SIGHUP || sigaction(SIGHUP, NULL, &old) ||
		    old.sa_handler != SIG_IGN)
			sigaction(signals[i], &sa, NULL);
	return &signal_seen;
}

void stop_end(int status)
{
	if (!signal_seen || status == AISP_EXIT_OK)
		return;
	fflush(NULL);
	signal(signal_seen, SIG_DFL);
	raise(signal_seen);
}
