/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/field.h"
#include "cli.h"
#include "demands.h"

/* As the option has them, and as a result's verdict or status has them. */
static const struct {
	const char *word, *state;
} words[] = {
	{ "slower", "SLOWER" },
	{ "same", "SAME" },
	{ "inconclusive", "INCONCLUSIVE" },
	{ "skipped", "skipped" },
	{ "not-run", "not run" },
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

/* Its verdict, or its status where nothing was compared. */
static const char *state_of(const json_t *result)
{
	const char *verdict =
		aisp_field_text(json_object_get(result, "comparison"), "verdict");

	return *verdict ? verdict : aisp_field_text(result, "status");
}

static int is_unwanted(const struct demands *d, const char *state)
{
	for (int i = 0; i < N_WORDS; i++)
		if (d->fail_on >> i & 1 && !strcmp(state, words[i].state))
			return 1;
	return 0;
}

/* A result without an interval has shown nothing; one that was skipped could not. */
static int is_too_slow(const struct demands *d, const json_t *result, double *low)
{
	const json_t *c = json_object_get(result, "comparison");

	*low = aisp_element_number(json_object_get(c, "speedup_ci"), 0);
	return d->min_speedup > 0 && strcmp(state_of(result), "skipped") != 0 &&
	       (!strcmp(state_of(result), "INVALID") || !(*low > d->min_speedup));
}

static int blame(const struct demands *d, const json_t *result)
{
	const char *target = aisp_field_text(result, "target");
	const char *state = state_of(result);
	int n = 0;
	double low;

	if (is_unwanted(d, state))
		n += fprintf(stderr, "--fail-on: %s is %s\n", target, state) > 0;
	if (!is_too_slow(d, result, &low))
		return n;
	if (isnan(low) || !strcmp(state, "INVALID"))
		fprintf(stderr, "--min-speedup %g: %s is %s\n", d->min_speedup, target,
			state);
	else
		fprintf(stderr,
			"--min-speedup %g: the interval of %s begins at %.4gx\n",
			d->min_speedup, target, low);
	return n + 1;
}

int demands_status(const struct demands *d, const json_t *results, int status)
{
	const json_t *result;
	int n = 0;
	size_t i;

	json_array_foreach(results, i, result) n += blame(d, result);
	if (!n || status == AISP_EXIT_INVALID || status == AISP_EXIT_HARNESS)
		return status;
	return AISP_EXIT_REGRESSION;
}
