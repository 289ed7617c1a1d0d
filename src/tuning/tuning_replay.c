/* SPDX-License-Identifier: MIT
 *
 * tuning_replay.c - what each strategy would have found in parts of a completely
 * screened space, over many seeds.
 */
#include <math.h>

#include "base/field.h"
#include "base/stats.h"
#include "tune/replay.h"
#include "tuning_parts.h"

#define N_SEEDS    100
#define CONFIDENCE 0.95

enum { N_SHARES = 2, MAX_PROPOSERS = 8 };
static const double shares[N_SHARES] = { 0.05, 0.2 };

/* Fractions of the best, over the seeds. */
struct found {
	double median, mean, low, high, least;
};

static int replay_seeds(struct found *o, const struct tuning *t,
			const struct aisp_tune_known *k, const struct aisp_proposer *s,
			int budget, struct aisp_err *err)
{
	struct aisp_tune_plan plan = t->plan;
	double fraction[N_SEEDS];
	struct aisp_interval in;

	*o = (struct found){ .least = 1 };
	plan.budget = budget;
	for (int i = 0; i < N_SEEDS; i++) {
		plan.seed = (uint64_t)i + 1;
		if (*t->is_stopped)
			return aisp_err_set(err, "interrupted");
		if (aisp_tune_replay(k, s, &plan, &fraction[i], err))
			return -1;
		o->least = fmin(o->least, fraction[i]);
	}
	in = aisp_mean_interval(fraction, N_SEEDS, CONFIDENCE);
	o->median = aisp_median(fraction, N_SEEDS);
	o->mean = aisp_mean(fraction, N_SEEDS);
	o->low = fmax(0, in.lo);
	o->high = fmin(1, in.hi);
	return 0;
}

static int replay_all(struct found found[MAX_PROPOSERS][N_SHARES],
		      const struct tuning *t, const struct aisp_tune_known *k,
		      struct aisp_err *err)
{
	for (int i = 0; aisp_proposers[i]; i++)
		for (int j = 0; j < N_SHARES; j++)
			if (replay_seeds(&found[i][j], t, k, aisp_proposers[i],
					 aisp_tune_known_part(k, shares[j]), err))
				return -1;
	return 0;
}

static void print_head(const struct tuning *t, const struct aisp_tune_known *k, FILE *f)
{
	double per_minute = aisp_tune_per_minute(&t->history);
	char point[600], head[40];

	aisp_space_point_text(&t->space, t->history.candidates[k->best].point, point,
			      sizeof(point));
	fprintf(f, "%s: %d points on record, the best %.3fx: candidate %d, %s\n",
		t->search.target, t->space.n_feasible, k->most, k->best, point);
	if (per_minute > 0)
		fprintf(f, "screened: %.1f candidates a minute, with compiling\n",
			per_minute);
	fprintf(f,
		"fraction of the best after a part of the points, %d seeds: median, "
		"mean [%.0f %% interval], least\n%-10s",
		N_SEEDS, 100 * CONFIDENCE, "proposer");
	for (int i = 0; i < N_SHARES; i++) {
		snprintf(head, sizeof(head), "%.0f %%: %d candidates", 100 * shares[i],
			 aisp_tune_known_part(k, shares[i]));
		fprintf(f, "  %-*s", i + 1 < N_SHARES ? 34 : 0, head);
	}
	fputc('\n', f);
}

static void print_text(const struct found found[MAX_PROPOSERS][N_SHARES],
		       const struct tuning *t, const struct aisp_tune_known *k, FILE *f)
{
	print_head(t, k, f);
	for (int i = 0; aisp_proposers[i]; i++) {
		fprintf(f, "%-10s", aisp_proposers[i]->name);
		for (int j = 0; j < N_SHARES; j++)
			fprintf(f, "  %.3f, %.3f [%.3f, %.3f], %.3f",
				found[i][j].median, found[i][j].mean, found[i][j].low,
				found[i][j].high, found[i][j].least);
		fputc('\n', f);
	}
}

static json_t *parts_json(const struct found *o, const struct aisp_tune_known *k)
{
	json_t *list = json_array();

	for (int i = 0; i < N_SHARES; i++)
		json_array_append_new(list,
				      json_pack("{sf si sf sf s[ff] sf}", "share",
						shares[i], "candidates",
						aisp_tune_known_part(k, shares[i]),
						"median", o[i].median, "fraction",
						o[i].mean, "fraction_ci", o[i].low,
						o[i].high, "least", o[i].least));
	return list;
}

static json_t *document(const struct found found[MAX_PROPOSERS][N_SHARES],
			const struct tuning *t, const struct aisp_tune_known *k)
{
	json_t *list = json_array();

	for (int i = 0; aisp_proposers[i]; i++)
		json_array_append_new(list, json_pack("{ss so}", "proposer",
						      aisp_proposers[i]->name, "parts",
						      parts_json(found[i], k)));
	return json_pack(
		"{si ss si so si sf si so}", "schema", 1, "target", t->search.target,
		"points", t->space.n_feasible, "candidates_per_minute",
		aisp_number_json(aisp_tune_per_minute(&t->history)), "best", k->best,
		"ratio", k->most, "seeds", N_SEEDS, "proposers", list);
}

static int print_json(json_t *o, FILE *f, struct aisp_err *err)
{
	int rc = o ? json_dumpf(o, f, JSON_INDENT(1)) : -1;

	fputc('\n', f);
	json_decref(o);
	return rc ? aisp_err_set(err, "the document could not be written") : 0;
}

int tuning_replay(const struct tuning *t, bool is_json, FILE *f, struct aisp_err *err)
{
	struct found found[MAX_PROPOSERS][N_SHARES] = { 0 };
	struct aisp_tune_known k;
	int rc;

	if (aisp_tune_known_read(&k, &t->history, err))
		return -1;
	rc = replay_all(found, t, &k, err);
	if (!rc && is_json)
		rc = print_json(document(found, t, &k), f, err);
	else if (!rc)
		print_text(found, t, &k, f);
	aisp_tune_known_release(&k);
	return rc;
}
