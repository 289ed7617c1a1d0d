/* SPDX-License-Identifier: MIT
 *
 * csv.c - RFC 4180.  The columns are an interface: add new ones at the end.
 */
#include <math.h>
#include <string.h>

#include "report.h"
#include "row.h"

struct out {
	FILE *f;
	const char *separator; /* before the next field */
};

static void put_text(struct out *o, const char *text)
{
	fputs(o->separator, o->f);
	o->separator = ",";
	if (!strpbrk(text, ",\"\r\n")) {
		fputs(text, o->f);
		return;
	}
	fputc('"', o->f);
	for (; *text; text++) {
		if (*text == '"')
			fputc('"', o->f);
		fputc(*text, o->f);
	}
	fputc('"', o->f);
}

static void put_number(struct out *o, double v)
{
	char text[32] = "";

	if (!isnan(v))
		snprintf(text, sizeof(text), "%.9g", v);
	put_text(o, text);
}

static void put_row(const struct aisp_row *r, const char *grade, FILE *f)
{
	struct out o = { f, "" };

	put_text(&o, r->target);
	put_text(&o, r->params);
	put_text(&o, r->distribution);
	put_text(&o, r->status);
	put_text(&o, r->verdict);
	put_number(&o, r->speedup);
	put_number(&o, r->ci_low);
	put_number(&o, r->ci_high);
	put_number(&o, r->confidence);
	put_number(&o, r->n_pairs);
	put_number(&o, r->baseline_ns);
	put_number(&o, r->optimized_ns);
	put_number(&o, r->gb_per_s);
	put_number(&o, r->gflop_per_s);
	put_number(&o, r->sol_fraction);
	put_text(&o, r->roof);
	put_number(&o, r->vs_library);
	put_number(&o, r->mde);
	put_number(&o, r->margin);
	put_text(&o, grade);
	put_text(&o, r->reason);
	fputs("\r\n", f);
}

int aisp_report_csv(const json_t *results, const json_t *manifest, FILE *f)
{
	const char *grade = json_string_value(
		json_object_get(json_object_get(results, "run"), "grade"));
	size_t n = json_array_size(json_object_get(results, "results"));
	struct aisp_row row;

	(void)manifest;
	fputs("target,params,distribution,status,verdict,speedup,ci_low,ci_high,"
	      "confidence,"
	      "n_pairs,baseline_ns,optimized_ns,gb_per_s,gflop_per_s,sol_fraction,roof,"
	      "vs_library,mde,margin,grade,reason\r\n",
	      f);
	for (size_t i = 0; i < n; i++) {
		aisp_row_read(&row, results, i);
		put_row(&row, grade ? grade : "", f);
	}
	return ferror(f) ? -1 : 0;
}
