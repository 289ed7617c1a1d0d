/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "gpu_hw.h"

static json_t *text_or_null(const char *s)
{
	return s[0] ? json_string(s) : json_null();
}

static json_t *count_or_null(int64_t n)
{
	return n < 0 ? json_null() : json_integer(n);
}

static json_t *number_or_null(double x)
{
	return isfinite(x) ? json_real(x) : json_null();
}

static json_t *switch_or_null(int on)
{
	return on < 0 ? json_null() : json_boolean(on);
}

static json_t *version_or_null(int n, int unit)
{
	return n <= 0 ? json_null()
		      : json_sprintf("%d.%d", n / unit, n % unit * 10 / unit);
}

static json_t *processes_json(const struct aisp_gpu_state *s)
{
	json_t *list = s->n_processes < 0 ? json_null() : json_array();

	for (int i = 0; i < s->n_processes; i++) {
		const struct aisp_gpu_process *p = &s->processes[i];

		json_array_append_new(
			list, json_pack("{s:i, s:o, s:o}", "pid", (int)p->pid, "name",
					text_or_null(p->name), "memory_bytes",
					count_or_null(p->memory_bytes)));
	}
	return list;
}

static json_t *state_json(const struct aisp_gpu_state *s)
{
	char words[160];

	aisp_gpu_reasons_format(s->reasons, words, sizeof(words));
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:s, s:o}", "sm_mhz",
			 number_or_null(s->sm_mhz), "memory_mhz",
			 number_or_null(s->memory_mhz), "power_w",
			 number_or_null(s->power_w), "temperature_c",
			 number_or_null(s->temperature_c), "clock_reasons",
			 count_or_null(s->reasons), "clock_reasons_text", words,
			 "processes", processes_json(s));
}

static json_t *features_json(const struct aisp_gpu_hw *gpu)
{
	json_t *j = json_object();

	for (int k = 0; k < AISP_N_GPU_FEATURES; k++)
		json_object_set_new(
			j, aisp_gpu_feature_name((enum aisp_gpu_feature)k),
			switch_or_null(aisp_gpu_has(gpu, (enum aisp_gpu_feature)k)));
	return j;
}

static json_t *gpu_json(const struct aisp_gpu_hw *gpu, int index)
{
	json_t *j = json_pack(
		"{s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "index",
		index, "why", text_or_null(gpu->why), "name", text_or_null(gpu->name),
		"uuid", text_or_null(gpu->uuid), "bus_id", text_or_null(gpu->bus_id),
		"minor", count_or_null(gpu->minor), "compute_capability",
		version_or_null(gpu->capability, 10), "sms", count_or_null(gpu->n_sms),
		"l2_bytes", count_or_null(gpu->l2_bytes), "memory_bytes",
		count_or_null(gpu->memory_bytes), "memory_used_bytes",
		count_or_null(gpu->used_bytes));
	json_t *more = json_pack(
		"{s:o, s:o, s:o, s:o, s:o, s:o, s:s, s:o, s:o, s:o, s:o, s:o, "
		"s:o, s:i, s:i, s:o, s:o}",
		"sm_max_mhz", number_or_null(gpu->sm_max_mhz), "memory_max_mhz",
		number_or_null(gpu->memory_max_mhz), "power_limit_w",
		number_or_null(gpu->power_limit_w), "ecc", switch_or_null(gpu->ecc),
		"mig", switch_or_null(gpu->mig), "persistence",
		switch_or_null(gpu->persistence), "compute_mode",
		aisp_gpu_compute_mode_name(gpu->compute_mode), "pcie_generation",
		count_or_null(gpu->pcie_gen), "pcie_width",
		count_or_null(gpu->pcie_width), "pcie_max_generation",
		count_or_null(gpu->pcie_max_gen), "pcie_max_width",
		count_or_null(gpu->pcie_max_width), "cpus", text_or_null(gpu->cpus),
		"numa_nodes", text_or_null(gpu->nodes), "nvlinks", gpu->n_links,
		"nvlinks_to_switch", gpu->n_switch, "features", features_json(gpu),
		"state", state_json(&gpu->state));

	json_object_update(j, more);
	json_decref(more);
	return j;
}

/* One entry for each pair, the lower index first. */
static json_t *pairs_json(const struct aisp_gpus *g)
{
	json_t *list = json_array();

	for (int i = 0; i < g->n; i++)
		for (int k = i + 1; k < g->n; k++) {
			const struct aisp_gpu_pair *p = &g->pair[i][k];
			char link[16];

			aisp_gpu_pair_format(p, link);
			json_array_append_new(
				list,
				json_pack("{s:[i,i], s:s, s:i, s:o}", "gpus", i, k,
					  "link", link, "nvlinks", p->n_links,
					  "peer_access", switch_or_null(p->access)));
		}
	return list;
}

json_t *aisp_gpus_json(const struct aisp_gpus *g)
{
	json_t *list = json_array();

	for (int i = 0; i < g->n; i++)
		json_array_append_new(list, gpu_json(&g->gpu[i], i));
	return json_pack("{s:o, s:o, s:o, s:o, s:o}", "why", text_or_null(g->why),
			 "driver", text_or_null(g->driver), "cuda_driver",
			 version_or_null(g->cuda_version, 1000), "devices", list,
			 "pairs", pairs_json(g));
}
