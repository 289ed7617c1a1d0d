/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expect_text.h"
#include "export_side.h"
#include "format.h"
#include "left_out_text.h"
#include "ranks_text.h"
#include "rivals_text.h"
#include "row.h"
#include "score_text.h"
#include "summary.h"

/* Prints "3 FASTER" after a separator; nothing if n is 0. */
static void print_count(int n, const char *what, const char **separator, FILE *f)
{
	if (!n)
		return;
	fprintf(f, "%s%d %s", *separator, n, what);
	*separator = ", ";
}

static void print_counts(const struct aisp_run *run, FILE *f)
{
	static const enum aisp_word words[AISP_N_WORDS] = {
		AISP_WORD_FASTER,  AISP_WORD_SLOWER,  AISP_WORD_BETTER,
		AISP_WORD_WORSE,   AISP_WORD_SAME,    AISP_WORD_INCONCLUSIVE,
		AISP_WORD_INVALID, AISP_WORD_SKIPPED, AISP_WORD_FAILED,
		AISP_WORD_NOT_RUN, AISP_WORD_MEASURED
	};
	const char *separator = ": ";
	int n[AISP_N_WORDS] = { 0 };

	for (int i = 0; i < run->n_results; i++)
		n[aisp_result_word(&run->results[i])]++;
	fprintf(f, "%d result%s", run->n_results, run->n_results == 1 ? "" : "s");
	for (int w = 0; w < AISP_N_WORDS; w++)
		print_count(n[words[w]], aisp_word_name(words[w]), &separator, f);
	fputc('\n', f);
}

static bool declines_sizes(const struct aisp_run_result *r)
{
	return aisp_arm_evidence(r->arms[AISP_OPTIMIZED], "heldout_declined") > 0;
}

void aisp_overall_compute(struct aisp_overall *o, const struct aisp_run *run)
{
	double sum = 0, low = 0, high = 0;
	struct aisp_row row;

	*o = (struct aisp_overall){ .speedup = NAN, .ci_low = NAN, .ci_high = NAN };
	for (int i = 0; i < run->n_results; i++) {
		aisp_row_read(&row, &run->results[i]);
		o->n_open += row.word == AISP_WORD_INCONCLUSIVE;
		if (*row.score ||
		    !aisp_word_is_decided(row.word) || /* not a ratio of times */
		    *row.mark)
			continue;
		if (!(row.speedup > 0 && row.ci_low > 0 && row.ci_high > 0))
			continue;
		if (declines_sizes(&run->results[i])) {
			o->n_only++;
			continue;
		}
		sum += log(row.speedup);
		low += log(row.ci_low);
		high += log(row.ci_high);
		o->n++;
		o->n_naive += row.over == AISP_KIND_NAIVE;
	}
	if (!o->n)
		return;
	o->speedup = exp(sum / o->n);
	o->ci_low = exp(low / o->n);
	o->ci_high = exp(high / o->n);
}

static void print_overall(const struct aisp_run *run, FILE *f)
{
	struct aisp_overall o;
	char ratio[128];

	aisp_overall_compute(&o, run);
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
	if (o.n_only)
		fprintf(f, "; without %d that count%s at %s size alone", o.n_only,
			o.n_only == 1 ? "s" : "", o.n_only == 1 ? "its" : "their");
	fputc('\n', f);
}

/* Why a result is not fine; the reason may be "". */
struct complaint {
	const char *word, *reason;
};

/* Counts the complaints among n that say the same as c. */
static size_t count_alike(const struct complaint *c, const struct complaint *of,
			  size_t n)
{
	size_t n_alike = 0;

	for (size_t i = 0; i < n; i++)
		n_alike += of[i].reason && !strcmp(of[i].reason, c->reason) &&
			   !strcmp(of[i].word, c->word);
	return n_alike;
}

static void print_complaints(const struct aisp_run *run, const struct complaint *c,
			     size_t n, FILE *f)
{
	for (size_t i = 0; i < n; i++) {
		size_t more;

		if (!c[i].reason || !*c[i].reason || count_alike(&c[i], c, i))
			continue;
		more = count_alike(&c[i], c + i + 1, n - i - 1);
		fprintf(f, "%s ", c[i].word);
		aisp_print_result_name(run, (int)i, f);
		if (more)
			fprintf(f, " and %zu more", more);
		fputs(": ", f);
		aisp_print_text(f, c[i].reason);
		fputc('\n', f);
	}
}

/* Prints the reasons: INVALID, INCONCLUSIVE, skipped, failed, not run. */
static int print_reasons(const struct aisp_run *run, bool has_reasons, FILE *f)
{
	size_t n = (size_t)run->n_results;
	struct complaint *c = calloc(n + 1, sizeof(*c));
	struct aisp_row row;

	for (int i = 0; c && i < run->n_results; i++) {
		aisp_row_read(&row, &run->results[i]);
		if (!has_reasons || !aisp_word_is_broken(row.word))
			c[i] = (struct complaint){ row.text, row.reason };
	}
	if (c)
		print_complaints(run, c, n, f);
	free(c);
	return c ? 0 : -1;
}

#define UNLIKE 1.03 /* times beyond the interval, at least: no mere rounding */

/* Does the ratio of the times that are printed contradict the interval?  Without one it
 * does if it says the opposite. */
static bool is_unlike_times(const struct aisp_row *row)
{
	double of_times = row->baseline_ns / row->optimized_ns;
	double times = fmax(UNLIKE, 1 + row->margin);

	if (*row->score || !(row->n_pairs > 0) || !(of_times > 0))
		return false;
	if (!(row->ci_low <= row->ci_high)) /* NaN: few pairs */
		return (of_times - 1) * (row->speedup - 1) < 0;
	return of_times < row->ci_low / times || of_times > row->ci_high * times;
}

static void print_unlike(const struct aisp_run *run, FILE *f)
{
	struct aisp_row row;

	for (int i = 0; i < run->n_results; i++) {
		aisp_row_read(&row, &run->results[i]);
		if (!is_unlike_times(&row))
			continue;
		fputs("ratio of ", f);
		aisp_print_result_name(run, i, f);
		fprintf(f,
			": of %.0f pair%s of undisturbed launches that ran one after "
			"the other; the times are medians of each side's undisturbed "
			"launches, paired or not, whose ratio is %.3gx: some launches "
			"took longer than others, as they do beside other programs\n",
			row.n_pairs, row.n_pairs == 1 ? "" : "s",
			row.baseline_ns / row.optimized_ns);
	}
}

static void print_advice(const struct aisp_run *run, FILE *f)
{
	struct aisp_row row;

	for (int i = 0; i < run->n_results; i++) {
		aisp_row_read(&row, &run->results[i]);
		if (!*row.advice)
			continue;
		fputs("advice for ", f);
		aisp_print_result_name(run, i, f);
		fputs(": ", f);
		aisp_print_text(f, row.advice);
		fputc('\n', f);
	}
}

/* Prints how the run's plan differs from the judge's own. */
static void print_plan(const struct aisp_run_plan *plan, FILE *f)
{
	if (plan->pairs != AISP_UNKNOWN)
		fprintf(f, "plan: %" PRId64 " pairs, looked at once\n", plan->pairs);
	if (plan->min_time_s > 0)
		fprintf(f, "plan: calls timed for %g s before the first look\n",
			plan->min_time_s);
	if (plan->until_decided_s > 0)
		fprintf(f, "plan: until decided, %g s a comparison at most\n",
			plan->until_decided_s);
}

/* Says that another process resumed the run, and what of the first one is lost. */
static void print_resumed(const struct aisp_run_resumed *r, FILE *f)
{
	if (!(r->results >= 0))
		return;
	fprintf(f, "resumed: %.0f result%s of the run that began at ", r->results,
		r->results == 1 ? "" : "s");
	aisp_print_text(f, r->started);
	fputs(r->results == 1 ? " was kept" : " were kept", f);
	if (r->launches_dropped > 0)
		fprintf(f, "; %.0f launch%s of its unfinished comparison %s not",
			r->launches_dropped, r->launches_dropped == 1 ? "" : "es",
			r->launches_dropped == 1 ? "is" : "are");
	fputc('\n', f);
}

static void print_ledger(const struct aisp_run *run, FILE *f)
{
	static const enum aisp_verdict order[] = {
		AISP_VERDICT_PASS,      AISP_VERDICT_FAIL,     AISP_VERDICT_PARTIAL,
		AISP_VERDICT_PREVENTED, AISP_VERDICT_ATTESTED, AISP_VERDICT_UNKNOWN,
		AISP_VERDICT_NA
	};
	const char *separator = "ledger: ";
	int n[AISP_N_VERDICTS + 1] = { 0 };

	for (int i = 0; i < run->n_results; i++)
		for (int k = 0; k < run->results[i].n_ledger; k++)
			n[run->results[i].ledger[k].verdict]++;
	for (int v = 0; v < AISP_N_VERDICTS; v++)
		print_count(n[order[v]], aisp_verdict_name(order[v]), &separator, f);
	print_count(n[AISP_N_VERDICTS], "unknown to this version", &separator, f);
	if (*separator == ',')
		fputc('\n', f);
}

/* "tier: 3 kernel, 1 sandboxed" */
static void print_tiers(const struct aisp_run *run, FILE *f)
{
	static const char *const tiers[] = { "kernel", "sandboxed", "trusted" };
	const char *separator = "tier: ";

	for (int t = 0; t < 3; t++) {
		int n = 0;

		for (int i = 0; i < run->n_results; i++)
			n += !strcmp(run->results[i].tier, tiers[t]);
		print_count(n, tiers[t], &separator, f);
	}
	if (*separator == ',')
		fputc('\n', f);
}

static void print_grade(const struct aisp_run_info *info, FILE *f)
{
	if (!*info->grade)
		return;
	fputs("environment grade ", f);
	aisp_print_text(f, info->grade);
	for (int i = 0; i < info->grade_why.n; i++) {
		fputs(i ? "; " : ": ", f);
		aisp_print_text(f, info->grade_why.at[i]);
	}
	fputc('\n', f);
}

/* Says where the margin comes from, unless it is the least one. */
static void print_noise(const struct aisp_run_noise *noise, FILE *f)
{
	if (isnan(noise->floor))
		return;
	fprintf(f, "noise floor %.2g %%: %.0f comparisons, grade ",
		100 * expm1(noise->floor), noise->n_comparisons);
	aisp_print_text(f, noise->grade);
	fputs(", ", f);
	aisp_print_text(f, noise->measured);
	fputc('\n', f);
}

/* A reader who notes these digits can tell later whether anything was changed. */
static void print_head(const char *head, FILE *f)
{
	if (strlen(head) != 64)
		return;
	fputs("journal: ends with ", f);
	aisp_print_begin(f, head, 16);
	fputc('\n', f);
}

static void print_origin(const struct aisp_run_machine *m, FILE *f)
{
	if (!*m->host)
		return;
	fputs("measured on ", f);
	aisp_print_text(f, m->host);
	fputs(" with ", f);
	aisp_print_text(f, *m->compiler ? m->compiler : "an unknown compiler");
	if (*m->commit) {
		fputs(", commit ", f);
		aisp_print_begin(f, m->commit, 12);
		fputs(m->is_dirty ? " with uncommitted changes" : "", f);
	}
	fputc('\n', f);
}

char *aisp_summary_text(const struct aisp_run *run, bool has_reasons)
{
	const struct aisp_run_info *info = &run->info;
	char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);
	int rc = 0;

	if (!f)
		return NULL;
	if (info->is_partial)
		fputs("stopped early: these are not all results\n", f);
	aisp_left_out_line(run, f);
	print_counts(run, f);
	print_overall(run, f);
	aisp_score_lines(run, f);
	rc |= print_reasons(run, has_reasons, f);
	print_unlike(run, f);
	print_advice(run, f);
	print_plan(&info->plan, f);
	print_resumed(&info->resumed, f);
	rc |= aisp_rivals_crosses(run, f);
	aisp_expect_lines(run, f);
	print_ledger(run, f);
	print_tiers(run, f);
	aisp_ranks_lines(run, f);
	print_grade(info, f);
	print_noise(&info->noise, f);
	print_origin(&run->machine, f);
	if (*info->folder) {
		fputs("run folder: ", f);
		aisp_print_text(f, info->folder);
		fputc('\n', f);
	}
	print_head(info->journal_head, f);
	if (!fclose(f) && !rc)
		return text;
	free(text);
	return NULL;
}
