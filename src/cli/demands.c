/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/exit_status.h"
#include "demands.h"
#include "report/row.h"

/* Words of the option, and the verdicts or statuses that they mean. */
static const struct {
	const char *word;
	enum aisp_word state;
} words[] = {
	{ "slower", AISP_WORD_SLOWER },
	{ "same", AISP_WORD_SAME },
	{ "inconclusive", AISP_WORD_INCONCLUSIVE },
	{ "skipped", AISP_WORD_SKIPPED },
	{ "not-run", AISP_WORD_NOT_RUN },
};

#define N_WORDS ((int)(sizeof(words) / sizeof(words[0])))

static int find_word(const char *text, size_t n)
{
	for (int i = 0; i < N_WORDS; i++)
		if (strlen(words[i].word) == n && !strncmp(text, words[i].word, n))
			return i;
	return -1;
}

int demands_fail_on(struct demands *d, const char *list, struct aisp_err *err)
{
	for (;;) {
		size_t n = strcspn(list, ",");
		int i = find_word(list, n);

		if (i < 0)
			return aisp_err_set(err,
					    "--fail-on '%.*s': want slower, same, "
					    "inconclusive, skipped or not-run",
					    (int)(n < 100 ? n : 100), list);
		d->fail_on |= 1u << i;
		if (!list[n])
			return 0;
		list += n + 1;
	}
}

static bool is_unwanted(const struct demands *d, enum aisp_word state)
{
	if (state == AISP_WORD_WORSE) /* the word for slower, if a score is judged */
		state = AISP_WORD_SLOWER;
	for (int i = 0; i < N_WORDS; i++)
		if (d->fail_on >> i & 1 && state == words[i].state)
			return true;
	return false;
}

/* Do the figures not count, whatever they are?  INCONCLUSIVE has a status of its own.
 */
static bool is_refused(enum aisp_word state)
{
	return state == AISP_WORD_INVALID || state == AISP_WORD_WORSE;
}

/* A measured result without an interval is too slow; a skipped result is not. */
static bool is_too_slow(const struct demands *d, enum aisp_word state, double low)
{
	return d->min_speedup > 0 && state != AISP_WORD_SKIPPED &&
	       (is_refused(state) || !(low > d->min_speedup));
}

static int blame(const struct demands *d, const struct aisp_run *run, int i)
{
	const struct aisp_run_result *r = &run->results[i];
	enum aisp_word state = aisp_result_word(r);
	double low = r->comparison ? r->comparison->speedup_ci[0] : NAN;
	char name[1600];
	int n = 0;

	aisp_result_name(name, sizeof(name), run, i);
	if (is_unwanted(d, state))
		n += fprintf(stderr, "--fail-on: %s is %s\n", name,
			     aisp_word_name(state)) > 0;
	if (!is_too_slow(d, state, low))
		return n;
	if (isnan(low) || is_refused(state))
		fprintf(stderr, "--min-speedup %g: %s is %s\n", d->min_speedup, name,
			aisp_word_name(state));
	else
		fprintf(stderr,
			"--min-speedup %g: the interval of %s begins at %.4gx\n",
			d->min_speedup, name, low);
	return n + 1;
}

int demands_status(const struct demands *d, const struct aisp_run *run, int status)
{
	int n = 0;

	for (int i = 0; i < run->n_results; i++)
		n += blame(d, run, i);
	if (!n || status == AISP_EXIT_INVALID || status == AISP_EXIT_HARNESS)
		return status;
	return AISP_EXIT_REGRESSION;
}
