/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "hostload.h"
#include "quiet.h"

#define WINDOW_MS  1000
#define QUIET_CPUS 0.05

int aisp_wait_quiet(double limit_s, const volatile sig_atomic_t *is_stopped,
		    void (*say)(void *arg, const char *text), void *arg,
		    struct aisp_err *err)
{
	double n_cpus = (double)sysconf(_SC_NPROCESSORS_ONLN);
	int64_t start_ns = aisp_now_ns();
	bool has_said = false;

	for (;;) {
		struct aisp_host_load load;
		char text[160];

		if (aisp_host_load_sample(&load, WINDOW_MS, err))
			return -1;
		if (load.others * n_cpus < QUIET_CPUS)
			return 0;
		snprintf(text, sizeof(text),
			 "others use %.1f of %.0f CPUs, most of it %s",
			 load.others * n_cpus, n_cpus, load.busiest);
		if (*is_stopped)
			return aisp_err_set(err, "stopped while %s", text);
		if ((double)(aisp_now_ns() - start_ns) > 1e9 * limit_s) {
			aisp_err_set(err, "after %.3g s %s", limit_s, text);
			return 1;
		}
		if (!has_said)
			say(arg, text);
		has_said = true;
	}
}
