/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/field.h"
#include "profile_document.h"
#include "report/format.h"

static void print_time(const json_t *variant, FILE *f)
{
	const json_t *roof = json_object_get(variant, "roof");
	char ns[32], gb[32], gflop[32];

	aisp_format_ns(ns, sizeof(ns), aisp_field_number(variant, "call_ns"));
	aisp_format_number(gb, sizeof(gb), aisp_field_number(variant, "gb_per_s"));
	aisp_format_number(gflop, sizeof(gflop),
			   aisp_field_number(variant, "gflop_per_s"));
	fprintf(f, "  a call      %s without a profiler", ns);
	if (aisp_field_number(variant, "gb_per_s") > 0)
		fprintf(f, ", %s GB/s", gb);
	if (aisp_field_number(variant, "gflop_per_s") > 0)
		fprintf(f, ", %s GFLOP/s", gflop);
	fputc('\n', f);
	if (json_is_object(roof))
		fprintf(f, "  roof        %.1f %% of %s\n",
			100 * aisp_field_number(roof, "fraction"),
			aisp_field_text(roof, "name"));
}

static void print_counters(const json_t *counters, FILE *f)
{
	const char *name, *first_why = NULL;
	const json_t *c;
	char value[32];

	json_object_foreach((json_t *)counters, name, c) {
		if (!json_is_number(json_object_get(c, "per_call")))
			continue;
		aisp_format_number(value, sizeof(value),
				   aisp_field_number(c, "per_call"));
		fprintf(f, "  %-18s %12s a call", name, value);
		if (aisp_field_number(c, "share") < 0.999)
			fprintf(f, ", counted %.0f %% of the time",
				100 * aisp_field_number(c, "share"));
		fputc('\n', f);
	}
	json_object_foreach((json_t *)counters, name, c) {
		const char *why = aisp_field_text(c, "why");

		if (!why[0])
			continue;
		if (!first_why || strcmp(why, first_why) != 0)
			fprintf(f, "%s  UNKNOWN: %s:", first_why ? "\n" : "", why);
		fprintf(f, " %s", name);
		first_why = why;
	}
	if (first_why)
		fputc('\n', f);
}

static void print_share(const json_t *rank, const char *name, FILE *f)
{
	const json_t *share = json_object_get(rank, name);

	if (json_is_number(share))
		fprintf(f, "  %9.0f %%", 100 * json_number_value(share));
	else
		fprintf(f, "  %11s", "?");
}

static void print_ranks(const json_t *ranks, FILE *f)
{
	const json_t *rank;
	size_t i;

	if (json_array_size(ranks))
		fputs("  rank           computing      waiting      off CPU\n", f);
	json_array_foreach(ranks, i, rank) {
		fprintf(f, "  %-11zu", i);
		print_share(rank, "computing", f);
		print_share(rank, "waiting", f);
		print_share(rank, "off_cpu", f);
		fputc('\n', f);
	}
}

static void print_lines(const json_t *lines, FILE *f)
{
	const json_t *line;
	size_t i;

	json_array_foreach(lines, i, line)
		fprintf(f, "%s%s %.0f %%", i ? ", " : "  lines       ",
			aisp_field_text(line, "line"),
			100 * aisp_field_number(line, "share"));
	if (json_array_size(lines))
		fputc('\n', f);
}

static void print_stacks(const json_t *stacks, FILE *f)
{
	if (aisp_field_text(stacks, "why")[0])
		fprintf(f, "  call stacks UNKNOWN: %s\n",
			aisp_field_text(stacks, "why"));
	else
		fprintf(f, "  hottest     %s, %.0f %% of %.0f samples (%s)\n",
			aisp_field_text(stacks, "hottest"),
			100 * aisp_field_number(stacks, "share"),
			aisp_field_number(stacks, "samples"),
			aisp_field_text(stacks, "svg"));
	print_lines(json_object_get(stacks, "lines"), f);
}

static void print_kernels(const json_t *trace, FILE *f)
{
	double calls = aisp_field_number(trace, "calls");
	const json_t *k;
	size_t i;

	if (aisp_field_text(trace, "why")[0])
		fprintf(f, "  kernels     UNKNOWN: %s\n",
			aisp_field_text(trace, "why"));
	json_array_foreach(json_object_get(trace, "kernels"), i, k) {
		char ns[32];

		if (i == 10)
			break;
		aisp_format_ns(ns, sizeof(ns),
			       aisp_field_number(k, "total_ns") / calls);
		fprintf(f,
			"  kernel      %s a call, %g launches, %g registers: %.60s\n",
			ns, aisp_field_number(k, "n") / calls,
			aisp_field_number(k, "registers"), aisp_field_text(k, "name"));
	}
}

static void print_gpu(const json_t *gpu, FILE *f)
{
	static const char *const tools[] = { "ncu", "nsys" };

	if (!json_is_object(gpu))
		return;
	print_kernels(json_object_get(gpu, "trace"), f);
	for (int i = 0; i < 2; i++) {
		const json_t *tool = json_object_get(gpu, tools[i]);

		if (aisp_field_text(tool, "why")[0])
			fprintf(f, "  %-11s UNKNOWN: %s\n", tools[i],
				aisp_field_text(tool, "why"));
		else
			fprintf(f, "  %-11s %s\n", tools[i],
				aisp_field_text(tool, "report"));
	}
}

static void print_verdict(const json_t *verdict, FILE *f)
{
	const json_t *a;
	size_t i;

	if (!json_is_object(verdict))
		return;
	fprintf(f, "  bound by    %s: %s\n", aisp_field_text(verdict, "bound"),
		aisp_field_text(verdict, "why"));
	json_array_foreach(json_object_get(verdict, "advice"), i, a) {
		fprintf(f, "  %-11s %s", i ? "" : "try", aisp_field_text(a, "what"));
		if (aisp_field_text(a, "chapter")[0])
			fprintf(f, " (%s)", aisp_field_text(a, "chapter"));
		fputc('\n', f);
	}
}

int profile_print(const json_t *document, FILE *f)
{
	const json_t *v;
	size_t i;

	fprintf(f, "%s, metric set %s; not one of these times is a result\n",
		aisp_field_text(document, "target"),
		aisp_field_text(document, "metric_set"));
	json_array_foreach(json_object_get(document, "variants"), i, v) {
		fprintf(f, "\n%s (%s): %s\n", aisp_field_text(v, "variant"),
			aisp_field_text(v, "role"), aisp_field_text(v, "summary"));
		if (aisp_field_text(v, "wrong")[0])
			fprintf(f, "  WRONG       %s\n", aisp_field_text(v, "wrong"));
		if (strcmp(aisp_field_text(v, "status"), "ok") != 0) {
			fprintf(f, "  %s: %s\n", aisp_field_text(v, "status"),
				aisp_field_text(v, "why"));
			continue;
		}
		print_time(v, f);
		print_counters(json_object_get(v, "counters"), f);
		print_ranks(json_object_get(v, "ranks"), f);
		print_stacks(json_object_get(v, "stacks"), f);
		print_gpu(json_object_get(v, "gpu"), f);
		print_verdict(json_object_get(v, "verdict"), f);
	}
	return ferror(f) ? -1 : 0;
}
