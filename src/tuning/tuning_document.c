/* SPDX-License-Identifier: MIT
 *
 * tuning_document.c - the results of a search: result.json and the winner's source.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "base/hash.h"
#include "tuning_parts.h"

static json_t *point_json(const struct tuning *t, int point)
{
	json_t *o;

	if (point < 0)
		return json_null();
	o = json_object();
	for (int i = 0; i < t->space.n_params; i++)
		json_object_set_new(
			o, t->space.param[i].name,
			json_integer(aisp_space_value(&t->space, point, i)));
	return o;
}

static json_t *candidate_json(const struct tuning *t, int i)
{
	const struct aisp_tune_candidate *c = &t->history.candidates[i];
	char cause[400];

	aisp_tune_cause(&t->history, &t->plan, i, cause, sizeof(cause));
	return json_pack("{si so ss so ss ss ss}", "candidate", i, "point",
			 point_json(t, c->point), "fate", aisp_tune_fate_name(c->fate),
			 "screened", aisp_number_json(c->ratio), "cause", cause,
			 "checks", c->checks, "why", c->why);
}

static json_t *candidates_json(const struct tuning *t)
{
	json_t *list = json_array();

	for (int i = 0; i < t->history.n_candidates; i++)
		json_array_append_new(list, candidate_json(t, i));
	return list;
}

static json_t *finals_json(const struct tuning *t, int candidate)
{
	json_t *list = json_array();

	for (int i = 0; candidate >= 0 && i < t->space.n_sizes; i++) {
		const struct aisp_tune_record *r =
			aisp_tune_find_final(&t->history, candidate, i);
		char size[400];

		if (!r)
			continue;
		aisp_space_size_text(&t->space.size[i], size, sizeof(size));
		json_array_append_new(
			list,
			json_pack("{ss sb ss so s[oo] ss}", "size", size, "is_searched",
				  i == 0, "verdict", aisp_word_name(r->verdict),
				  "ratio", aisp_number_json(r->ratio), "ratio_ci",
				  aisp_number_json(r->ratio_ci[0]),
				  aisp_number_json(r->ratio_ci[1]), "seed", r->seed));
	}
	return list;
}

json_t *tuning_document(const struct tuning *t)
{
	const struct aisp_tune_history *h = &t->history;
	const struct aisp_tune_outcome o = aisp_tune_outcome(h, &t->plan);
	json_t *winner = o.winner < 0 ? json_null() : json_integer(o.winner);

	return json_pack("{si ss ss ss ss si si so ss ss so ss so so so so}", "schema",
			 1, "target", t->search.target, "proposer", t->search.proposer,
			 "seed", t->search.seed, "folder", t->folder, "points",
			 t->space.n_feasible, "proposed", h->n_candidates,
			 "candidates_per_minute",
			 aisp_number_json(aisp_tune_per_minute(h)), "ended",
			 aisp_tune_end_name(h->end), "ended_why", h->end_why, "winner",
			 winner, "why", o.why, "screened", aisp_number_json(o.screened),
			 "final", aisp_number_json(o.final), "finals",
			 finals_json(t, o.last), "candidates", candidates_json(t));
}

static int save_winner(const struct tuning *t, int winner, struct aisp_err *err)
{
	char from[TUNING_MAX_PATH], to[TUNING_MAX_PATH], *source, hash[65];
	int rc;

	tuning_candidate_path(t, winner, from, sizeof(from));
	snprintf(to, sizeof(to), "%s/optimized_%s_tuned%s", t->folder, t->search.pair,
		 t->search.extension);
	source = tuning_read_file(from, 1 << 20, err);
	if (source)
		aisp_hash_text(source, hash);
	if (source && strcmp(hash, t->history.candidates[winner].sha256) != 0)
		rc = aisp_err_broken(err,
				     "%.400s was edited: it is not the source that "
				     "was judged; begin a new search",
				     from);
	else
		rc = source ? tuning_write_file(to, source, err) : -1;
	free(source);
	return rc;
}

int tuning_save(struct tuning *t, struct aisp_err *err)
{
	const struct aisp_tune_outcome o = aisp_tune_outcome(&t->history, &t->plan);
	json_t *document = tuning_document(t);
	char *text = document ? json_dumps(document, JSON_INDENT(1)) : NULL;
	char path[TUNING_MAX_PATH];
	int rc;

	snprintf(path, sizeof(path), "%s/result.json", t->folder);
	rc = text ? tuning_write_file(path, text, err)
		  : aisp_err_set(err, "out of memory");
	free(text);
	json_decref(document);
	return rc || (o.winner >= 0 && save_winner(t, o.winner, err)) ? -1 : 0;
}
