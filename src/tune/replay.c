/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "replay.h"

static bool has_lived(const struct aisp_tune_candidate *c)
{
	return c->fate == AISP_TUNE_ALIVE && c->ratio > 0;
}

/* Was it screened for as long as asked, or until it died? */
static bool is_settled(const struct aisp_tune_candidate *c)
{
	return c->pairs > 0 && !c->wanted_pairs;
}

/* Counts the known points, and finds the best. */
static int note_all(struct aisp_tune_known *k, const struct aisp_tune_history *h)
{
	int n = 0;

	for (int i = 0; i < h->n_candidates; i++) {
		const struct aisp_tune_candidate *c = &h->candidates[i];

		if (c->point < 0 || !k->space->is_feasible[c->point] ||
		    k->at[c->point] || !is_settled(c))
			continue;
		k->at[c->point] = c;
		n++;
		if (!has_lived(c) || c->ratio <= k->most)
			continue;
		k->best = i;
		k->most = c->ratio;
	}
	return n;
}

int aisp_tune_known_read(struct aisp_tune_known *k, const struct aisp_tune_history *h,
			 struct aisp_err *err)
{
	int n;

	*k = (struct aisp_tune_known){ .space = h->space, .best = -1 };
	k->at = calloc((size_t)h->space->n_points, sizeof(void *));
	if (!k->at)
		return aisp_err_set(err, "out of memory");
	n = note_all(k, h);
	if (n == h->space->n_feasible && k->best >= 0)
		return 0;
	aisp_tune_known_release(k);
	if (n == h->space->n_feasible)
		return aisp_err_usage(err, "no point on record has a ratio");
	return aisp_err_usage(err,
			      "%d of %d points are on record; record all: --proposer "
			      "exhaustive --budget %d",
			      n, h->space->n_feasible, h->space->n_feasible);
}

void aisp_tune_known_release(struct aisp_tune_known *k)
{
	free(k->at);
	k->at = NULL;
}

int aisp_tune_known_part(const struct aisp_tune_known *k, double share)
{
	return (int)fmax(1, ceil(share * k->space->n_feasible));
}

static int add(struct aisp_tune_history *h, const struct aisp_tune_record *r,
	       struct aisp_err *err)
{
	return aisp_tune_history_add(h, aisp_tune_record_json(r, h->space), err);
}

/* Adds what was proposed, with its recorded result. */
static int screen(struct aisp_tune_history *h, const struct aisp_tune_proposal *p,
		  const struct aisp_tune_candidate *known, struct aisp_err *err)
{
	const struct aisp_tune_candidate *c = aisp_tune_find_point(h, p->point);
	struct aisp_tune_record r = aisp_tune_record_new(AISP_TUNE_PROPOSED);

	r.candidate = c ? c->id : h->n_candidates;
	r.point = p->point;
	r.pairs = p->pairs;
	r.note = p->note;
	if (add(h, &r, err))
		return -1;
	r.event = AISP_TUNE_SCREENED;
	r.fate = known->fate;
	r.ratio = known->ratio;
	return add(h, &r, err);
}

static double best_of(const struct aisp_tune_history *h)
{
	double best = 0;

	for (int i = 0; i < h->n_candidates; i++)
		if (has_lived(&h->candidates[i]))
			best = fmax(best, h->candidates[i].ratio);
	return best;
}

int aisp_tune_replay(const struct aisp_tune_known *k, const struct aisp_proposer *s,
		     const struct aisp_tune_plan *p, double *fraction,
		     struct aisp_err *err)
{
	struct aisp_tune_proposal out[AISP_TUNE_BATCH];
	struct aisp_tune_history h;
	int n, rc = 0;

	aisp_tune_history_init(&h, k->space);
	while (!rc && (n = s->next(&h, p, out)) > 0)
		for (int i = 0; i < n && !rc; i++)
			rc = screen(&h, &out[i], k->at[out[i].point], err);
	*fraction = best_of(&h) / k->most;
	aisp_tune_history_release(&h);
	return rc;
}
