/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "format.h"
#include "row.h"
#include "run/left_out.h"

const char *const aisp_column_names[AISP_N_COLUMNS] = { "target",       "verdict",
							"speedup",      "over",
							"baseline",     "time",
							"of the limit", "vs library" };

static void read_comparison(struct aisp_row *row, const struct aisp_run_comparison *c)
{
	if (!c)
		return;
	row->speedup = c->speedup;
	row->ci_low = c->speedup_ci[0];
	row->ci_high = c->speedup_ci[1];
	row->confidence = c->confidence;
	row->n_pairs = aisp_whole(c->n_pairs);
	row->mde = c->mde;
	row->margin = c->margin;
	row->advice = c->advice;
	if (*c->why)
		row->reason = c->why;
}

static void read_arms(struct aisp_row *row, const struct aisp_run_result *r)
{
	const struct aisp_run_arm *optimized = r->arms[AISP_OPTIMIZED];
	const struct aisp_run_arm *library = r->arms[AISP_LIBRARY];

	row->over = r->arms[AISP_BASELINE]->kind;
	row->baseline_ns = r->arms[AISP_BASELINE]->median_ns;
	row->optimized_ns = optimized->median_ns;
	row->gb_per_s = optimized->gb_per_s;
	row->gflop_per_s = optimized->gflop_per_s;
	row->sol_fraction = optimized->sol.fraction;
	row->roof = optimized->sol.roof;
	row->bound_by = optimized->sol.bound_by;
	row->is_library = optimized->kind == AISP_KIND_LIBRARY;
	if (row->is_library)
		library = optimized;
	if (library)
		row->library = *library->library ? library->library : library->variant;
}

static void read_score(struct aisp_row *row, const struct aisp_run_result *r)
{
	const struct aisp_run_arm *base = r->arms[AISP_BASELINE];
	const struct aisp_run_arm *opt = r->arms[AISP_OPTIMIZED];

	row->score = r->score ? r->score->name : "";
	if (!r->score)
		return;
	row->more_is_better = r->score->better == AISP_BETTER_MORE;
	if (base->score)
		row->baseline_score = base->score->value;
	if (opt->score) {
		row->optimized_score = opt->score->value;
		row->score_bound = opt->score->bound;
	}
}

static void blank_figures(struct aisp_row *row)
{
	row->baseline_score = row->optimized_score = row->score_bound = NAN;
	row->speedup = row->ci_low = row->ci_high = row->confidence = NAN;
	row->mde = row->margin = row->baseline_ns = row->optimized_ns = NAN;
	row->gb_per_s = row->gflop_per_s = row->sol_fraction = row->vs_library = NAN;
}

void aisp_row_read(struct aisp_row *row, const struct aisp_run_result *r)
{
	*row = (struct aisp_row){ .target = r->target,
				  .distribution = r->distribution,
				  .tier = r->tier,
				  .status = r->status,
				  .verdict = aisp_result_verdict(r),
				  .word = aisp_result_word(r),
				  .reason = r->reason,
				  .advice = "",
				  .library = "",
				  .n_pairs = NAN };
	blank_figures(row);
	row->text = aisp_word_name(row->word);
	row->mark = aisp_left_out_mark(r);
	aisp_map_text(row->params, sizeof(row->params), &r->params);
	read_comparison(row, r->comparison);
	read_arms(row, r);
	read_score(row, r);
	if (r->vs_library && r->vs_library->verdict != AISP_WORD_INVALID)
		row->vs_library = r->vs_library->speedup;
	if (!aisp_row_is_valid(row))
		blank_figures(row);
}

int aisp_row_is_valid(const struct aisp_row *row)
{
	return row->status == AISP_WORD_MEASURED && row->word != AISP_WORD_INVALID;
}

int aisp_row_is_too_slow(const struct aisp_row *row)
{
	return row->word == AISP_WORD_WORSE &&
	       (row->speedup > 1 || row->ci_high * (1 + row->margin) >= 1);
}

int aisp_row_is_vague(const struct aisp_row *row)
{
	return row->word == AISP_WORD_SAME && row->margin > AISP_WIDE_MARGIN;
}

void aisp_row_order(const struct aisp_run *run, int *order)
{
	int at = 0;

	for (int is_rest = 0; is_rest < 2; is_rest++)
		for (int i = 0; i < run->n_results; i++)
			if (aisp_word_is_broken(aisp_result_word(&run->results[i])) !=
			    is_rest)
				order[at++] = i;
}

static bool is_repeated(const struct aisp_run *run, const char *target)
{
	int n = 0;

	for (int i = 0; i < run->n_results; i++)
		n += !strcmp(run->results[i].target, target);
	return n > 1;
}

/* SAME is so within a margin: "SAME within 1 %". */
static void put_verdict(char *buf, size_t size, const struct aisp_row *row)
{
	char margin[32] = "";

	if (row->word == AISP_WORD_SAME && !isnan(row->margin))
		snprintf(margin, sizeof(margin), " within %.2g %%", 100 * row->margin);
	snprintf(buf, size, "%s%s%s", row->text, margin, row->mark);
}

double aisp_row_share_of_bound(const struct aisp_row *row)
{
	return row->more_is_better ? row->optimized_score / row->score_bound
				   : row->score_bound / row->optimized_score;
}

/* Says what the ratio is of, and how close the score came to the best possible one. */
static void put_score(struct aisp_cells *cells, const struct aisp_row *row)
{
	char *ratio = cells->text[AISP_COLUMN_SPEEDUP];
	double share = aisp_row_share_of_bound(row);
	double times = row->optimized_ns / row->baseline_ns;
	char name[256];

	aisp_format_text(name, sizeof(name), row->score);
	if (*ratio)
		snprintf(ratio + strlen(ratio), sizeof(*cells->text) - strlen(ratio),
			 " in %.200s", name);
	if (*ratio && aisp_row_is_too_slow(row) && times > 0)
		snprintf(ratio + strlen(ratio), sizeof(*cells->text) - strlen(ratio),
			 ", but in %.2gx the time", times);
	if (!isnan(share))
		snprintf(cells->text[AISP_COLUMN_SOL], sizeof(*cells->text),
			 "%.1f %% of the best score", 100 * share);
}

void aisp_result_name(char *buf, size_t size, const struct aisp_run *run, int i)
{
	const struct aisp_run_result *r = &run->results[i];
	char params[1024];

	snprintf(buf, size, "%s", r->target);
	if (!is_repeated(run, r->target))
		return;
	aisp_map_text(params, sizeof(params), &r->params);
	snprintf(buf, size, "%s %s %s", r->target, params, r->distribution);
}

void aisp_print_result_name(const struct aisp_run *run, int i, FILE *f)
{
	char name[1600];

	aisp_result_name(name, sizeof(name), run, i);
	aisp_print_text(f, name);
}

void aisp_row_cells(struct aisp_cells *cells, const struct aisp_run *run, int i)
{
	char label[1600], library[256], number[32];
	struct aisp_row row;

	aisp_row_read(&row, &run->results[i]);
	*cells = (struct aisp_cells){ .word = row.word };
	aisp_result_name(label, sizeof(label), run, i);
	aisp_format_text(cells->text[AISP_COLUMN_TARGET], sizeof(*cells->text), label);
	if (aisp_word_is_broken(row.word))
		aisp_format_text(cells->reason, sizeof(cells->reason), row.reason);
	put_verdict(cells->text[AISP_COLUMN_VERDICT], sizeof(*cells->text), &row);
	aisp_format_ratio(cells->text[AISP_COLUMN_SPEEDUP], sizeof(*cells->text),
			  row.speedup, row.ci_low, row.ci_high);
	if (!isnan(row.speedup))
		aisp_format_text(cells->text[AISP_COLUMN_OVER], sizeof(*cells->text),
				 aisp_kind_name(row.over));
	aisp_format_ns(cells->text[AISP_COLUMN_BASELINE], sizeof(*cells->text),
		       row.baseline_ns);
	aisp_format_ns(cells->text[AISP_COLUMN_TIME], sizeof(*cells->text),
		       row.optimized_ns);
	if (*row.score)
		put_score(cells, &row);
	else if (!isnan(row.sol_fraction)) {
		aisp_format_text(label, sizeof(label), row.roof);
		snprintf(cells->text[AISP_COLUMN_SOL], sizeof(*cells->text),
			 "%.1f %% of %.200s", 100 * row.sol_fraction, label);
	} else if (row.bound_by && *row.bound_by) {
		aisp_format_text(label, sizeof(label), row.bound_by);
		snprintf(cells->text[AISP_COLUMN_SOL], sizeof(*cells->text),
			 "no roof: %.200s", label);
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
