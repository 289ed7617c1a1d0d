/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/field.h"
#include "base/hash.h"
#include "group_checkpoint.h"
#include "store/checkpoint.h"

static json_t *since(const json_t *array, size_t from)
{
	json_t *part = json_array();

	for (size_t i = from; i < json_array_size(array); i++)
		json_array_append(part, json_array_get(array, i));
	return part;
}

/* If it cannot be saved, as on a full disk, the run goes on. */
void aisp_group_checkpoint_save(const struct aisp_suite *s, struct aisp_suite_result *r,
				const struct aisp_group *g, size_t first_result)
{
	const struct aisp_bias *b = &g->bias;
	json_t *kept;

	if (!s->live || !g->limits || g->is_cut || r->n_kept != g->position)
		return;
	kept = json_pack("{so so sI sb s{so so so so}}", "arms",
			 since(r->record.arms, (size_t)g->first_arm), "results",
			 since(r->record.results, first_result), "layers",
			 (json_int_t)r->layers, "is_spin", g->is_spin, "bias",
			 "ring_ns", aisp_number_json(b->ring_ns), "call_ns",
			 aisp_number_json(b->call_ns), "residual_ns",
			 aisp_number_json(b->residual_ns), "event_ns",
			 aisp_number_json(b->event_ns));
	if (kept && !aisp_checkpoint_put(s->live, g->position, kept, NULL)) {
		r->n_kept++;
		json_array_append(r->kept, kept);
	}
	json_decref(kept);
}

/* The arms must be the ones that were measured. */
static int check_kept(const struct aisp_group *g, const json_t *arms,
		      struct aisp_err *err)
{
	if ((int)json_array_size(arms) != g->n_arms)
		return aisp_err_usage(
			err, "--resume: %s:%s had %zu variants and has %d now",
			g->chapter, g->workload, json_array_size(arms), g->n_arms);
	for (int i = 0; i < g->n_arms; i++) {
		const json_t *arm = json_array_get(arms, (size_t)i);
		char hash[65] = "";

		aisp_hash_file(g->arms[i].object, hash, NULL);
		if (strcmp(aisp_field_text(arm, "variant"), g->arms[i].name) != 0 ||
		    strcmp(aisp_field_text(arm, "hash"), hash) != 0)
			return aisp_err_usage(
				err,
				"--resume: %s is another object than the one that was "
				"measured; run the command anew",
				g->arms[i].name);
	}
	return 0;
}

static void take_over(struct aisp_suite_result *r, const json_t *kept)
{
	const json_t *bias = json_object_get(kept, "bias");

	json_array_extend(r->record.arms, json_object_get(kept, "arms"));
	json_array_extend(r->record.results, json_object_get(kept, "results"));
	r->layers &= (uint32_t)aisp_field_number(kept, "layers");
	r->is_spin = json_is_true(json_object_get(kept, "is_spin"));
	r->bias.ring_ns = aisp_field_number(bias, "ring_ns");
	r->bias.call_ns = aisp_field_number(bias, "call_ns");
	r->bias.residual_ns = aisp_field_number(bias, "residual_ns");
	r->bias.event_ns = aisp_field_number(bias, "event_ns");
	json_array_append(r->kept, (json_t *)kept);
	r->n_done++;
	r->n_kept++;
}

int aisp_group_checkpoint_restore(struct aisp_suite_result *r,
				  const struct aisp_group *g, const json_t *kept,
				  struct aisp_err *err)
{
	if (check_kept(g, json_object_get(kept, "arms"), err))
		return -1;
	take_over(r, kept);
	return 0;
}
