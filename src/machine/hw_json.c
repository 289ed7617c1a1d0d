/* SPDX-License-Identifier: MIT */
#include "hw.h"

static json_t *text_or_null(const char *s)
{
	return s[0] ? json_string(s) : json_null();
}

static json_t *number_or_null(double x)
{
	return x > 0 ? json_real(x) : json_null();
}

static json_t *caches_json(const struct aisp_hw *hw)
{
	json_t *list = json_array();

	for (int i = 0; i < hw->n_caches; i++) {
		const struct aisp_cache *c = &hw->caches[i];
		const char *type = c->type == 'd'   ? "data"
				   : c->type == 'i' ? "instruction"
						    : "unified";

		json_array_append_new(list, json_pack("{s:i, s:s, s:I, s:i, s:i, s:i}",
						      "level", c->level, "type", type,
						      "bytes", (json_int_t)c->bytes,
						      "line_bytes", c->line_bytes,
						      "instances", c->n,
						      "cores_sharing", c->n_sharing));
	}
	return list;
}

static json_t *features_json(const struct aisp_hw *hw)
{
	json_t *list = json_array();

	for (int i = 0; i < hw->n_features; i++)
		json_array_append_new(list, json_string(hw->features[i]));
	return list;
}

static json_t *cgroup_json(const struct aisp_cgroup *cg)
{
	return json_pack(
		"{s:i, s:o, s:o, s:o, s:o}", "version", cg->version, "quota_cpus",
		number_or_null(cg->quota_cpus), "n_throttled",
		cg->n_throttled < 0 ? json_null() : json_integer(cg->n_throttled),
		"memory_bytes",
		cg->memory_bytes ? json_integer(cg->memory_bytes) : json_null(),
		"cpuset", text_or_null(cg->cpuset));
}

json_t *aisp_hw_to_json(const struct aisp_hw *hw, const struct aisp_gpus *gpus,
			struct aisp_err *err)
{
	json_t *j = json_pack(
		"{s:o, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:i, s:i, s:i, s:i, s:i, "
		"s:i, s:o, s:o, s:I, s:I, s:I, s:o, s:o}",
		"cpu_model", text_or_null(hw->cpu_model), "arch", hw->arch, "kernel",
		hw->kernel, "microcode", text_or_null(hw->microcode), "hypervisor",
		text_or_null(hw->hypervisor), "clocksource",
		text_or_null(hw->clocksource), "thp", text_or_null(hw->thp),
		"thp_defrag", text_or_null(hw->thp_defrag), "cpus_present",
		hw->n_present, "cpus_online", hw->n_online, "packages", hw->n_packages,
		"numa_nodes", hw->n_numa, "cores", hw->n_cores, "threads",
		hw->n_threads, "caches", caches_json(hw), "features", features_json(hw),
		"memory_bytes", (json_int_t)hw->memory_bytes, "page_bytes",
		(json_int_t)hw->page_bytes, "huge_page_bytes",
		(json_int_t)hw->huge_page_bytes, "cgroup", cgroup_json(&hw->cgroup),
		"gpu", aisp_gpus_json(gpus));

	if (!j)
		aisp_err_set(err, "describe the machine as JSON: out of memory");
	return j;
}

json_t *aisp_hw_json(struct aisp_err *err)
{
	struct aisp_gpus gpus;
	struct aisp_hw hw;

	if (aisp_hw_read(&hw, err))
		return NULL;
	aisp_gpus_read(&gpus);
	return aisp_hw_to_json(&hw, &gpus, err);
}
