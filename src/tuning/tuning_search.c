/* SPDX-License-Identifier: MIT
 *
 * tuning_search.c - carry out the step that the rules say is next.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tune/judged.h"
#include "tuning_parts.h"

static void words_of(const struct aisp_tune_record *r, char *buf, size_t size)
{
	const char *fate = aisp_tune_fate_name(r->fate);

	if (r->fate <= AISP_TUNE_SLOWER && !isnan(r->ratio))
		snprintf(buf, size, "%.3fx", r->ratio);
	else
		snprintf(buf, size, "%s%s%s", fate, *r->checks ? " by " : "",
			 r->checks);
}

void tuning_screen_key(char *key, size_t size, int first, int pairs, int n_tries)
{
	snprintf(key, size, "screen_c%04d_p%d_t%d", first, pairs, n_tries);
}

void tuning_race_key(char *key, size_t size, int challenger, int incumbent)
{
	snprintf(key, size, "race_c%04d_c%04d", challenger, incumbent);
}

void tuning_final_key(char *key, size_t size, int candidate, int of_size)
{
	snprintf(key, size, "final_c%04d_s%d", candidate, of_size);
}

int tuning_hear(struct tuning *t, struct aisp_tune_record *r,
		const struct aisp_run *run, bool *is_baseline, struct aisp_err *err)
{
	char variant[NAME_MAX];

	snprintf(variant, sizeof(variant), "optimized_");
	tuning_variant_name(t, (int)r->candidate, r->event == AISP_TUNE_FINAL,
			    variant + 10, sizeof(variant) - 10);
	return aisp_tune_judged(r, run, variant, is_baseline, &t->arena, err);
}

/* Takes the judge's result for one candidate. */
static int hear(struct tuning *t, struct aisp_tune_record *r,
		const struct aisp_run *run, struct aisp_err *err)
{
	bool is_baseline;
	char words[400];

	if (tuning_hear(t, r, run, &is_baseline, err))
		return -1;
	if (is_baseline && r->event != AISP_TUNE_RACED)
		return aisp_err_usage(
			err,
			"the pair's own baseline failed, so that no candidate can "
			"be compared: %.200s %.150s (the files of a pair that is "
			"tuned may include only files beside them and aisp's headers)",
			r->why, r->checks);
	if (is_baseline) { /* of a race: the incumbent failed */
		int64_t challenger = r->candidate;

		r->candidate = r->incumbent;
		r->incumbent = challenger;
	}
	words_of(r, words, sizeof(words));
	tuning_say(t, "candidate %lld: %s", (long long)r->candidate, words);
	return 0;
}

static int enter_screened(struct tuning *t, const struct aisp_tune_step *s,
			  const struct aisp_run *run, const char *key,
			  struct aisp_err *err)
{
	struct aisp_tune_record r[AISP_TUNE_BATCH];

	for (int i = 0; i < s->n; i++) {
		r[i] = aisp_tune_record_new(AISP_TUNE_SCREENED);
		r[i].candidate = s->candidates[i];
		r[i].pairs = s->pairs;
		r[i].run = key;
		r[i].seconds = round(1e3 * t->judged_s / s->n) / 1e3;
		if (hear(t, &r[i], run, err))
			return -1;
	}
	return tuning_add_all(t, r, s->n, err);
}

/* The judge refused to begin: the source is no variant of this pair. */
static int enter_refused(struct tuning *t, const struct aisp_tune_step *s,
			 const char *why, struct aisp_err *err)
{
	struct aisp_tune_record r = aisp_tune_record_new(AISP_TUNE_SCREENED);

	r.candidate = s->candidates[0];
	r.pairs = s->pairs;
	r.fate = AISP_TUNE_FAILED;
	r.why = why;
	tuning_say(t, "candidate %d: failed: %s", s->candidates[0], why);
	return tuning_add(t, &r, err);
}

/* A complete source may contain anything; it must not end the search. */
static bool is_to_blame(const struct tuning *t, const struct aisp_tune_step *s)
{
	return s->n == 1 && !*t->is_stopped &&
	       t->history.candidates[s->candidates[0]].point < 0;
}

static int screen(struct tuning *t, const struct aisp_tune_step *s,
		  struct aisp_err *err)
{
	char key[64], dir[TUNING_MAX_DIR];
	struct tuning_order o = { .key = key,
				  .dir = dir,
				  .candidates = s->candidates,
				  .n = s->n,
				  .pairs = s->pairs };
	struct aisp_err why = { "the judge left a run that is not whole" };
	struct aisp_run *run;
	int rc;

	tuning_screen_key(key, sizeof(key), s->candidates[0], s->pairs, s->n_tries);
	snprintf(dir, sizeof(dir), "%s/pair", t->folder);
	tuning_say(t, "screening %d candidate%s from %d on, %d pairs each", s->n,
		   s->n == 1 ? "" : "s", s->candidates[0], s->pairs);
	run = tuning_judge(t, &o, &why);
	if (!run && !why.is_broken && is_to_blame(t, s))
		return enter_refused(t, s, why.msg, err);
	if (!run) {
		*err = why;
		return -1;
	}
	rc = enter_screened(t, s, run, key, err);
	aisp_run_free(run);
	return rc;
}

/* Measures one candidate by the judge's own plan. */
static int measure(struct tuning *t, const struct tuning_order *o,
		   struct aisp_tune_record *r, struct aisp_err *err)
{
	struct aisp_run *run = tuning_judge(t, o, err);
	int rc;

	if (!run)
		return -1;
	r->run = o->key;
	rc = hear(t, r, run, err) ? -1 : tuning_add(t, r, err);
	aisp_run_free(run);
	return rc;
}

static int race(struct tuning *t, const struct aisp_tune_step *s, struct aisp_err *err)
{
	struct aisp_tune_record r = aisp_tune_record_new(AISP_TUNE_RACED);
	char key[64], dir[TUNING_MAX_DIR];
	const struct tuning_order o = { .key = key,
					.dir = dir,
					.candidates = s->candidates,
					.n = 1,
					.is_race = true,
					.incumbent = s->incumbent };

	r.candidate = s->candidates[0];
	r.incumbent = s->incumbent;
	tuning_race_key(key, sizeof(key), s->candidates[0], s->incumbent);
	tuning_say(t, "racing candidate %d against %d", s->candidates[0], s->incumbent);
	if (tuning_check_source(t, s->candidates[0], err) ||
	    tuning_check_source(t, s->incumbent, err) ||
	    tuning_make_race(t, s->candidates[0], s->incumbent, dir, sizeof(dir), err))
		return -1;
	return measure(t, &o, &r, err);
}

static int measure_final(struct tuning *t, const struct aisp_tune_step *s,
			 struct aisp_err *err)
{
	struct aisp_tune_record r = aisp_tune_record_new(AISP_TUNE_FINAL);
	char key[64], dir[TUNING_MAX_DIR], size[300];
	const struct tuning_order o = { .key = key,
					.dir = dir,
					.candidates = s->candidates,
					.n = 1,
					.size = s->size,
					.is_final = true };

	r.candidate = s->candidates[0];
	r.size = s->size;
	tuning_final_key(key, sizeof(key), s->candidates[0], s->size);
	if (tuning_check_source(t, s->candidates[0], err) ||
	    tuning_make_final(t, s->candidates[0], dir, sizeof(dir), err))
		return -1;
	aisp_space_size_text(&t->space.size[s->size], size, sizeof(size));
	tuning_say(t, "measuring candidate %d anew at %s", s->candidates[0], size);
	return measure(t, &o, &r, err);
}

static int take(struct tuning *t, const struct aisp_tune_step *s, struct aisp_err *err)
{
	switch (s->action) {
	case AISP_TUNE_PROPOSE:
		return tuning_propose(t, err);
	case AISP_TUNE_SCREEN:
		return screen(t, s, err);
	case AISP_TUNE_RACE:
		return race(t, s, err);
	default:
		return measure_final(t, s, err);
	}
}

int tuning_run(struct tuning *t, struct aisp_err *err)
{
	for (;;) {
		struct aisp_tune_step s = aisp_tune_next(&t->history, &t->plan);

		if (s.action == AISP_TUNE_FINISH)
			return 0;
		if (*t->is_stopped)
			return aisp_err_set(err, "interrupted");
		if (take(t, &s, err))
			return -1;
	}
}
