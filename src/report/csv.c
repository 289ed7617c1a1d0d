/* SPDX-License-Identifier: MIT
 *
 * csv.c - RFC 4180.  The columns are an interface: add new ones at the end.
 */
#include "csv_writer.h"
#include "report.h"
#include "row.h"
#include "run/left_out.h"

static void put_row(const struct aisp_row *r, const char *grade, const char *left_out,
		    FILE *f)
{
	struct aisp_csv csv = { f, 0 };

	aisp_csv_text(&csv, r->target);
	aisp_csv_text(&csv, r->params);
	aisp_csv_text(&csv, r->distribution);
	aisp_csv_text(&csv, aisp_word_name(r->status));
	aisp_csv_text(&csv, aisp_word_name(r->verdict));
	aisp_csv_number(&csv, r->speedup);
	aisp_csv_number(&csv, r->ci_low);
	aisp_csv_number(&csv, r->ci_high);
	aisp_csv_number(&csv, r->confidence);
	aisp_csv_number(&csv, r->n_pairs);
	aisp_csv_number(&csv, r->baseline_ns);
	aisp_csv_number(&csv, r->optimized_ns);
	aisp_csv_number(&csv, r->gb_per_s);
	aisp_csv_number(&csv, r->gflop_per_s);
	aisp_csv_number(&csv, r->sol_fraction);
	aisp_csv_text(&csv, r->roof);
	aisp_csv_number(&csv, r->vs_library);
	aisp_csv_number(&csv, r->mde);
	aisp_csv_number(&csv, r->margin);
	aisp_csv_text(&csv, grade);
	aisp_csv_text(&csv, r->reason);
	aisp_csv_text(&csv, r->tier);
	aisp_csv_text(&csv, *r->score ? r->score : "time");
	aisp_csv_number(&csv, r->baseline_score);
	aisp_csv_number(&csv, r->optimized_score);
	aisp_csv_number(&csv, r->score_bound);
	aisp_csv_text(&csv, left_out);
	aisp_csv_end_row(&csv);
}

int aisp_report_csv(const struct aisp_run *run, FILE *f)
{
	struct aisp_row row;
	char left_out[1024];

	fputs("target,params,distribution,status,verdict,speedup,ci_low,ci_high,"
	      "confidence,"
	      "n_pairs,baseline_ns,optimized_ns,gb_per_s,gflop_per_s,sol_fraction,roof,"
	      "vs_library,mde,margin,grade,reason,tier,of,baseline_score,"
	      "optimized_score,score_bound,left_out\r\n",
	      f);
	for (int i = 0; i < run->n_results; i++) {
		aisp_row_read(&row, &run->results[i]);
		aisp_left_out_names(left_out, sizeof(left_out), &run->results[i]);
		put_row(&row, run->info.grade, left_out, f);
	}
	return ferror(f) ? -1 : 0;
}
