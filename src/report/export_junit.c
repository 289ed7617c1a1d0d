/* SPDX-License-Identifier: MIT
 *
 * export_junit.c - a test case a result, in what the schemas of Apache Ant and of
 * Jenkins' xUnit plugin (junit-10.xsd) both accept.
 */
#include <math.h>
#include <string.h>

#include "base/field.h"
#include "export.h"
#include "export_side.h"
#include "format.h"

enum outcome { PASSED, FAILURE, ERROR, SKIPPED, N_OUTCOMES };

/* XML 1.0 has no control characters, escaped or not. */
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
			fputs("\xef\xbf\xbd", f); /* U+FFFD, replacement character */
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

/* When the run began; a time that is none where the document does not say. */
static const char *started(const json_t *run)
{
	const char *time = aisp_field_text(run, "started");

	return strlen(time) >= 19 ? time : "1970-01-01T00:00:00";
}

/* What an expectation said of the result, if one was looked up. */
static int is_regression(const json_t *result)
{
	const json_t *e = json_object_get(result, "expectation");

	return !strcmp(aisp_field_text(e, "state"), "REGRESSED");
}

static enum outcome outcome_of(const json_t *result, const struct aisp_row *row)
{
	if (row->word == AISP_WORD_FAILED)
		return ERROR;
	if (aisp_word_of(row->status) != AISP_WORD_MEASURED ||
	    row->word == AISP_WORD_INCONCLUSIVE)
		return SKIPPED;
	return row->word == AISP_WORD_INVALID || is_regression(result) ? FAILURE
								       : PASSED;
}

/* Of all timed calls of an arm, in s. */
static double arm_seconds(const json_t *arm)
{
	const json_t *launch, *v;
	double ns = 0;
	size_t i, k;

	json_array_foreach(json_object_get(arm, "launches"), i, launch)
	{
		double calls = aisp_field_number(launch, "calls_per_sample");

		json_array_foreach(json_object_get(launch, "samples_ns"), k,
				   v) if (json_number_value(v) * calls > 0) ns +=
			json_number_value(v) * calls;
	}
	return isfinite(ns) ? ns / 1e9 : 0;
}

static double result_seconds(const json_t *results, const json_t *result)
{
	return arm_seconds(aisp_result_arm(results, result, "baseline")) +
	       arm_seconds(aisp_result_arm(results, result, "optimized"));
}

/* Why it did not pass. */
static void put_child(FILE *f, const json_t *result, const struct aisp_row *row,
		      enum outcome o)
{
	static const char *const tags[N_OUTCOMES] = { "", "failure", "error",
						      "skipped" };
	const char *type = row->text;
	const char *why = row->reason;

	if (o == FAILURE && strcmp(type, "INVALID") != 0) {
		type = "REGRESSION";
		why = aisp_field_text(json_object_get(result, "expectation"), "why");
	}
	fprintf(f, "   <%s", tags[o]);
	put_attribute(f, "type", type);
	put_attribute(f, "message", why);
	fputs("/>\n", f);
}

/* "ch07" of "ch07:copy@cpu" is the class, the rest with its parameters the name. */
static void put_case(FILE *f, const json_t *results, size_t i)
{
	const json_t *result = json_array_get(json_object_get(results, "results"), i);
	const char *colon;
	struct aisp_row row;
	enum outcome o;

	aisp_row_read(&row, results, i);
	o = outcome_of(result, &row);
	colon = strrchr(row.target, ':');
	fprintf(f, "  <testcase classname=\"");
	put_escaped(f, row.target, colon ? (size_t)(colon - row.target) : 0);
	fputs("\" name=\"", f);
	put_text(f, colon ? colon + 1 : row.target);
	fputc(' ', f);
	put_text(f, row.params);
	fputc(' ', f);
	put_text(f, row.distribution);
	fprintf(f, "\" time=\"%.9f\"", result_seconds(results, result));
	if (o == PASSED) {
		fputs("/>\n", f);
		return;
	}
	fputs(">\n", f);
	put_child(f, result, &row, o);
	fputs("  </testcase>\n", f);
}

static void put_property(FILE *f, const char *name, const char *value)
{
	fputs("   <property", f);
	put_attribute(f, "name", name);
	put_attribute(f, "value", value);
	fputs("/>\n", f);
}

static void put_properties(FILE *f, const json_t *results, const json_t *manifest)
{
	const json_t *run = json_object_get(results, "run");

	fputs("  <properties>\n", f);
	put_property(f, "grade", aisp_field_text(run, "grade"));
	put_property(f, "seed", aisp_field_text(run, "seed"));
	put_property(f, "commit",
		     aisp_field_text(json_object_get(manifest, "git"), "commit"));
	put_property(f, "compiler", aisp_field_text(manifest, "compiler"));
	fputs("  </properties>\n", f);
}

static void put_suite(FILE *f, const json_t *results, const json_t *manifest)
{
	const json_t *list = json_object_get(results, "results");
	const char *host = aisp_field_text(manifest, "host");
	int counts[N_OUTCOMES] = { 0 };
	double seconds = 0;
	struct aisp_row row;

	for (size_t i = 0; i < json_array_size(list); i++) {
		aisp_row_read(&row, results, i);
		counts[outcome_of(json_array_get(list, i), &row)]++;
		seconds += result_seconds(results, json_array_get(list, i));
	}
	fputs(" <testsuite name=\"aisp\" package=\"aisp\" id=\"0\"", f);
	put_attribute(f, "hostname", *host ? host : "localhost");
	/* Ant's schema wants it without a zone; it is UTC. */
	fprintf(f, " timestamp=\"%.19s\"", started(json_object_get(results, "run")));
	fprintf(f,
		" tests=\"%zu\" failures=\"%d\" errors=\"%d\" skipped=\"%d\" "
		"time=\"%.9f\">\n",
		json_array_size(list), counts[FAILURE], counts[ERROR], counts[SKIPPED],
		seconds);
	put_properties(f, results, manifest);
	for (size_t i = 0; i < json_array_size(list); i++)
		put_case(f, results, i);
	fputs("  <system-out/>\n  <system-err/>\n </testsuite>\n", f);
}

int aisp_export_junit(const json_t *results, const json_t *manifest, FILE *f)
{
	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", f);
	put_suite(f, results, manifest);
	fputs("</testsuites>\n", f);
	return ferror(f) ? -1 : 0;
}
