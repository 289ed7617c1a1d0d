/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "csv_writer.h"
#include "format.h"
#include "proof.h"
#include "row.h"

/* In the order in which they are read. */
static const char *const states[] = { "FAILED",         "REGRESSED",    "UNCLEAR",
				      "NO-EXPECTATION", "NOT-MEASURED", "NOT-JUDGED",
				      "IMPROVED",       "HOLDS" };

#define N_STATES ((int)(sizeof(states) / sizeof(*states)))

static const char *state_of(const struct aisp_row *row, const struct aisp_run_result *r)
{
	if (aisp_word_is_broken(row->word))
		return "FAILED";
	return aisp_expect_state_name(aisp_result_expectation(r));
}

static json_t *run_row(const struct aisp_run *run, const struct aisp_run_result *r)
{
	static const struct aisp_run_expectation none = { .why = "",
							  .class = "",
							  .expected = { NAN, NAN } };
	const struct aisp_run_expectation *e = r->expectation ? r->expectation : &none;
	struct aisp_row row;

	aisp_row_read(&row, r);
	return json_pack(
		"{ss ss ss ss ss ss ss ss ss ss ss ss so so so so so so so so so}",
		"state", state_of(&row, r), "target", row.target, "class", e->class,
		"params", row.params, "distribution", row.distribution, "verdict",
		row.text, "over", aisp_kind_name(row.over), "grade", run->info.grade,
		"date", run->info.ended, "commit", run->machine.commit, "run",
		run->info.folder, "why", *e->why ? e->why : row.reason, "speedup",
		aisp_number_json(row.speedup), "ci_low", aisp_number_json(row.ci_low),
		"ci_high", aisp_number_json(row.ci_high), "expected",
		aisp_number_json(e->expected.value), "at_least",
		aisp_number_json(e->expected.lower), "time_ns",
		aisp_number_json(row.optimized_ns), "of_the_limit",
		aisp_number_json(row.sol_fraction), "vs_library",
		aisp_number_json(row.vs_library), "launches",
		aisp_number_json(row.n_pairs));
}

int aisp_proof_add_run(json_t *rows, const struct aisp_run *run)
{
	int rc = 0;

	for (int i = 0; i < run->n_results; i++)
		rc |= json_array_append_new(rows, run_row(run, &run->results[i]));
	return rc;
}

static int is_same_text(const json_t *a, const json_t *b, const char *name)
{
	return !strcmp(aisp_field_text(a, name), aisp_field_text(b, name));
}

static int is_missing(const json_t *rows, const json_t *entry)
{
	int has_class = 0;
	const json_t *row;
	size_t i;

	json_array_foreach(rows, i, row) {
		has_class |= is_same_text(row, entry, "class");
		if (is_same_text(row, entry, "target") &&
		    is_same_text(row, entry, "params") &&
		    is_same_text(row, entry, "distribution"))
			return 0;
	}
	return has_class;
}

int aisp_proof_add_missing(json_t *rows, const json_t *entries)
{
	const json_t *entry;
	int rc = 0;
	size_t i;

	json_array_foreach(entries, i, entry) {
		const json_t *speedup =
			json_object_get(json_object_get(entry, "metrics"), "speedup");

		if (!is_missing(rows, entry))
			continue;
		rc |= json_array_append_new(
			rows,
			json_pack(
				"{ss ss ss ss ss ss so so}", "state", "NOT-MEASURED",
				"target", aisp_field_text(entry, "target"), "class",
				aisp_field_text(entry, "class"), "params",
				aisp_field_text(entry, "params"), "distribution",
				aisp_field_text(entry, "distribution"), "over",
				aisp_field_text(entry, "over"), "expected",
				aisp_number_json(aisp_field_number(speedup, "value")),
				"at_least",
				aisp_number_json(aisp_field_number(speedup, "lower"))));
	}
	return rc;
}

json_t *aisp_proof_sorted(const json_t *rows)
{
	json_t *sorted = json_array(), *row;
	size_t i;

	for (int s = 0; s < N_STATES; s++)
		json_array_foreach(rows, i, row)
			if (!strcmp(aisp_field_text(row, "state"), states[s]))
				json_array_append(sorted, row);
	return sorted;
}

int aisp_proof_count(const json_t *rows, const char *state)
{
	const json_t *row;
	int n = 0;
	size_t i;

	json_array_foreach(rows, i, row)
		n += !strcmp(aisp_field_text(row, "state"), state);
	return n;
}

int aisp_proof_csv(const json_t *rows, FILE *f)
{
	static const char *const before[] = { "state",  "target",       "class",
					      "params", "distribution", "verdict",
					      "over" };
	static const char *const numbers[] = {
		"speedup", "ci_low",     "ci_high",      "expected", "at_least",
		"time_ns", "vs_library", "of_the_limit", "launches"
	};
	static const char *const after[] = { "grade", "date", "commit", "run", "why" };
	struct aisp_csv c = { f, 0 };
	const json_t *row;
	size_t i;

#define EACH(list, call)                                                               \
	for (size_t k = 0; k < sizeof(list) / sizeof(*(list)); k++)                    \
	call
	EACH(before, aisp_csv_text(&c, before[k]));
	EACH(numbers, aisp_csv_text(&c, numbers[k]));
	EACH(after, aisp_csv_text(&c, after[k]));
	aisp_csv_end_row(&c);
	json_array_foreach(rows, i, row) {
		EACH(before, aisp_csv_text(&c, aisp_field_text(row, before[k])));
		EACH(numbers, aisp_csv_number(&c, aisp_field_number(row, numbers[k])));
		EACH(after, aisp_csv_text(&c, aisp_field_text(row, after[k])));
		aisp_csv_end_row(&c);
	}
#undef EACH
	return ferror(f) ? -1 : 0;
}

static void put_cell(FILE *f, const char *text)
{
	char clean[1200];

	aisp_format_text(clean, sizeof(clean), text);
	fputs("| ", f);
	aisp_print_markdown(f, clean, strlen(clean));
	fputc(' ', f);
}

static void put_row(FILE *f, const json_t *row)
{
	char speedup[96], least[32], time[32], sol[32] = "";
	double limit = aisp_field_number(row, "of_the_limit");

	aisp_format_ratio(speedup, sizeof(speedup), aisp_field_number(row, "speedup"),
			  aisp_field_number(row, "ci_low"),
			  aisp_field_number(row, "ci_high"));
	aisp_format_number(least, sizeof(least), aisp_field_number(row, "at_least"));
	aisp_format_ns(time, sizeof(time), aisp_field_number(row, "time_ns"));
	if (!isnan(limit))
		snprintf(sol, sizeof(sol), "%.1f %%", 100 * limit);
	put_cell(f, aisp_field_text(row, "state"));
	put_cell(f, aisp_field_text(row, "target"));
	put_cell(f, aisp_field_text(row, "class"));
	put_cell(f, aisp_field_text(row, "params"));
	put_cell(f, speedup);
	put_cell(f, aisp_field_text(row, "over"));
	put_cell(f, least);
	put_cell(f, time);
	put_cell(f, sol);
	put_cell(f, aisp_field_text(row, "grade"));
	put_cell(f, aisp_field_text(row, "why"));
	fputs("|\n", f);
}

int aisp_proof_markdown(const json_t *rows, FILE *f)
{
	const json_t *row;
	size_t i;

	fputs("# Proof of benefit\n\n", f);
	for (int s = 0; s < N_STATES; s++)
		if (aisp_proof_count(rows, states[s]))
			fprintf(f, "- %d %s\n", aisp_proof_count(rows, states[s]),
				states[s]);
	fputs("\n| state | target | class | parameters | speedup | over | at least | "
	      "time | of the limit | grade | why |\n"
	      "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
	      f);
	json_array_foreach(rows, i, row)
		put_row(f, row);
	fputs("\nREGRESSED: the whole interval of a metric lies beyond its bound; "
	      "`at least` is that of the speedup.  A speedup over a `naive` baseline "
	      "is no merit of its own.\n",
	      f);
	return ferror(f) ? -1 : 0;
}
