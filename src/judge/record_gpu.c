/* SPDX-License-Identifier: MIT
 *
 * record_gpu.c - an arm's times on a GPU, each on its own: from outside, by events, and
 * from CUPTI's trace of one call.
 */
#include <math.h>

#include "base/field.h"
#include "decide/median_fact.h"
#include "machine/gpu_state.h"
#include "record_gpu.h"

static void put(json_t *o, const char *name, double x)
{
	json_object_set_new(o, name, aisp_number_json(x));
}

/* The reasons for which the clocks were held down in any launch, in words. */
static json_t *reasons_json(const struct aisp_arm *a)
{
	int64_t reasons = -1;
	char text[200];

	for (int i = 0; i < a->n_launches; i++) {
		double mask = a->launches[i].evidence.gpu_reasons;

		if (!isnan(mask))
			reasons = (reasons < 0 ? 0 : reasons) | (int64_t)mask;
	}
	aisp_gpu_reasons_format(reasons, text, sizeof(text));
	return json_string(text);
}

json_t *aisp_record_gpu(const struct aisp_arm *a)
{
	double call_ns = aisp_median_fact(a, AISP_FACT_call_ns);
	double event_ns = aisp_median_fact(a, AISP_FACT_event_ns);
	json_t *o = json_object();

	put(o, "end_to_end_ns", call_ns);
	put(o, "event_ns", event_ns);
	put(o, "launch_overhead_ns", call_ns - event_ns);
	put(o, "trace_ns", aisp_median_fact(a, AISP_FACT_trace_ns));
	put(o, "cold_ns", aisp_median_fact(a, AISP_FACT_cold_ns));
	put(o, "hot_ns", aisp_median_fact(a, AISP_FACT_hot_ns));
	put(o, "n_kernels", aisp_median_fact(a, AISP_FACT_n_kernels));
	put(o, "sm_mhz", aisp_median_fact(a, AISP_FACT_sm_mhz));
	put(o, "power_w", aisp_median_fact(a, AISP_FACT_gpu_power_w));
	put(o, "celsius", aisp_median_fact(a, AISP_FACT_gpu_celsius));
	put(o, "energy_moves", aisp_median_fact(a, AISP_FACT_energy_moves));
	json_object_set_new(o, "clocks_held_by", reasons_json(a));
	if (!a->has_trace)
		json_object_set_new(o, "no_trace", json_string(a->no_trace));
	return o;
}
