/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/field.h"
#include "format.h"
#include "row.h"

const char *const aisp_column_names[AISP_N_COLUMNS] = { "target",       "verdict",
							"speedup",      "over",
							"baseline",     "time",
							"of the limit", "vs library" };

static void read_params(char *buf, size_t size, const json_t *params)
{
	size_t used = 0;
	const char *key;
	json_t *v;

	buf[0] = '\0';
	json_object_foreach((json_t *)params, key, v)
	{
		if (used < size)
			used += (size_t)snprintf(buf + used, size - used, "%s%s=%.15g",
						 used ? " " : "", key,
						 json_number_value(v));
	}
}

static void read_comparison(struct aisp_row *row, const json_t *c)
{
	const json_t *ci = json_object_get(c, "speedup_ci");

	row->verdict = aisp_field_text(c, "verdict");
	row->speedup = aisp_field_number(c, "speedup");
	row->ci_low = aisp_element_number(ci, 0);
	row->ci_high = aisp_element_number(ci, 1);
	row->confidence = aisp_field_number(c, "confidence");
	row->n_pairs = aisp_field_number(c, "n_pairs");
	row->mde = aisp_field_number(c, "mde");
	row->margin = aisp_field_number(c, "margin");
	row->advice = aisp_field_text(c, "advice");
	if (*aisp_field_text(c, "why"))
		row->reason = aisp_field_text(c, "why");
}

static void read_arms(struct aisp_row *row, const json_t *baseline,
		      const json_t *optimized, const json_t *library)
{
	const json_t *sol = json_object_get(optimized, "sol");

	row->over = aisp_field_text(baseline, "class");
	row->baseline_ns = aisp_field_number(baseline, "median_ns");
	row->optimized_ns = aisp_field_number(optimized, "median_ns");
	row->gb_per_s = aisp_field_number(optimized, "gb_per_s");
	row->gflop_per_s = aisp_field_number(optimized, "gflop_per_s");
	row->sol_fraction = aisp_field_number(sol, "fraction");
	row->roof = aisp_field_text(sol, "roof");
	row->is_library = !strcmp(aisp_field_text(optimized, "class"), "library");
	if (row->is_library)
		library = optimized;
	row->library = aisp_field_text(library, "library");
	if (library && !*row->library)
		row->library = aisp_field_text(library, "variant");
}

static void blank_figures(struct aisp_row *row)
{
	row->speedup = row->ci_low = row->ci_high = row->confidence = NAN;
	row->mde = row->margin = row->baseline_ns = row->optimized_ns = NAN;
	row->gb_per_s = row->gflop_per_s = row->sol_fraction = row->vs_library = NAN;
}

void aisp_row_read(struct aisp_row *row, const json_t *results, size_t i)
{
	const json_t *r = json_array_get(json_object_get(results, "results"), i);
	const json_t *versus = json_object_get(r, "vs_library");

	*row = (struct aisp_row){ .target = aisp_field_text(r, "target"),
				  .distribution = aisp_field_text(r, "distribution"),
				  .status = aisp_field_text(r, "status"),
				  .reason = aisp_field_text(r, "reason") };
	read_params(row->params, sizeof(row->params), json_object_get(r, "params"));
	read_comparison(row, json_object_get(r, "comparison"));
	read_arms(row, aisp_result_arm(results, r, "baseline"),
		  aisp_result_arm(results, r, "optimized"),
		  aisp_result_arm(results, r, "library"));
	row->vs_library = strcmp(aisp_field_text(versus, "verdict"), "INVALID")
				  ? aisp_field_number(versus, "speedup")
				  : NAN;
	/* A verdict beside a status that rules one out would be a forged one. */
	row->text = *row->verdict && aisp_word_of(row->status) == AISP_WORD_MEASURED
			    ? row->verdict
			    : row->status;
	row->word = aisp_word_of(row->text);
	if (!aisp_row_is_valid(row))
		blank_figures(row);
}

int aisp_row_is_valid(const struct aisp_row *row)
{
	return aisp_word_of(row->status) == AISP_WORD_MEASURED &&
	       row->word != AISP_WORD_INVALID;
}

int aisp_row_is_vague(const struct aisp_row *row)
{
	return row->word == AISP_WORD_SAME && row->margin > AISP_WIDE_MARGIN;
}

void aisp_row_order(const json_t *results, size_t *order)
{
	size_t n = json_array_size(json_object_get(results, "results")), at = 0;

	for (int is_rest = 0; is_rest < 2; is_rest++)
		for (size_t i = 0; i < n; i++) {
			struct aisp_row row;

			aisp_row_read(&row, results, i);
			if (aisp_word_is_broken(row.word) != is_rest)
				order[at++] = i;
		}
}

static int is_repeated(const json_t *results, const char *target)
{
	const json_t *v;
	size_t i;
	int n = 0;

	json_array_foreach(json_object_get(results, "results"), i, v) n +=
		!strcmp(aisp_field_text(v, "target"), target);
	return n > 1;
}

/* What is the same is so within a margin: "SAME within 1 %". */
static void put_verdict(char *buf, size_t size, const struct aisp_row *row)
{
	int n = snprintf(buf, size, "%s", row->text);

	if (!strcmp(row->verdict, "SAME") && !isnan(row->margin))
		snprintf(buf + n, size - (size_t)n, " within %.2g %%",
			 100 * row->margin);
}

void aisp_row_cells(struct aisp_cells *cells, const json_t *results, size_t i)
{
	char label[1600], library[256], number[32];
	struct aisp_row row;

	aisp_row_read(&row, results, i);
	*cells = (struct aisp_cells){ 0 };
	if (is_repeated(results, row.target))
		snprintf(label, sizeof(label), "%s %s %s", row.target, row.params,
			 row.distribution);
	else
		snprintf(label, sizeof(label), "%s", row.target);
	aisp_format_text(cells->text[AISP_COLUMN_TARGET], sizeof(*cells->text), label);
	put_verdict(cells->text[AISP_COLUMN_VERDICT], sizeof(*cells->text), &row);
	aisp_format_ratio(cells->text[AISP_COLUMN_SPEEDUP], sizeof(*cells->text),
			  row.speedup, row.ci_low, row.ci_high);
	if (!isnan(row.speedup))
		aisp_format_text(cells->text[AISP_COLUMN_OVER], sizeof(*cells->text),
				 row.over);
	aisp_format_ns(cells->text[AISP_COLUMN_BASELINE], sizeof(*cells->text),
		       row.baseline_ns);
	aisp_format_ns(cells->text[AISP_COLUMN_TIME], sizeof(*cells->text),
		       row.optimized_ns);
	if (!isnan(row.sol_fraction)) {
		aisp_format_text(label, sizeof(label), row.roof);
		snprintf(cells->text[AISP_COLUMN_SOL], sizeof(*cells->text),
			 "%.1f %% of %.200s", 100 * row.sol_fraction, label);
	}
	aisp_format_text(library, sizeof(library), row.library);
	aisp_format_number(number, sizeof(number), row.vs_library);
	if (row.is_library)
		snprintf(cells->text[AISP_COLUMN_LIBRARY], sizeof(*cells->text),
			 "is %s", library);
	else if (*number)
		snprintf(cells->text[AISP_COLUMN_LIBRARY], sizeof(*cells->text),
			 "%sx %s", number, library);
}
