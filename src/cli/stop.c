/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "base/exit_status.h"
#include "stop.h"

static volatile sig_atomic_t signal_seen; /* written by the signal handler */

static void on_stop(int signo)
{
	signal_seen = signo;
}

const volatile sig_atomic_t *stop_flag(void)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction sa = { .sa_handler = on_stop,
				.sa_flags = (int)SA_RESETHAND | SA_RESTART },
			 old;

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
