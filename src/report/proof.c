/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "csv_writer.h"
#include "format.h"
#include "proof.h"
#include "row.h"

static const enum aisp_proof_state states[AISP_N_EXPECT_STATES + 1] = {
	[AISP_EXPECT_NONE] = AISP_PROOF_NO_EXPECTATION,
	[AISP_EXPECT_NOT_JUDGED] = AISP_PROOF_NOT_JUDGED,
	[AISP_EXPECT_HOLDS] = AISP_PROOF_HOLDS,
	[AISP_EXPECT_IMPROVED] = AISP_PROOF_IMPROVED,
	[AISP_EXPECT_UNCLEAR] = AISP_PROOF_UNCLEAR,
	[AISP_EXPECT_REGRESSED] = AISP_PROOF_REGRESSED,
	[AISP_N_EXPECT_STATES] = AISP_N_PROOF_STATES,
};

const char *aisp_proof_state_name(enum aisp_proof_state s)
{
	int e = 0;

	if (s == AISP_PROOF_FAILED)
		return "FAILED";
	if (s == AISP_PROOF_NOT_MEASURED)
		return "NOT-MEASURED";
	while (states[e] != s)
		e++;
	return aisp_expect_state_name((enum aisp_expect_state)e);
}

static enum aisp_proof_state state_of(const struct aisp_row *row,
				      const struct aisp_run_result *r)
{
	return aisp_word_is_broken(row->word) ? AISP_PROOF_FAILED
					      : states[aisp_result_expectation(r)];
}

static int read_row(struct aisp_proof_row *to, const struct aisp_run *run,
		    const struct aisp_run_result *r, struct aisp_arena *a)
{
	static const struct aisp_run_expectation none = { .why = "",
							  .class = "",
							  .expected = { NAN, NAN } };
	const struct aisp_run_expectation *e = r->expectation ? r->expectation : &none;
	struct aisp_row row;
	size_t size;
	char *params;

	aisp_row_read(&row, r);
	size = strlen(row.params) + 1;
	params = aisp_arena_take(a, size, 1);
	if (!params)
		return -1;
	*to = (struct aisp_proof_row){
		.state = state_of(&row, r),
		.target = row.target,
		.class = e->class,
		.params = memcpy(params, row.params, size),
		.distribution = row.distribution,
		.verdict = row.text,
		.over = aisp_kind_name(row.over),
		.grade = run->info.grade,
		.date = run->info.ended,
		.commit = run->machine.commit,
		.run = run->info.folder,
		.why = *e->why ? e->why : row.reason,
		.speedup = row.speedup,
		.ci_low = row.ci_low,
		.ci_high = row.ci_high,
		.expected = e->expected.value,
		.at_least = e->expected.lower,
		.time_ns = row.optimized_ns,
		.vs_library = row.vs_library,
		.of_the_limit = row.sol_fraction,
		.launches = row.n_pairs,
		.is_open = row.word == AISP_WORD_INCONCLUSIVE,
	};
	return 0;
}

/* Makes room for n more rows. */
static int grow(struct aisp_proof *p, size_t n)
{
	struct aisp_proof_row *grown =
		reallocarray(p->rows, (size_t)p->n + n + 1, sizeof(*grown));

	if (grown)
		p->rows = grown;
	return grown ? 0 : -1;
}

int aisp_proof_add_run(struct aisp_proof *p, const struct aisp_run *run)
{
	if (grow(p, (size_t)run->n_results))
		return -1;
	for (int i = 0; i < run->n_results; i++) {
		if (read_row(&p->rows[p->n], run, &run->results[i], &p->arena))
			return -1;
		p->n++;
	}
	return 0;
}

static bool is_missing(const struct aisp_proof *p, const struct aisp_proof_row *entry)
{
	bool has_class = false;

	for (int i = 0; i < p->n; i++) {
		const struct aisp_proof_row *r = &p->rows[i];

		has_class |= !strcmp(r->class, entry->class);
		if (!strcmp(r->target, entry->target) &&
		    !strcmp(r->params, entry->params) &&
		    !strcmp(r->distribution, entry->distribution))
			return false;
	}
	return has_class;
}

int aisp_proof_add_missing(struct aisp_proof *p, const json_t *entries)
{
	const json_t *entry;
	size_t i;

	if (grow(p, json_array_size(entries)))
		return -1;
	json_array_foreach(entries, i, entry) {
		const json_t *speedup =
			json_object_get(json_object_get(entry, "metrics"), "speedup");
		const struct aisp_proof_row row = {
			.state = AISP_PROOF_NOT_MEASURED,
			.target = aisp_field_text(entry, "target"),
			.class = aisp_field_text(entry, "class"),
			.params = aisp_field_text(entry, "params"),
			.distribution = aisp_field_text(entry, "distribution"),
			.over = aisp_field_text(entry, "over"),
			.expected = aisp_field_number(speedup, "value"),
			.at_least = aisp_field_number(speedup, "lower"),
			.speedup = NAN,
			.ci_low = NAN,
			.ci_high = NAN,
			.time_ns = NAN,
			.vs_library = NAN,
			.of_the_limit = NAN,
			.launches = NAN,
		};

		if (is_missing(p, &row))
			p->rows[p->n++] = row;
	}
	return 0;
}

int aisp_proof_sort(struct aisp_proof *p)
{
	struct aisp_proof_row *sorted = calloc((size_t)p->n + 1, sizeof(*sorted));
	int n = 0;

	if (!sorted)
		return -1;
	for (int s = 0; s < AISP_N_PROOF_STATES; s++)
		for (int i = 0; i < p->n; i++)
			if (p->rows[i].state == (enum aisp_proof_state)s)
				sorted[n++] = p->rows[i];
	free(p->rows);
	p->rows = sorted;
	p->n = n;
	return 0;
}

int aisp_proof_count(const struct aisp_proof *p, enum aisp_proof_state state)
{
	int n = 0;

	for (int i = 0; i < p->n; i++)
		n += p->rows[i].state == state;
	return n;
}

int aisp_proof_count_open(const struct aisp_proof *p)
{
	int n = 0;

	for (int i = 0; i < p->n; i++)
		n += p->rows[i].state == AISP_PROOF_NOT_JUDGED && p->rows[i].is_open;
	return n;
}

/* Columns after the state, in the order of the table. */
#define TEXT(member)                                                                   \
	{                                                                              \
#member, offsetof(struct aisp_proof_row, member), false                \
	}
#define NUMBER(member)                                                                 \
	{                                                                              \
#member, offsetof(struct aisp_proof_row, member), true                 \
	}
static const struct column {
	const char *name;
	size_t offset;
	bool is_number;
} columns[] = {
	TEXT(target),       TEXT(class),          TEXT(params),     TEXT(distribution),
	TEXT(verdict),      TEXT(over),           NUMBER(speedup),  NUMBER(ci_low),
	NUMBER(ci_high),    NUMBER(expected),     NUMBER(at_least), NUMBER(time_ns),
	NUMBER(vs_library), NUMBER(of_the_limit), NUMBER(launches), TEXT(grade),
	TEXT(date),         TEXT(commit),         TEXT(run),        TEXT(why),
};

#define N_COLUMNS (sizeof(columns) / sizeof(*columns))

static const char *text_of(const struct aisp_proof_row *row, const struct column *c)
{
	return *(const char *const *)((const char *)row + c->offset);
}

static double number_of(const struct aisp_proof_row *row, const struct column *c)
{
	return *(const double *)((const char *)row + c->offset);
}

int aisp_proof_csv(const struct aisp_proof *p, FILE *f)
{
	struct aisp_csv csv = { f, 0 };

	aisp_csv_text(&csv, "state");
	for (size_t k = 0; k < N_COLUMNS; k++)
		aisp_csv_text(&csv, columns[k].name);
	aisp_csv_end_row(&csv);
	for (int i = 0; i < p->n; i++) {
		const struct aisp_proof_row *row = &p->rows[i];

		aisp_csv_text(&csv, aisp_proof_state_name(row->state));
		for (size_t k = 0; k < N_COLUMNS; k++) {
			const struct column *c = &columns[k];
			const char *text = c->is_number ? NULL : text_of(row, c);

			if (c->is_number)
				aisp_csv_number(&csv, number_of(row, c));
			else
				aisp_csv_text(&csv, text ? text : "");
		}
		aisp_csv_end_row(&csv);
	}
	return ferror(f) ? -1 : 0;
}

/* A row that was not measured has only the columns of its expectation. */
static bool is_there(const struct aisp_proof_row *row, const struct column *c)
{
	if (!c->is_number)
		return text_of(row, c);
	return row->state != AISP_PROOF_NOT_MEASURED || !isnan(number_of(row, c));
}

static json_t *row_json(const void *rows, int i)
{
	const struct aisp_proof_row *row = (const struct aisp_proof_row *)rows + i;
	json_t *o = json_pack("{ss}", "state", aisp_proof_state_name(row->state));
	int rc = o ? 0 : -1;

	for (size_t k = 0; k < N_COLUMNS; k++) {
		const struct column *c = &columns[k];

		if (is_there(row, c))
			rc |= json_object_set_new(
				o, c->name,
				c->is_number ? aisp_number_json(number_of(row, c))
					     : json_string(text_of(row, c)));
	}
	return aisp_whole_json(o, rc);
}

json_t *aisp_proof_json(const struct aisp_proof *p)
{
	return aisp_list_json(p->n, row_json, p->rows);
}

static void put_cell(FILE *f, const char *text)
{
	char clean[1200];

	aisp_format_text(clean, sizeof(clean), text);
	fputs("| ", f);
	aisp_print_markdown(f, clean, strlen(clean));
	fputc(' ', f);
}

static void put_row(FILE *f, const struct aisp_proof_row *row)
{
	char speedup[96], least[32], time[32], sol[32] = "";

	aisp_format_ratio(speedup, sizeof(speedup), row->speedup, row->ci_low,
			  row->ci_high);
	aisp_format_number(least, sizeof(least), row->at_least);
	aisp_format_ns(time, sizeof(time), row->time_ns);
	if (!isnan(row->of_the_limit))
		snprintf(sol, sizeof(sol), "%.1f %%", 100 * row->of_the_limit);
	put_cell(f, aisp_proof_state_name(row->state));
	put_cell(f, row->target);
	put_cell(f, row->class);
	put_cell(f, row->params);
	put_cell(f, speedup);
	put_cell(f, row->over);
	put_cell(f, least);
	put_cell(f, time);
	put_cell(f, sol);
	put_cell(f, row->grade ? row->grade : "");
	put_cell(f, row->why ? row->why : "");
	fputs("|\n", f);
}

int aisp_proof_markdown(const struct aisp_proof *p, FILE *f)
{
	fputs("# Proof of benefit\n\n", f);
	for (int i = 0; i < AISP_N_PROOF_STATES; i++) {
		enum aisp_proof_state s = (enum aisp_proof_state)i;

		if (aisp_proof_count(p, s))
			fprintf(f, "- %d %s\n", aisp_proof_count(p, s),
				aisp_proof_state_name(s));
	}
	fputs("\n| state | target | class | parameters | speedup | over | at least | "
	      "time | of the limit | grade | why |\n"
	      "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
	      f);
	for (int i = 0; i < p->n; i++)
		put_row(f, &p->rows[i]);
	fputs("\nREGRESSED: the whole interval of a metric lies beyond its bound; "
	      "`at least` is that of the speedup.  A speedup over a `naive` baseline "
	      "is no merit of its own.\n",
	      f);
	return ferror(f) ? -1 : 0;
}

void aisp_proof_release(struct aisp_proof *p)
{
	free(p->rows);
	aisp_arena_release(&p->arena);
	*p = (struct aisp_proof){ 0 };
}
