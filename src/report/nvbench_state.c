/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/stats.h"
#include "device/device.h"
#include "nvbench_state.h"

static void put(struct aisp_summary *s, int *n, const char *tag, const char *name,
		const char *hint, double value)
{
	if (!isfinite(value))
		return;
	snprintf(s[*n].tag, sizeof(s[*n].tag), "%s", tag);
	s[*n].name = name;
	s[*n].hint = hint;
	s[*n].value = value;
	++*n;
}

/* "nv/cold/time/gpu/mean", or its like for a CPU. */
static void put_time(struct aisp_summary *s, int *n, const char *tag_of_time,
		     const char *what, const char *name, const char *hint, double value)
{
	char tag[64];

	snprintf(tag, sizeof(tag), "%s/%s", tag_of_time, what);
	put(s, n, tag, name, hint, value);
}

static const struct aisp_nvbench_words *words_of(const char *device)
{
	const struct aisp_device_kind *kind = aisp_device_named(device);

	return kind ? &kind->nvbench : &aisp_device_cpu.nvbench;
}

int aisp_summaries_compute(struct aisp_summary s[AISP_MAX_SUMMARIES],
			   const struct aisp_run_arm *arm)
{
	const struct aisp_nvbench_words *words = words_of(arm->device);
	int n_launches, n = 0;
	double *ns = aisp_arm_medians(arm, &n_launches);
	double mean = aisp_mean(ns, n_launches), sd = aisp_sd(ns, n_launches);
	char tag[64];

	if (!ns)
		return -1;
	snprintf(tag, sizeof(tag), "%s/sample_size", words->prefix);
	put(s, &n, tag, "Samples", "sample_size", n_launches);
	put_time(s, &n, words->time_tag, "mean", words->time_name, "duration",
		 mean / 1e9);
	put_time(s, &n, words->time_tag, "stdev/relative", "Noise", "percentage",
		 sd / mean);
	put_time(s, &n, words->time_tag, "min", "Min Time", "duration",
		 aisp_quantile(ns, n_launches, 0) / 1e9);
	put_time(s, &n, words->time_tag, "median", "Median Time", "duration",
		 arm->median_ns / 1e9);
	put_time(s, &n, words->time_tag, "max", "Max Time", "duration",
		 aisp_quantile(ns, n_launches, 1) / 1e9);
	snprintf(tag, sizeof(tag), "%s/bw/global/bytes_per_second", words->prefix);
	put(s, &n, tag, "GlobalMem BW", "byte_rate", 1e9 * arm->gb_per_s);
	put(s, &n, "aisp/flop_per_second", "FLOP/s", "item_rate",
	    1e9 * arm->gflop_per_s);
	put(s, &n, "aisp/speed_of_light", "Of limit", "percentage", arm->sol.fraction);
	free(ns);
	return n;
}

static bool is_first_of_device(const struct aisp_run *run, int i)
{
	for (int k = 0; k < i; k++)
		if (!strcmp(run->arms[k].device, run->arms[i].device))
			return false;
	return true;
}

int aisp_device_number(const struct aisp_run *run, const struct aisp_run_arm *arm)
{
	int index = 0;

	for (int i = 0; strcmp(run->arms[i].device, arm->device) != 0; i++)
		index += is_first_of_device(run, i);
	return index;
}

const char *aisp_device_label(const struct aisp_run *run, const char *device)
{
	const char *model = run->machine.hardware.cpu_model;

	return !strcmp(device, "cpu") && *model ? model : device;
}

bool aisp_is_first_of_target(const struct aisp_run *run, int i)
{
	for (int k = 0; k < i; k++)
		if (!strcmp(run->results[k].target, run->results[i].target))
			return false;
	return true;
}
