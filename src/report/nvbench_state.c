/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "base/stats.h"
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
static void put_time(struct aisp_summary *s, int *n, int is_gpu, const char *what,
		     const char *name, const char *hint, double value)
{
	char tag[64];

	snprintf(tag, sizeof(tag), "%s/%s",
		 is_gpu ? "nv/cold/time/gpu" : "nv/cpu_only/time/cpu", what);
	put(s, n, tag, name, hint, value);
}

int aisp_summaries_compute(struct aisp_summary s[AISP_MAX_SUMMARIES], const json_t *arm)
{
	int is_gpu = !strcmp(aisp_field_text(arm, "device"), "cuda");
	const char *prefix = is_gpu ? "nv/cold" : "nv/cpu_only";
	int n_launches, n = 0;
	double *ns = aisp_arm_medians(arm, &n_launches);
	double mean = aisp_mean(ns, n_launches), sd = aisp_sd(ns, n_launches);
	char tag[64];

	if (!ns)
		return -1;
	snprintf(tag, sizeof(tag), "%s/sample_size", prefix);
	put(s, &n, tag, "Samples", "sample_size", n_launches);
	put_time(s, &n, is_gpu, "mean", is_gpu ? "GPU Time" : "CPU Time", "duration",
		 mean / 1e9);
	put_time(s, &n, is_gpu, "stdev/relative", "Noise", "percentage", sd / mean);
	put_time(s, &n, is_gpu, "min", "Min Time", "duration",
		 aisp_quantile(ns, n_launches, 0) / 1e9);
	put_time(s, &n, is_gpu, "median", "Median Time", "duration",
		 aisp_field_number(arm, "median_ns") / 1e9);
	put_time(s, &n, is_gpu, "max", "Max Time", "duration",
		 aisp_quantile(ns, n_launches, 1) / 1e9);
	snprintf(tag, sizeof(tag), "%s/bw/global/bytes_per_second", prefix);
	put(s, &n, tag, "GlobalMem BW", "byte_rate",
	    1e9 * aisp_field_number(arm, "gb_per_s"));
	put(s, &n, "aisp/flop_per_second", "FLOP/s", "item_rate",
	    1e9 * aisp_field_number(arm, "gflop_per_s"));
	put(s, &n, "aisp/speed_of_light", "Of limit", "percentage",
	    aisp_field_number(json_object_get(arm, "sol"), "fraction"));
	free(ns);
	return n;
}

int aisp_device_number(const json_t *results, const json_t *arm)
{
	const json_t *arms = json_object_get(results, "arms");
	const char *device = aisp_field_text(arm, "device");
	int index = 0;

	for (size_t i = 0; i < json_array_size(arms); i++) {
		const char *d = aisp_field_text(json_array_get(arms, i), "device");
		size_t first = 0;

		if (!strcmp(d, device))
			break;
		while (strcmp(aisp_field_text(json_array_get(arms, first), "device"),
			      d) != 0)
			first++;
		index += first == i;
	}
	return index;
}

const char *aisp_device_label(const json_t *manifest, const char *device)
{
	const char *model =
		aisp_field_text(json_object_get(manifest, "hardware"), "cpu_model");

	return !strcmp(device, "cpu") && *model ? model : device;
}

int aisp_is_first_of_target(const json_t *results, size_t i)
{
	const json_t *list = json_object_get(results, "results");
	const char *target = aisp_field_text(json_array_get(list, i), "target");

	for (size_t k = 0; k < i; k++)
		if (!strcmp(aisp_field_text(json_array_get(list, k), "target"), target))
			return 0;
	return 1;
}
