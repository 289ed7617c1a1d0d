/* SPDX-License-Identifier: MIT
 *
 * show_text.c - a pair's description as lines.
 */
#include <string.h>

#include "base/field.h"
#include "report/format.h"
#include "show_document.h"

static void print_params(const json_t *document, FILE *f)
{
	bool is_cuda = !strcmp(aisp_field_text(document, "device"), "cuda");
	const json_t *p;
	size_t i;

	fputs("\nparameters (--param NAME=VALUE; --preset small, default or large)\n",
	      f);
	json_array_foreach(json_object_get(document, "params"), i, p)
		fprintf(f, "  %-12s %-10lld small %lld, default %lld, large %lld: %s\n",
			aisp_field_text(p, "name"),
			json_integer_value(json_object_get(p, "value")),
			json_integer_value(json_object_get(p, "small")),
			json_integer_value(json_object_get(p, is_cuda ? "default_cuda"
								      : "default")),
			json_integer_value(json_object_get(p, "large")),
			aisp_field_text(p, "help"));
}

static void print_shape(const json_t *shape, FILE *f)
{
	const json_t *n;
	size_t i;

	json_array_foreach(shape, i, n)
		fprintf(f, "%s%lld", i ? " x " : "", json_integer_value(n));
}

/* How an input is filled, if not as the user chose. */
static void print_fill(const char *fill, long long limit, FILE *f)
{
	if (!strcmp(fill, "index"))
		fprintf(f, ", integers below %lld", limit);
	else if (!strcmp(fill, "zipf"))
		fprintf(f, ", integers below %lld by Zipf's law", limit);
	else if (!strcmp(fill, "lengths"))
		fprintf(f, ", lengths up to %lld", limit);
	else if (!strcmp(fill, "permutation"))
		fprintf(f, ", different integers below %lld", limit);
	else if (!strcmp(fill, "unit"))
		fputs(", in [0, 1)", f);
	else if (!strcmp(fill, "bytes"))
		fputs(", random bits", f);
}

static void print_tensors(const char *heading, const json_t *tensors, FILE *f)
{
	const json_t *t;
	size_t i;

	fprintf(f, "\n%s\n", heading);
	json_array_foreach(tensors, i, t) {
		const char *fill = aisp_field_text(t, "fill");

		fprintf(f, "  %-12s %-5s ", aisp_field_text(t, "name"),
			aisp_field_text(t, "dtype"));
		print_shape(json_object_get(t, "shape"), f);
		print_fill(fill, json_integer_value(json_object_get(t, "limit")), f);
		if (json_is_true(json_object_get(t, "in_file")))
			fputs(", in a file", f);
		if (json_is_true(json_object_get(t, "on_host")))
			fputs(", in the host's memory", f);
		if (json_is_true(json_object_get(t, "by_step")))
			fputs(", a row a step", f);
		if (json_is_true(json_object_get(t, "by_next")))
			fputs(", each step's own, made of the answers before", f);
		if (json_is_true(json_object_get(t, "is_step")))
			fputs(", the step's number", f);
		if (json_is_true(json_object_get(t, "is_clock")))
			fputs(", stamps by the judge's clock", f);
		if (json_is_true(json_object_get(t, "is_hidden")))
			fputs(", hidden from variants", f);
		if (json_is_true(json_object_get(t, "is_ragged")))
			fputs(", as many as the data say", f);
		if (json_is_true(json_object_get(t, "is_choice")))
			fputs(", several answers are valid", f);
		if (*aisp_field_text(t, "starts_as"))
			fprintf(f, ", updated in place: starts as the input '%s'",
				aisp_field_text(t, "starts_as"));
		fputc('\n', f);
	}
}

static void print_list(const char *label, const json_t *list, FILE *f)
{
	const json_t *s;
	size_t i;

	if (!json_array_size(list))
		return;
	fprintf(f, "%-15s", label);
	json_array_foreach(list, i, s)
		fprintf(f, "%s%s", i ? ", " : "", json_string_value(s));
	fputc('\n', f);
}

static void print_score(const json_t *document, FILE *f)
{
	const json_t *s = json_object_get(document, "score"), *name;
	double max_times = aisp_field_number(s, "max_times");
	size_t i;

	if (!s)
		return;
	fprintf(f, "\njudged by      %s: %s is better%s", aisp_field_text(s, "name"),
		aisp_field_text(s, "better"),
		json_is_true(json_object_get(s, "has_bound"))
			? "; reports name the best value possible"
			: "");
	if (max_times > 0)
		fprintf(f, "; in at most %.3g times the baseline's time", max_times);
	fputc('\n', f);
	json_array_foreach(json_object_get(s, "figures"), i, name)
		fprintf(f, "%-15s%s\n", i ? "" : "and tells", json_string_value(name));
}

static void print_collective(const json_t *document, FILE *f)
{
	const json_t *c = json_object_get(document, "collective");
	const json_t *roof = json_object_get(c, "roof");
	char size[32], wire[32], least[32];

	if (!c)
		return;
	aisp_format_number(size, sizeof(size), aisp_field_number(c, "size_bytes"));
	aisp_format_number(wire, sizeof(wire), aisp_field_number(c, "wire_bytes"));
	if (aisp_field_number(c, "wire_bytes") > 0)
		fprintf(f,
			"collective     %s bytes of each rank, which must get %s from "
			"its peers\n",
			size, wire);
	aisp_format_ns(least, sizeof(least), aisp_field_number(roof, "ns"));
	if (json_is_object(roof))
		fprintf(f, "roof           %s a call, by this machine's peak of %s\n",
			least, aisp_field_text(roof, "name"));
	else if (!*aisp_field_text(document, "bound_by"))
		fputs("roof           not known: `aisp peak` measures this machine\n",
		      f);
}

static void print_work(const json_t *document, FILE *f)
{
	double flops = aisp_field_number(document, "flops");
	double bytes = aisp_field_number(document, "bytes");
	char a[32], b[32], c[32];

	aisp_format_number(a, sizeof(a), flops);
	aisp_format_number(b, sizeof(b), bytes);
	aisp_format_number(c, sizeof(c), bytes > 0 ? flops / bytes : 0);
	if (flops > 0)
		fprintf(f,
			"\nwork           %s operations in %s, %s bytes of traffic, "
			"%s operations a byte",
			a, aisp_field_text(document, "compute"), b, c);
	else
		fprintf(f, "\nwork           %s bytes of traffic, no arithmetic", b);
	if (json_object_get(document, "steps"))
		fprintf(f, "; steps of a call: %lld",
			json_integer_value(json_object_get(document, "steps")));
	if (json_object_get(document, "ranks"))
		fprintf(f, "; ranks: %lld",
			json_integer_value(json_object_get(document, "ranks")));
	fprintf(f, "; threads: %lld%s\n",
		json_integer_value(json_object_get(document, "threads")),
		json_is_true(json_object_get(document, "is_cold"))
			? "; caches are flushed before each call"
			: "");
	if (*aisp_field_text(document, "bound_by"))
		fprintf(f, "bound by       %s; no roof is modelled\n",
			aisp_field_text(document, "bound_by"));
	print_collective(document, f);
	print_list("inputs are", json_object_get(document, "distributions"), f);
	print_list("may use", json_object_get(document, "uses"), f);
	fprintf(f, "error model    %s\n", aisp_field_text(document, "error_model"));
}

static void print_variants(const json_t *document, FILE *f)
{
	const json_t *v;
	size_t i;

	fputs("\nvariants\n", f);
	json_array_foreach(json_object_get(document, "variants"), i, v) {
		const char *target = aisp_field_text(v, "target");
		const char *needs = aisp_field_text(v, "needs");
		const char *why = aisp_field_text(v, "not_built");

		fprintf(f, "  %s (%s, %s)\n", *target ? target : "baseline",
			aisp_field_text(v, "file"), aisp_field_text(v, "class"));
		if (*aisp_field_text(v, "summary"))
			fprintf(f, "      %s\n", aisp_field_text(v, "summary"));
		if (*needs)
			fprintf(f, "      needs %s\n", needs);
		if (*why)
			fprintf(f, "      %s\n", why);
	}
}

static void make_plain(json_t *at)
{
	const char *key, *text = json_string_value(at);
	char plain[1024];
	json_t *item;
	size_t i;

	json_object_foreach(at, key, item)
		make_plain(item);
	json_array_foreach(at, i, item)
		make_plain(item);
	if (!text)
		return;
	aisp_format_text(plain, sizeof(plain), text);
	json_string_set(at, plain);
}

int show_print(json_t *document, FILE *f)
{
	const char *lesson;

	make_plain(document);
	lesson = aisp_field_text(document, "lesson");
	fprintf(f, "%s@%s  %s\n%s/workload_%s.h\n", aisp_field_text(document, "pair"),
		aisp_field_text(document, "device"), aisp_field_text(document, "title"),
		aisp_field_text(document, "directory"),
		aisp_field_text(document, "workload"));
	if (*lesson)
		fprintf(f, "lesson: %s\n", lesson);
	print_params(document, f);
	print_tensors("inputs", json_object_get(document, "inputs"), f);
	print_tensors("outputs", json_object_get(document, "outputs"), f);
	print_score(document, f);
	print_work(document, f);
	print_variants(document, f);
	fprintf(f, "\nto measure it: %s\n", aisp_field_text(document, "command"));
	return ferror(f) ? -1 : 0;
}
