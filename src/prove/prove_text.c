/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "base/field.h"
#include "prove_judge.h"
#include "prove_text.h"
#include "report/format.h"

static size_t append(char *buf, size_t size, size_t n, const char *a, const char *b)
{
	if (n < size)
		n += (size_t)snprintf(buf + n, size - n, "%s%s", a, b);
	return n;
}

void prove_side_text(char *buf, size_t size, const json_t *side, const char *id)
{
	const json_t *failed = json_object_get(side, "failed"), *by;
	double speedup = aisp_field_number(side, "speedup");
	const char *verdict = aisp_field_text(side, "verdict");
	char number[32];
	size_t i, n = append(buf, size, 0, "",
			     json_is_object(side) ? prove_outcome(side) : "not tried");

	json_array_foreach(failed, i, by) {
		const char *name = json_string_value(by);

		n = append(buf, size, n, i ? ", " : " by ",
			   strcmp(name, id) != 0 ? name : "this check");
	}
	if (!*verdict)
		append(buf, size, n, ": ", aisp_field_text(side, "why"));
	if (prove_is_win(side) && !isnan(speedup)) {
		aisp_format_number(number, sizeof(number), speedup);
		n = append(buf, size, n, " ", number);
		append(buf, size, n, "x", "");
	}
}

void prove_print_record(FILE *f, const json_t *record)
{
	const json_t *attack = json_object_get(record, "attack");
	const json_t *without = json_object_get(record, "without");
	const json_t *twins = json_object_get(record, "twins");
	const char *id = aisp_field_text(record, "check");
	const char *why = aisp_field_text(record, "why");
	char name[96], text[160], clean[600];

	snprintf(name, sizeof(name), "%.80s@%s", id, aisp_field_text(record, "device"));
	prove_side_text(text, sizeof(text), attack, id);
	aisp_format_text(clean, sizeof(clean), text);
	fprintf(f, "%-40s %-10s  %s", name, aisp_field_text(record, "state"), clean);
	if (json_is_object(without)) {
		prove_side_text(text, sizeof(text), without, id);
		aisp_format_text(clean, sizeof(clean), text);
		fprintf(f, "; without it %s", clean);
	}
	if (json_array_size(twins)) {
		prove_side_text(text, sizeof(text), json_array_get(twins, 0), id);
		aisp_format_text(clean, sizeof(clean), text);
		fprintf(f, "; twin %s", clean);
	}
	fputc('\n', f);
	if (*why) {
		aisp_format_text(clean, sizeof(clean), why);
		fprintf(f, "    %s\n", clean);
	}
}

static int whole(const json_t *object, const char *name)
{
	return (int)json_integer_value(json_object_get(object, name));
}

static void print_missing(FILE *f, const json_t *missing, const char *kind)
{
	const json_t *m;
	int n = 0;
	size_t i;

	json_array_foreach(missing, i, m) {
		if (strcmp(aisp_field_text(m, "kind"), kind) != 0)
			continue;
		if (!n++)
			fprintf(f, "without an exploit, though it %s:", kind);
		fprintf(f, " %s", aisp_field_text(m, "check"));
	}
	if (n)
		fputc('\n', f);
}

static void print_corpus(FILE *f, const json_t *corpus)
{
	if (json_is_null(corpus))
		return;
	fprintf(f, "corpus: %d false alarms in %d runs of %d honest variants",
		whole(corpus, "n_alarms"), whole(corpus, "n_runs"),
		whole(corpus, "n_variants"));
	if (whole(corpus, "n_disturbed"))
		fprintf(f, ", %d runs disturbed by others",
			whole(corpus, "n_disturbed"));
	if (whole(corpus, "n_skipped"))
		fprintf(f, ", %d runs skipped", whole(corpus, "n_skipped"));
	fputc('\n', f);
}

void prove_print_alarm(FILE *f, const json_t *alarm)
{
	const json_t *failed = json_object_get(alarm, "failed"), *id;
	char clean[600];
	size_t i;

	aisp_format_text(clean, sizeof(clean), aisp_field_text(alarm, "target"));
	fprintf(f, "%-40s false alarm: %s", clean, aisp_field_text(alarm, "outcome"));
	json_array_foreach(failed, i, id)
		fprintf(f, "%s%s", i ? ", " : " by ", json_string_value(id));
	aisp_format_text(clean, sizeof(clean), aisp_field_text(alarm, "why"));
	fprintf(f, "\n    %s\n", clean);
}

static void print_hide_bound(FILE *f, const json_t *document)
{
	double ns = aisp_field_number(document, "hide_ns");

	if (!isnan(ns))
		fprintf(f, "hide bound: %.3g us of each sample, before the bell\n",
			ns / 1e3);
}

void prove_print_summary(FILE *f, const json_t *document)
{
	const json_t *summary = json_object_get(document, "summary");
	const json_t *missing = json_object_get(summary, "missing"), *n;
	const char *state;

	fprintf(f, "\n%d checks:", whole(summary, "n_checks"));
	json_object_foreach(json_object_get(summary, "states"), state, n)
		fprintf(f, " %d %s", (int)json_integer_value(n), state);
	fprintf(f, "\nrecall: %d of %d exploits stopped\n", whole(summary, "n_stopped"),
		whole(summary, "n_exploits"));
	fprintf(f, "false alarms: %d of %d runs of honest twins\n",
		whole(summary, "n_alarms"), whole(summary, "n_twin_runs"));
	fprintf(f, "with its check left out %d of %d exploits win\n",
		whole(summary, "n_let_through"), whole(summary, "n_detecting"));
	print_corpus(f, json_object_get(document, "corpus"));
	print_hide_bound(f, document);
	print_missing(f, missing, "detects");
	print_missing(f, missing, "prevents");
	fprintf(f, "%.0f s\n", aisp_field_number(document, "seconds"));
}
