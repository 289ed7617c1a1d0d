/* SPDX-License-Identifier: MIT */
#include "compare_text.h"
#include "format.h"

#define VALUE_MAX 59 /* bytes of a manifest's line; the whole is in the JSON */

static void print_value(const char *value, FILE *f)
{
	aisp_print_begin(f, value ? value : "(none)", VALUE_MAX);
}

static void print_differences(const struct aisp_compared *c, FILE *f)
{
	if (!c->n_differs)
		fputs("their manifests say the same\n", f);
	for (int i = 0; i < c->n_differs; i++) {
		const struct aisp_difference *d = &c->differs[i];

		fputs(i ? "         " : "differs: ", f);
		aisp_print_begin(f, d->what, 199);
		fputs(": ", f);
		print_value(d->a, f);
		fputs(" | ", f);
		print_value(d->b, f);
		fputc('\n', f);
	}
}

static void print_ratios(const struct aisp_compared_row *r, FILE *f)
{
	char a[32], b[32];

	aisp_format_number(a, sizeof(a), r->speedup[0]);
	aisp_format_number(b, sizeof(b), r->speedup[1]);
	fprintf(f, "speedup %sx to %sx", a, b);
	aisp_format_ns(a, sizeof(a), r->time_ns[0]);
	aisp_format_ns(b, sizeof(b), r->time_ns[1]);
	fprintf(f, ", time %s to %s", a, b);
	aisp_format_ns(a, sizeof(a), r->baseline_ns[0]);
	aisp_format_ns(b, sizeof(b), r->baseline_ns[1]);
	fprintf(f, ", baseline %s to %s", a, b);
}

static void print_row(const struct aisp_compared_row *r, FILE *f)
{
	static const char *const units[] = { "launches", "runs", "pairs of runs" };
	char ratio[96];

	fprintf(f, "%-13s ", aisp_compared_word(r));
	aisp_print_text(f, r->of->target);
	fputs("  ", f);
	aisp_print_text(f, r->of->params);
	if (r->has_figures) {
		aisp_format_ratio(ratio, sizeof(ratio), r->ratio, r->ratio_ci[0],
				  r->ratio_ci[1]);
		fprintf(f, "\n    %s %s of %d %s against %d%s%s\n    ",
			aisp_history_metric_name(r->metric), ratio, r->n[1],
			units[r->unit], r->n[0],
			r->is_same_object ? ", the same object" : "",
			r->is_other_baseline ? "; another baseline" : "");
		print_ratios(r, f);
	}
	if (r->n_left_out) {
		fprintf(f, "\n    %d pairs left out, the last: ", r->n_left_out);
		aisp_print_text(f, r->left_out_why);
	}
	if (*r->why) {
		fputs("\n    ", f);
		aisp_print_text(f, r->why);
	}
	fputc('\n', f);
}

static void print_only(const struct aisp_texts *targets, const char *name, FILE *f)
{
	for (int i = 0; i < targets->n; i++) {
		fprintf(f, "%s", i ? ", " : "only in ");
		if (!i)
			fprintf(f, "%s: ", name);
		aisp_print_text(f, targets->at[i]);
	}
	if (targets->n)
		fputc('\n', f);
}

int aisp_report_comparison(const struct aisp_compared *c, const char *label_a,
			   const char *label_b, FILE *f)
{
	fputs("A: ", f);
	aisp_print_text(f, label_a);
	fputs("\nB: ", f);
	aisp_print_text(f, label_b);
	fputc('\n', f);
	print_differences(c, f);
	fputs("\nB against A; a ratio above 1: B is better\n", f);
	for (int i = 0; i < c->n_rows; i++)
		print_row(&c->rows[i], f);
	print_only(&c->only[0], "A", f);
	print_only(&c->only[1], "B", f);
	return ferror(f) ? -1 : 0;
}
