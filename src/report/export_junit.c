/* SPDX-License-Identifier: MIT
 *
 * export_junit.c - a test case per result, in a form that the schemas of Apache Ant and
 * of Jenkins' xUnit plugin (junit-10.xsd) both accept.
 */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "export.h"
#include "export_side.h"
#include "nvbench_state.h"
#include "run/left_out.h"

enum outcome { PASSED, FAILURE, ERROR, SKIPPED, N_OUTCOMES };

#define REPLACEMENT "\xef\xbf\xbd" /* U+FFFD */

/* U+FFFE and U+FFFF, which make every parser reject a document. */
static bool is_no_character(const char *s, size_t n)
{
	return n > 2 && !memcmp(s, "\xef\xbf", 2) && (unsigned char)s[2] >= 0xbe;
}

/* XML 1.0 forbids control characters, escaped or not. */
static void put_escaped(FILE *f, const char *text, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)text[i];

		if (c == '&')
			fputs("&amp;", f);
		else if (c == '<')
			fputs("&lt;", f);
		else if (c == '>')
			fputs("&gt;", f);
		else if (c == '"')
			fputs("&quot;", f);
		else if (c == '\n' || c == '\t' || c == '\r')
			fprintf(f, "&#%d;", c);
		else if (c < 0x20)
			fputs(REPLACEMENT, f);
		else if (is_no_character(text + i, n - i))
			i += 2, fputs(REPLACEMENT, f);
		else
			fputc(c, f);
	}
}

static void put_text(FILE *f, const char *text)
{
	put_escaped(f, text, strlen(text));
}

static void put_attribute(FILE *f, const char *name, const char *value)
{
	fprintf(f, " %s=\"", name);
	put_text(f, value);
	fputc('"', f);
}

/* When the run began; a placeholder time if the document does not say. */
static const char *started(const struct aisp_run *run)
{
	const char *time = run->info.started;

	return strlen(time) >= 19 ? time : "1970-01-01T00:00:00";
}

/* What is not proven must not pass. */
static enum outcome outcome_of(const struct aisp_run_result *r)
{
	if (*aisp_left_out_mark(r))
		return FAILURE;
	switch (aisp_result_word(r)) {
	case AISP_WORD_FAILED:
		return ERROR;
	case AISP_WORD_INCONCLUSIVE:
	case AISP_WORD_SKIPPED:
	case AISP_WORD_NOT_RUN:
		return SKIPPED;
	case AISP_WORD_INVALID:
		return FAILURE;
	default:
		return aisp_result_expectation(r) == AISP_EXPECT_REGRESSED ? FAILURE
									   : PASSED;
	}
}

/* The time of all timed calls of an arm, in s. */
static double arm_seconds(const struct aisp_run_arm *arm)
{
	double ns = 0;

	for (int i = 0; i < arm->n_launches; i++) {
		const struct aisp_run_launch *l = &arm->launches[i];
		double calls = aisp_whole(l->calls_per_sample);

		for (int k = 0; k < l->samples_ns.n; k++)
			if (l->samples_ns.at[k] * calls > 0)
				ns += l->samples_ns.at[k] * calls;
	}
	return isfinite(ns) ? ns / 1e9 : 0;
}

static double result_seconds(const struct aisp_run_result *r)
{
	return arm_seconds(r->arms[AISP_BASELINE]) +
	       arm_seconds(r->arms[AISP_OPTIMIZED]);
}

/* Says why the result did not pass. */
static void put_child(FILE *f, const struct aisp_run_result *r,
		      const struct aisp_row *row, enum outcome o)
{
	static const char *const tags[N_OUTCOMES] = { "", "failure", "error",
						      "skipped" };
	bool is_regression =
		o == FAILURE && row->word != AISP_WORD_INVALID && !*row->mark;
	char type[80];

	snprintf(type, sizeof(type), "%s%s", row->text, row->mark);
	fprintf(f, "   <%s", tags[o]);
	put_attribute(f, "type", is_regression ? "REGRESSION" : type);
	put_attribute(f, "message", is_regression ? r->expectation->why : row->reason);
	fputs("/>\n", f);
}

/* The class is "ch07" of "ch07:copy@cpu"; the name is the rest with its parameters. */
static void put_case(FILE *f, const struct aisp_run_result *r)
{
	enum outcome o = outcome_of(r);
	const char *colon;
	struct aisp_row row;

	aisp_row_read(&row, r);
	colon = strrchr(row.target, ':');
	fprintf(f, "  <testcase classname=\"");
	put_escaped(f, row.target, colon ? (size_t)(colon - row.target) : 0);
	fputs("\" name=\"", f);
	put_text(f, colon ? colon + 1 : row.target);
	fputc(' ', f);
	put_text(f, row.params);
	fputc(' ', f);
	put_text(f, row.distribution);
	fprintf(f, "\" time=\"%.9f\"", result_seconds(r));
	if (o == PASSED) {
		fputs("/>\n", f);
		return;
	}
	fputs(">\n", f);
	put_child(f, r, &row, o);
	fputs("  </testcase>\n", f);
}

/* The name has two parts; the second may be long. */
static void put_property(FILE *f, const char *what, const char *of, const char *value)
{
	fprintf(f, "   <property name=\"%s", what);
	put_text(f, of);
	fputc('"', f);
	put_attribute(f, "value", value);
	fputs("/>\n", f);
}

/* Ant's schema has no place for it in a test case: "tier of ch07:copy@cpu". */
static void put_tiers(FILE *f, const struct aisp_run *run)
{
	for (int i = 0; i < run->n_results; i++) {
		const struct aisp_run_result *r = &run->results[i];

		if (*r->tier && aisp_is_first_of_target(run, i))
			put_property(f, "tier of ", r->target, r->tier);
	}
}

static void put_properties(FILE *f, const struct aisp_run *run)
{
	fputs("  <properties>\n", f);
	put_property(f, "grade", "", run->info.grade);
	put_property(f, "seed", "", run->info.seed);
	put_property(f, "commit", "", run->machine.commit);
	put_property(f, "compiler", "", run->machine.compiler);
	put_tiers(f, run);
	fputs("  </properties>\n", f);
}

static void put_suite(FILE *f, const struct aisp_run *run)
{
	const char *host = run->machine.host;
	int counts[N_OUTCOMES] = { 0 };
	double seconds = 0;

	for (int i = 0; i < run->n_results; i++) {
		counts[outcome_of(&run->results[i])]++;
		seconds += result_seconds(&run->results[i]);
	}
	fputs(" <testsuite name=\"aisp\" package=\"aisp\" id=\"0\"", f);
	put_attribute(f, "hostname", *host ? host : "localhost");
	/* Ant's schema wants a time without a zone; it is UTC. */
	fprintf(f, " timestamp=\"%.19s\"", started(run));
	fprintf(f,
		" tests=\"%d\" failures=\"%d\" errors=\"%d\" "
		"skipped=\"%d\" time=\"%.9f\">\n",
		run->n_results, counts[FAILURE], counts[ERROR], counts[SKIPPED],
		seconds);
	put_properties(f, run);
	for (int i = 0; i < run->n_results; i++)
		put_case(f, &run->results[i]);
	fputs("  <system-out/>\n  <system-err/>\n </testsuite>\n", f);
}

int aisp_export_junit(const struct aisp_run *run, FILE *f)
{
	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", f);
	put_suite(f, run);
	fputs("</testsuites>\n", f);
	return ferror(f) ? -1 : 0;
}
