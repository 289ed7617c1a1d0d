/* SPDX-License-Identifier: MIT
 *
 * collective_text.c - a sweep as a table, as CSV and as JSON.
 */
#include <inttypes.h>
#include <string.h>

#include "base/field.h"
#include "collective.h"
#include "report/csv_writer.h"
#include "report/format.h"

/* Aligned to the right, with the sign before it; a dash for a missing value. */
static void print_number(FILE *f, int width, const char *sign, double v)
{
	char text[32], all[36];

	aisp_format_number(text, sizeof(text), v);
	snprintf(all, sizeof(all), "%s%s", text[0] ? sign : "", text);
	fprintf(f, "  %*s", width, all[0] ? all : "-");
}

static int name_width(const struct collective *c)
{
	int width = 7;

	for (int i = 0; i < c->n_rows; i++)
		if (aisp_text_width(c->rows[i].variant) > width)
			width = aisp_text_width(c->rows[i].variant);
	return width;
}

static void print_row(const struct collective *c, const struct collective_row *row,
		      int width, FILE *f)
{
	fprintf(f, "%*" PRId64 "  %*" PRId64 "  %4s  %5s  %5s  %-*s", 11, row->bytes,
		11, row->count, c->type, collective_redop(c), collective_where(c),
		width, row->variant);
	if (row->skipped[0]) {
		fputs("  ", f);
		aisp_print_text(f, row->skipped);
	} else {
		print_number(f, 10, row->is_bound ? "<" : "", row->ns / 1e3);
		print_number(f, 8, row->is_bound ? ">" : "", row->algbw);
		print_number(f, 8, row->is_bound ? ">" : "", row->busbw);
		fprintf(f, "  %6.0f", row->n_wrong > 0 ? row->n_wrong : 0);
	}
	fputc('\n', f);
}

const char *collective_redop(const struct collective *c)
{
	return c->is_sum ? "sum" : "none";
}

const char *collective_where(const struct collective *c)
{
	return c->is_in_place ? "in" : "out";
}

static const char *const words[] = {
	[COLLECTIVE_HEALTHY] = "healthy",
	[COLLECTIVE_UNKNOWN] = "unknown",
	[COLLECTIVE_UNHEALTHY] = "unhealthy",
};

static bool has_bounds(const struct collective *c)
{
	bool has_some = false;

	for (int i = 0; i < c->n_rows; i++)
		has_some |= c->rows[i].is_bound;
	return has_some;
}

void collective_print(const struct collective *c, const struct collective_verdict *v,
		      FILE *f)
{
	int width = name_width(c);

	fprintf(f,
		"%s: %d ranks, processes on one host%s; every call on new inputs, "
		"until the last rank has answered; %s\n",
		c->target, c->n_ranks, c->is_host ? "" : " with a GPU each",
		c->is_paired ? "paired launches" : "one launch of each variant");
	fprintf(f, "%11s  %11s  %4s  %5s  %5s  %-*s  %10s  %8s  %8s  %6s\n", "size B",
		"count", "type", "redop", "place", width, "variant", "time us", "algbw",
		"busbw", "#wrong");
	for (int i = 0; i < c->n_rows; i++)
		print_row(c, &c->rows[i], width, f);
	fputs("algbw, busbw: GB/s\n", f);
	if (has_bounds(c))
		fputs("<, >: a bound, since calls are shorter than this machine's bell "
		      "resolves\n",
		      f);
	fputs("answers: ", f);
	aisp_print_text(f, v->answers);
	fputs("\nslow ranks: ", f);
	aisp_print_text(f, v->ranks);
	if (v->machine[0]) {
		fputs("\nmachine: ", f);
		aisp_print_text(f, v->machine);
	}
	fprintf(f, "\n%shealth: %s\n", c->is_stopped ? "stopped before the end\n" : "",
		words[v->health]);
}

void collective_print_csv(const struct collective *c, FILE *f)
{
	static const char *const heads[] = { "size_bytes", "count",   "type",
					     "redop",      "place",   "variant",
					     "calls",      "time_us", "algbw_gb_s",
					     "busbw_gb_s", "wrong",   "compared" };
	struct aisp_csv csv = { .f = f };

	for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++)
		aisp_csv_text(&csv, heads[i]);
	aisp_csv_end_row(&csv);
	for (int i = 0; i < c->n_rows; i++) {
		const struct collective_row *row = &c->rows[i];

		aisp_csv_number(&csv, (double)row->bytes);
		aisp_csv_number(&csv, (double)row->count);
		aisp_csv_text(&csv, c->type);
		aisp_csv_text(&csv, collective_redop(c));
		aisp_csv_text(&csv, collective_where(c));
		aisp_csv_text(&csv, row->variant);
		aisp_csv_number(&csv, row->n_calls);
		aisp_csv_number(&csv, row->ns / 1e3);
		aisp_csv_number(&csv, row->algbw);
		aisp_csv_number(&csv, row->busbw);
		aisp_csv_number(&csv, row->n_wrong);
		aisp_csv_number(&csv, row->n_elems);
		aisp_csv_end_row(&csv);
	}
}

static json_t *places_json(const struct collective *c, const struct collective_row *row)
{
	json_t *a = json_array();

	for (int i = 0; i < c->n_ranks; i++)
		json_array_append_new(
			a, json_pack("{si so}", "n_last", row->places[i].n_last,
				     "behind_ns",
				     aisp_number_json(row->places[i].behind_ns)));
	return a;
}

static json_t *row_json(const struct collective *c, const struct collective_row *row)
{
	return json_pack(
		"{sI sI ss ss si so sb so so so so so ss? ss? so}", "size_bytes",
		(json_int_t)row->bytes, "count", (json_int_t)row->count, "type",
		c->type, "variant", row->variant, "n_calls", row->n_calls, "ns",
		aisp_number_json(row->ns), "is_bound", row->is_bound, "algbw_gb_s",
		aisp_number_json(row->algbw), "busbw_gb_s",
		aisp_number_json(row->busbw), "n_wrong", aisp_number_json(row->n_wrong),
		"n_compared", aisp_number_json(row->n_elems), "n_cpus",
		aisp_number_json(row->n_cpus), "fault",
		row->fault[0] ? row->fault : NULL, "skipped",
		row->skipped[0] ? row->skipped : NULL, c->is_host ? "ranks" : "gpus",
		places_json(c, row));
}

json_t *collective_json(const struct collective *c, const struct collective_verdict *v)
{
	json_t *rows = json_array();

	for (int i = 0; i < c->n_rows; i++)
		json_array_append_new(rows, row_json(c, &c->rows[i]));
	return json_pack("{ss ss ss ss si sb sb ss ss ss ss? so}", "collective", c->op,
			 "target", c->target, "redop", collective_redop(c), "place",
			 collective_where(c), "n_ranks", c->n_ranks, "is_paired",
			 c->is_paired, "is_stopped", c->is_stopped, "health",
			 words[v->health], "answers", v->answers, "slow_ranks",
			 v->ranks, "machine", v->machine[0] ? v->machine : NULL, "rows",
			 rows);
}
