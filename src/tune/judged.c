/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "judged.h"

static const struct aisp_run_result *find(const struct aisp_run *run,
					  const char *variant)
{
	for (int i = 0; i < run->n_results; i++) {
		const struct aisp_run_arm *a = run->results[i].arms[AISP_OPTIMIZED];

		if (a && !strcmp(a->variant, variant))
			return &run->results[i];
	}
	return NULL;
}

/* "a.b c.d": the checks that failed on that side, stored in the arena. */
static const char *failed_checks(const struct aisp_run_result *r, enum aisp_role arm,
				 struct aisp_arena *a)
{
	size_t n = 1;
	char *text, *at, *end;

	for (int i = 0; i < r->n_ledger; i++)
		n += strlen(r->ledger[i].check) + 1;
	text = at = aisp_arena_take(a, n, 1);
	if (!text)
		return "";
	end = text + n;
	for (int i = 0; i < r->n_ledger; i++) {
		const struct aisp_run_finding *f = &r->ledger[i];

		if (f->arm == arm && f->verdict == AISP_VERDICT_FAIL)
			at += snprintf(at, (size_t)(end - at), "%s%s",
				       at == text ? "" : " ", f->check);
	}
	return text;
}

static const char *keep(const char *text, struct aisp_arena *a)
{
	size_t n = strlen(text) + 1;
	char *copy = aisp_arena_take(a, n, 1);

	return copy ? memcpy(copy, text, n) : "";
}

/* Was a launch's output beyond the error model? */
static bool is_wrong(const struct aisp_run_arm *arm)
{
	for (int i = 0; i < arm->n_launches; i++)
		if (arm->launches[i].status == AISP_ENDED_REJECTED ||
		    *arm->launches[i].wrong)
			return true;
	return false;
}

/* The reason behind these words, if it begins with them. */
static const char *behind(const char *reason, const char *words)
{
	size_t n = strlen(words);

	return strncmp(reason, words, n) != 0 ? reason : reason + n;
}

/* Removes the words for the fate from a reason; older documents may differ. */
static const char *without_fate(const char *reason)
{
	const char *why = behind(reason, AISP_NOT_BUILT);
	const char *rest = behind(why, aisp_tune_fate_name(AISP_TUNE_NOT_COMPILED));

	return rest != why ? behind(rest, ": ") : why;
}

static void read_unmeasured(struct aisp_tune_record *to,
			    const struct aisp_run_result *r, struct aisp_arena *a)
{
	bool is_unbuilt = r->fault == AISP_FAULT_BUILD;

	to->fate = is_unbuilt ? AISP_TUNE_NOT_COMPILED : AISP_TUNE_FAILED;
	to->why = keep(is_unbuilt ? without_fate(r->reason) : r->reason, a);
}

static void read_invalid(struct aisp_tune_record *to, const struct aisp_run_result *r,
			 bool *is_baseline, struct aisp_arena *a)
{
	to->checks = failed_checks(r, AISP_OPTIMIZED, a);
	*is_baseline = !*to->checks && *failed_checks(r, AISP_BASELINE, a);
	if (*is_baseline)
		to->checks = failed_checks(r, AISP_BASELINE, a);
	to->fate = is_wrong(r->arms[*is_baseline ? AISP_BASELINE : AISP_OPTIMIZED])
			   ? AISP_TUNE_WRONG
			   : AISP_TUNE_INVALID;
}

static void read_comparison(struct aisp_tune_record *to,
			    const struct aisp_run_result *r, bool *is_baseline,
			    struct aisp_arena *a)
{
	const struct aisp_run_comparison *c = r->comparison;

	to->verdict = c->verdict;
	to->ratio = c->speedup;
	memcpy(to->ratio_ci, c->speedup_ci, sizeof(to->ratio_ci));
	to->why = keep(c->why, a);
	if (c->verdict == AISP_WORD_INVALID)
		read_invalid(to, r, is_baseline, a);
	else if (!(c->speedup > 0))
		to->fate = AISP_TUNE_UNDECIDED;
	else
		to->fate = c->verdict == AISP_WORD_SLOWER ? AISP_TUNE_SLOWER
							  : AISP_TUNE_ALIVE;
}

int aisp_tune_judged(struct aisp_tune_record *to, const struct aisp_run *run,
		     const char *variant, bool *is_baseline, struct aisp_arena *a,
		     struct aisp_err *err)
{
	const struct aisp_run_result *r = find(run, variant);

	*is_baseline = false;
	if (!r)
		return aisp_err_set(err, "the run has no result of %s", variant);
	to->seed = keep(run->info.seed, a);
	to->verdict = r->status;
	if (r->comparison && r->status == AISP_WORD_MEASURED) {
		read_comparison(to, r, is_baseline, a);
		return 0;
	}
	read_unmeasured(to, r, a);
	*is_baseline = r->fault == AISP_FAULT_BASELINE;
	return 0;
}
