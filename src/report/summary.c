/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "expect_text.h"
#include "format.h"
#include "rivals_text.h"
#include "row.h"
#include "summary.h"

/* A list of words that may occur in a document, with how often each did. */
struct tally {
	const char *const *words; /* ends in NULL */
	int counts[16];
	int n_other;
};

static void count(struct tally *t, const char *word)
{
	for (int i = 0; t->words[i]; i++)
		if (!strcmp(t->words[i], word)) {
			t->counts[i]++;
			return;
		}
	t->n_other++;
}

/* "3 FASTER, 1 SAME" */
static void print_tally(const struct tally *t, FILE *f)
{
	const char *separator = "";

	for (int i = 0; t->words[i]; i++)
		if (t->counts[i]) {
			fprintf(f, "%s%d %s", separator, t->counts[i], t->words[i]);
			separator = ", ";
		}
	if (t->n_other)
		fprintf(f, "%s%d unknown to this version", separator, t->n_other);
}

static void print_clean(FILE *f, const char *text)
{
	size_t size = strlen(text) + 1;
	char *buf = malloc(size);

	if (!buf)
		return;
	aisp_format_text(buf, size, text);
	fputs(buf, f);
	free(buf);
}

static size_t count_results(const json_t *results)
{
	return json_array_size(json_object_get(results, "results"));
}

static void print_counts(const json_t *results, FILE *f)
{
	static const char *const words[] = {
		"FASTER",  "SLOWER", "SAME",    "INCONCLUSIVE", "INVALID",
		"skipped", "failed", "not run", "measured",     NULL
	};
	struct tally t = { words, { 0 }, 0 };
	size_t n = count_results(results);
	struct aisp_row row;

	for (size_t i = 0; i < n; i++) {
		aisp_row_read(&row, results, i);
		count(&t, row.text);
	}
	fprintf(f, "%zu result%s%s", n, n == 1 ? "" : "s", n ? ": " : "");
	print_tally(&t, f);
	fputc('\n', f);
}

void aisp_overall_compute(struct aisp_overall *o, const json_t *results)
{
	double sum = 0, low = 0, high = 0;
	struct aisp_row row;

	*o = (struct aisp_overall){ .speedup = NAN, .ci_low = NAN, .ci_high = NAN };
	for (size_t i = 0; i < count_results(results); i++) {
		aisp_row_read(&row, results, i);
		if (!(row.speedup > 0 && row.ci_low > 0 && row.ci_high > 0))
			continue;
		if (!aisp_word_is_decided(row.word)) {
			o->n_open++;
			continue;
		}
		sum += log(row.speedup);
		low += log(row.ci_low);
		high += log(row.ci_high);
		o->n++;
		o->n_naive += !strcmp(row.over, "naive");
	}
	if (!o->n)
		return;
	o->speedup = exp(sum / o->n);
	o->ci_low = exp(low / o->n);
	o->ci_high = exp(high / o->n);
}

static void print_overall(const json_t *results, FILE *f)
{
	struct aisp_overall o;
	char ratio[128];

	aisp_overall_compute(&o, results);
	if (o.n < 2)
		return;
	aisp_format_ratio(ratio, sizeof(ratio), o.speedup, o.ci_low, o.ci_high);
	fprintf(f, "geometric mean of %d decided comparison%s: %s", o.n,
		o.n == 1 ? "" : "s", ratio);
	if (o.n_naive)
		fprintf(f, ", %d of them over a naive baseline", o.n_naive);
	if (o.n_open)
		fprintf(f, "; without %d that %s INCONCLUSIVE", o.n_open,
			o.n_open == 1 ? "is" : "are");
	fputc('\n', f);
}

/* What a result says that is not fine, or "" as the reason. */
struct complaint {
	const char *word, *reason, *target;
};

/* Of the n complaints those that say the same as c. */
static size_t count_alike(const struct complaint *c, const struct complaint *of,
			  size_t n)
{
	size_t n_alike = 0;

	for (size_t i = 0; i < n; i++)
		n_alike += !strcmp(of[i].reason, c->reason) &&
			   !strcmp(of[i].word, c->word);
	return n_alike;
}

static void print_complaints(const struct complaint *c, size_t n, FILE *f)
{
	for (size_t i = 0; i < n; i++) {
		size_t more;

		if (!*c[i].reason || count_alike(&c[i], c, i))
			continue;
		more = count_alike(&c[i], c + i + 1, n - i - 1);
		fprintf(f, "%s ", c[i].word);
		print_clean(f, c[i].target);
		if (more)
			fprintf(f, " and %zu more", more);
		fputs(": ", f);
		print_clean(f, c[i].reason);
		fputc('\n', f);
	}
}

/* Not fine: INVALID, INCONCLUSIVE, skipped, failed, not run. */
static void print_reasons(const json_t *results, FILE *f)
{
	size_t n = count_results(results);
	struct complaint *c = calloc(n + 1, sizeof(*c));
	struct aisp_row row;

	for (size_t i = 0; c && i < n; i++) {
		aisp_row_read(&row, results, i);
		c[i] = (struct complaint){ row.text, row.reason, row.target };
	}
	if (c)
		print_complaints(c, n, f);
	free(c);
}

static void print_advice(const json_t *results, FILE *f)
{
	struct aisp_row row;

	for (size_t i = 0; i < count_results(results); i++) {
		aisp_row_read(&row, results, i);
		if (!*row.advice)
			continue;
		fputs("advice for ", f);
		print_clean(f, row.target);
		fputs(": ", f);
		print_clean(f, row.advice);
		fputc('\n', f);
	}
}

/* What was not measured by the judge's own plan. */
static void print_plan(const json_t *plan, FILE *f)
{
	const json_t *pairs = json_object_get(plan, "pairs");
	double min_s = aisp_field_number(plan, "min_time_s");
	double until_s = aisp_field_number(plan, "until_decided_s");

	if (json_is_integer(pairs))
		fprintf(f, "plan: %" JSON_INTEGER_FORMAT " pairs, looked at once\n",
			json_integer_value(pairs));
	if (min_s > 0)
		fprintf(f, "plan: calls timed for %g s before the first look\n", min_s);
	if (until_s > 0)
		fprintf(f, "plan: until decided, %g s a comparison at most\n", until_s);
}

/* That a run was taken over, and what of the first process is not in it. */
static void print_resumed(const json_t *resumed, FILE *f)
{
	double n = aisp_field_number(resumed, "results");
	double n_dropped = aisp_field_number(resumed, "launches_dropped");

	if (!(n >= 0))
		return;
	fprintf(f, "resumed: %.0f result%s of the run that began at ", n,
		n == 1 ? "" : "s");
	print_clean(f, aisp_field_text(resumed, "started"));
	fputs(n == 1 ? " was kept" : " were kept", f);
	if (n_dropped > 0)
		fprintf(f, "; %.0f launch%s of its unfinished comparison %s not",
			n_dropped, n_dropped == 1 ? "" : "es",
			n_dropped == 1 ? "is" : "are");
	fputc('\n', f);
}

static void print_ledger(const json_t *results, FILE *f)
{
	static const char *const words[] = { "PASS",      "FAIL",     "PARTIAL",
					     "PREVENTED", "ATTESTED", "UNKNOWN",
					     "N/A",       NULL };
	struct tally t = { words, { 0 }, 0 };
	const json_t *r, *row;
	int n = 0;
	size_t i, k;

	json_array_foreach(json_object_get(results, "results"), i, r)
		json_array_foreach(json_object_get(r, "ledger"), k, row)
	{
		count(&t, aisp_field_text(row, "verdict"));
		n++;
	}
	if (!n)
		return;
	fputs("ledger: ", f);
	print_tally(&t, f);
	fputc('\n', f);
}

static void print_grade(const json_t *run, FILE *f)
{
	const json_t *v;
	size_t i;

	if (!*aisp_field_text(run, "grade"))
		return;
	fputs("environment grade ", f);
	print_clean(f, aisp_field_text(run, "grade"));
	json_array_foreach(json_object_get(run, "grade_why"), i, v)
	{
		fputs(i ? "; " : ": ", f);
		print_clean(f, json_is_string(v) ? json_string_value(v) : "");
	}
	fputc('\n', f);
}

/* Where the margin comes from, if it is not the least one. */
static void print_noise(const json_t *run, FILE *f)
{
	const json_t *noise = json_object_get(run, "noise");
	double floor = aisp_field_number(noise, "floor");

	if (isnan(floor))
		return;
	fprintf(f, "noise floor %.2g %%: %.0f comparisons, grade ", 100 * expm1(floor),
		aisp_field_number(noise, "n_comparisons"));
	print_clean(f, aisp_field_text(noise, "grade"));
	fputs(", ", f);
	print_clean(f, aisp_field_text(noise, "measured"));
	fputc('\n', f);
}

/* Who notes these digits can tell later whether anything was changed. */
static void print_head(const json_t *journal, FILE *f)
{
	const char *head = aisp_field_text(journal, "head");

	if (strlen(head) == 64)
		fprintf(f, "journal: ends with %.16s\n", head);
}

static void print_origin(const json_t *manifest, FILE *f)
{
	const json_t *git = json_object_get(manifest, "git");

	if (!*aisp_field_text(manifest, "host"))
		return;
	fputs("measured on ", f);
	print_clean(f, aisp_field_text(manifest, "host"));
	fputs(" with ", f);
	print_clean(f, *aisp_field_text(manifest, "compiler")
			       ? aisp_field_text(manifest, "compiler")
			       : "an unknown compiler");
	if (*aisp_field_text(git, "commit"))
		fprintf(f, ", commit %.12s%s", aisp_field_text(git, "commit"),
			json_is_true(json_object_get(git, "is_dirty"))
				? " with uncommitted changes"
				: "");
	fputc('\n', f);
}

char *aisp_summary_text(const json_t *results, const json_t *manifest)
{
	const json_t *run = json_object_get(results, "run");
	char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		return NULL;
	if (json_is_true(json_object_get(run, "is_partial")))
		fputs("stopped early: these are not all results\n", f);
	print_counts(results, f);
	print_overall(results, f);
	print_reasons(results, f);
	print_advice(results, f);
	print_plan(json_object_get(run, "plan"), f);
	print_resumed(json_object_get(run, "resumed"), f);
	aisp_rivals_crosses(results, f);
	aisp_expect_lines(results, f);
	print_ledger(results, f);
	print_grade(run, f);
	print_noise(run, f);
	print_origin(manifest, f);
	if (*aisp_field_text(run, "folder")) {
		fputs("run folder: ", f);
		print_clean(f, aisp_field_text(run, "folder"));
		fputc('\n', f);
	}
	print_head(json_object_get(run, "journal"), f);
	if (!fclose(f))
		return text;
	free(text);
	return NULL;
}
