/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "base/field.h"
#include "compile/walls.h"
#include "document.h"
#include "machine/peak.h"
#include "store/manifest.h"
#include "store/run.h"

double aisp_occasion_floor(const struct aisp_occasion *o)
{
	return o->has_noise ? o->noise.floor : NAN;
}

static json_t *layers(uint32_t bits)
{
	static const char *const names[AISP_N_LAYERS] = {
		[AISP_LAYER_NAMESPACES] = "namespaces",
		[AISP_LAYER_NO_CAPS] = "no_capabilities",
		[AISP_LAYER_LANDLOCK] = "landlock",
		[AISP_LAYER_SECCOMP] = "seccomp_loading",
		[AISP_LAYER_CONFINED] = "seccomp_timed",
		[AISP_LAYER_LIMITS] = "limits",
		[AISP_LAYER_READONLY] = "readonly_inputs",
		[AISP_LAYER_PLAN] = "sealed_plan"
	};
	json_t *o = json_object();

	for (int i = 0; i < AISP_N_LAYERS; i++)
		json_object_set_new(o, names[i], json_boolean(bits >> i & 1));
	return o;
}

static json_t *run_json(const struct aisp_suite *s, const struct aisp_suite_result *r,
			const struct aisp_occasion *o)
{
	char seed[33], grade[2] = { aisp_grade_letter(o->grading.grade), '\0' };

	aisp_seed_format(&s->seed, seed);
	return json_pack("{ss ss so sb ss ss s{ss sf sf sf so} so ss so so so}",
			 "started", o->started, "ended", o->ended, "command",
			 aisp_texts_json(o->argc, o->argv), "is_partial", o->is_partial,
			 "seed", seed, "preset", aisp_preset_name(s->preset),
			 "doorbell", "mode", r->is_spin ? "spin" : "futex", "bias_ns",
			 r->bias.ring_ns, "bias_per_call_ns", r->bias.call_ns,
			 "residual_ns", r->bias.residual_ns, "event_floor_ns",
			 aisp_number_json(r->bias.event_ns), "sandbox",
			 layers(r->layers), "grade", grade, "grade_why",
			 aisp_grading_why_json(&o->grading), "noise_floor",
			 aisp_number_json(aisp_occasion_floor(o)), "noise",
			 o->has_noise ? aisp_noise_json(&o->noise) : json_null());
}

json_t *aisp_document_results(const struct aisp_suite *s,
			      const struct aisp_suite_result *r,
			      const struct aisp_occasion *o, struct aisp_err *err)
{
	json_t *doc = json_pack("{si so sO sO}", "schema", AISP_RESULTS_SCHEMA, "run",
				run_json(s, r, o), "arms", r->record.arms, "results",
				r->record.results);

	if (!doc)
		aisp_err_set(err, "out of memory");
	return doc;
}

/* Which walls hold around a compiler here; they are tried now. */
static json_t *build_walls(const char *scratch)
{
	uint32_t held = scratch ? aisp_walls_probe(scratch) : 0;
	json_t *o = json_object();

	for (int i = 0; i < AISP_N_WALLS; i++)
		json_object_set_new(o, aisp_wall_name((enum aisp_wall)i),
				    json_boolean(held >> i & 1));
	return o;
}

json_t *aisp_document_manifest(const struct aisp_suite *s,
			       const struct aisp_occasion *o, struct aisp_err *err)
{
	json_t *m = aisp_manifest(s->paths->root, o->argc, o->argv, err);
	json_t *hw = m ? aisp_hw_json(err) : NULL;
	json_t *peaks = s->limits.peaks.cpu ? aisp_peaks_json(s->limits.peaks.cpu, err)
					    : json_null();

	json_t *gpu = s->limits.peaks.gpu
			      ? aisp_gpu_peaks_json(s->limits.peaks.gpu, err)
			      : json_null();

	if (!m || !hw || !peaks || !gpu || json_object_set(m, "hardware", hw) ||
	    json_object_set(m, "peaks", peaks) ||
	    json_object_set(m, "gpu_peaks", gpu)) {
		json_decref(m);
		m = NULL;
	}
	if (m && json_object_set_new(m, "build_walls", build_walls(s->scratch_dir))) {
		json_decref(m);
		m = NULL;
	}
	json_decref(hw);
	json_decref(peaks);
	json_decref(gpu);
	return m;
}
