/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>

#include "race.h"

/* Was it screened, and not slower than the baseline as far as that shows? */
static bool is_fit(const struct aisp_tune_candidate *c)
{
	return c->fate == AISP_TUNE_ALIVE && c->ratio > 1;
}

/* The best by screening that is not in `taken`; -1: none is left. */
static int best_of_rest(const struct aisp_tune_history *h, const int *taken, int n)
{
	int best = -1;

	for (int i = 0; i < h->n_candidates; i++) {
		bool is_taken = false;

		for (int k = 0; k < n; k++)
			is_taken |= taken[k] == i;
		if (!is_taken && is_fit(&h->candidates[i]) &&
		    (best < 0 || h->candidates[i].ratio > h->candidates[best].ratio))
			best = i;
	}
	return best;
}

static int finalists(const struct aisp_tune_history *h, const struct aisp_tune_plan *p,
		     int *out)
{
	int n = 0, best;

	while (n < p->n_finalists && (best = best_of_rest(h, out, n)) >= 0)
		out[n++] = best;
	return n;
}

/* Finds the first race that was not run yet; if all were, *incumbent is the winner. */
static bool find_race(const struct aisp_tune_history *h, const struct aisp_tune_plan *p,
		      int *challenger, int *incumbent)
{
	int racers[AISP_TUNE_MAX_FINALISTS], n = finalists(h, p, racers);

	*incumbent = n ? racers[0] : -1;
	for (int i = 1; i < n; i++) {
		const struct aisp_tune_record *r =
			aisp_tune_find_race(h, racers[i], *incumbent);

		*challenger = racers[i];
		if (!r)
			return true;
		if (aisp_word_is_win(r->verdict))
			*incumbent = racers[i];
	}
	return false;
}

/* Gathers the first waiting candidate, and others that wait for the same screening. */
static void gather(const struct aisp_tune_history *h, struct aisp_tune_step *step)
{
	for (int i = 0; i < h->n_candidates && step->n < AISP_TUNE_BATCH; i++) {
		const struct aisp_tune_candidate *c = &h->candidates[i];

		if (!c->wanted_pairs || (step->n && (c->wanted_pairs != step->pairs ||
						     c->n_tries != step->n_tries)))
			continue;
		step->pairs = c->wanted_pairs;
		step->n_tries = c->n_tries;
		step->candidates[step->n++] = i;
	}
}

static struct aisp_tune_step final_step(const struct aisp_tune_history *h,
					int candidate)
{
	struct aisp_tune_step step = { .action = AISP_TUNE_MEASURE,
				       .candidates = { candidate },
				       .n = 1 };

	while (step.size < h->space->n_sizes &&
	       aisp_tune_find_final(h, candidate, step.size))
		step.size++;
	if (step.size == h->space->n_sizes)
		return (struct aisp_tune_step){ .action = AISP_TUNE_FINISH };
	return step;
}

struct aisp_tune_step aisp_tune_next(const struct aisp_tune_history *h,
				     const struct aisp_tune_plan *p)
{
	struct aisp_tune_step step = { .action = AISP_TUNE_SCREEN };
	int challenger = -1;

	gather(h, &step);
	if (step.n)
		return step;
	if (!h->is_ended)
		return (struct aisp_tune_step){ .action = AISP_TUNE_PROPOSE };
	step.action = AISP_TUNE_RACE;
	step.n = 1;
	if (find_race(h, p, &challenger, &step.incumbent)) {
		step.candidates[0] = challenger;
		return step;
	}
	if (step.incumbent < 0)
		return (struct aisp_tune_step){ .action = AISP_TUNE_FINISH };
	return final_step(h, step.incumbent);
}

/* The size at which it is not FASTER; -1: none. */
static int first_failure(const struct aisp_tune_history *h, int candidate)
{
	for (int i = 0; i < h->space->n_sizes; i++) {
		const struct aisp_tune_record *r =
			aisp_tune_find_final(h, candidate, i);

		if (!r || !aisp_word_is_win(r->verdict))
			return i;
	}
	return -1;
}

static void explain(struct aisp_tune_outcome *o, const struct aisp_tune_history *h,
		    int size)
{
	const struct aisp_tune_record *r = aisp_tune_find_final(h, o->last, size);
	char text[200];

	aisp_space_size_text(&h->space->size[size], text, sizeof(text));
	snprintf(o->why, sizeof(o->why), "candidate %d is %s at %s", o->last,
		 r ? aisp_word_name(r->verdict) : "not measured", text);
}

struct aisp_tune_outcome aisp_tune_outcome(const struct aisp_tune_history *h,
					   const struct aisp_tune_plan *p)
{
	struct aisp_tune_outcome o = { .winner = -1, .screened = NAN, .final = NAN };
	const struct aisp_tune_record *r;
	int challenger = -1, failure;

	find_race(h, p, &challenger, &o.last);
	if (o.last < 0) {
		snprintf(o.why, sizeof(o.why),
			 "no candidate was right and faster than the baseline");
		return o;
	}
	o.screened = h->candidates[o.last].ratio;
	r = aisp_tune_find_final(h, o.last, 0);
	o.final = r ? r->ratio : NAN;
	failure = first_failure(h, o.last);
	if (failure < 0)
		o.winner = o.last;
	else
		explain(&o, h, failure);
	return o;
}

static bool is_finalist(const struct aisp_tune_history *h,
			const struct aisp_tune_plan *p, int candidate)
{
	int racers[AISP_TUNE_MAX_FINALISTS], n = finalists(h, p, racers);

	for (int i = 0; i < n; i++)
		if (racers[i] == candidate)
			return true;
	return false;
}

/* Finds the race that it lost, on either side; NULL: none. */
static const struct aisp_tune_record *lost_race(const struct aisp_tune_history *h,
						int candidate, int *to)
{
	for (int i = 0; i < h->n_records; i++) {
		const struct aisp_tune_record *r = h->records[i];
		bool is_won = aisp_word_is_win(r->verdict);

		if (r->event != AISP_TUNE_RACED ||
		    (is_won ? r->incumbent : r->candidate) != candidate)
			continue;
		*to = (int)(is_won ? r->candidate : r->incumbent);
		return r;
	}
	return NULL;
}

void aisp_tune_cause(const struct aisp_tune_history *h, const struct aisp_tune_plan *p,
		     int candidate, char *buf, size_t size)
{
	const struct aisp_tune_candidate *c = &h->candidates[candidate];
	const struct aisp_tune_outcome o = aisp_tune_outcome(h, p);
	int to = -1;
	const struct aisp_tune_record *race = lost_race(h, candidate, &to);

	*buf = '\0';
	if (candidate == o.winner)
		return;
	if (c->fate != AISP_TUNE_ALIVE)
		snprintf(buf, size, "%s%s%s", aisp_tune_fate_name(c->fate),
			 *c->checks ? " by " : "", c->checks);
	else if (candidate == o.last)
		snprintf(buf, size, "%s", o.why);
	else if (race)
		snprintf(buf, size, "%s candidate %d in a race",
			 aisp_word_is_win(race->verdict) ? "slower than"
							 : "not faster than",
			 to);
	else if (!(c->ratio > 0))
		snprintf(buf, size, "no ratio could be had");
	else if (!is_fit(c))
		snprintf(buf, size, "not faster than the baseline");
	else
		snprintf(buf, size, "%s",
			 is_finalist(h, p, candidate)
				 ? "not raced"
				 : "screened behind the finalists");
}
