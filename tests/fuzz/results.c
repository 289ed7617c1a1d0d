/* SPDX-License-Identifier: MIT
 *
 * A results.json that somebody hands us, however damaged, is refused, or every
 * report can be made of it and it can be judged.  Half of the mutations exchange one
 * value of the document for one of another type or size, so that it stays JSON.
 */
#include <stdlib.h>

#include "base/rng.h"
#include "report/expect_text.h"
#include "report/export.h"
#include "report/html_data.h"
#include "report/ledger_text.h"
#include "report/proof.h"
#include "report/report.h"
#include "report/roofline.h"
#include "store/expect_judge.h"
#include "store/run.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t n_bytes, size_t max_bytes);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t n_bytes, size_t max_bytes,
			       unsigned seed);

/* In [0, n); one mutation follows from its seed. */
static unsigned draw(unsigned *seed, unsigned n)
{
	return (unsigned)aisp_random_below((*seed)++, 0, n);
}

static json_t *any_value(unsigned *seed)
{
	static const char *const text[] = {
		"null",        "true",        "0",
		"-1",          "1e308",       "9223372036854775807",
		"5e-324",      "\"\"",        "\"|\\n,\\\"\"",
		"\"\\u202e\"", "[]",          "{}",
		"[null]",      "[[]]",        "[1,2]",
		"\"SAME\"",    "\"INVALID\"",
	};

	return json_loads(text[draw(seed, sizeof(text) / sizeof(text[0]))],
			  JSON_DECODE_ANY, NULL);
}

/* Exchange, or take away, one value somewhere below v. */
static void mutate(json_t *v, unsigned *seed)
{
	size_t n = json_is_object(v) ? json_object_size(v) : json_array_size(v);
	size_t i = n ? draw(seed, (unsigned)n) : 0;
	void *member = json_object_iter(v);
	json_t *child;

	if (!n)
		return;
	for (size_t k = 0; member && k < i; k++)
		member = json_object_iter_next(v, member);
	child = member ? json_object_iter_value(member) : json_array_get(v, i);
	if ((json_is_object(child) || json_is_array(child)) && draw(seed, 4))
		mutate(child, seed);
	else if (!member)
		json_array_set_new(v, i, any_value(seed));
	else if (draw(seed, 4))
		json_object_iter_set_new(v, member, any_value(seed));
	else
		json_object_del(v, json_object_iter_key(member));
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t n_bytes, size_t max_bytes,
			       unsigned seed)
{
	json_t *v = draw(&seed, 2) ? json_loadb((char *)bytes, n_bytes, 0, NULL) : NULL;
	size_t n;

	if (!v)
		return LLVMFuzzerMutate(bytes, n_bytes, max_bytes);
	mutate(v, &seed);
	n = json_dumpb(v, (char *)bytes, max_bytes, JSON_COMPACT);
	json_decref(v);
	return n <= max_bytes ? n : 0;
}

/* The document is its own manifest, and its own second block. */
static void judge(json_t *results)
{
	const struct aisp_expect_place nowhere = { "/nonexistent", true };
	json_t *rows = json_array(), *copy = json_deep_copy(results);

	aisp_expect_judge_run(results, results, &nowhere);
	aisp_expect_confirm_run(results, copy, results, &nowhere);
	aisp_proof_add_run(rows, results, results);
	json_decref(rows);
	json_decref(copy);
}

static void report(const json_t *results)
{
	struct aisp_style narrow = { 40, 1 };
	char *text = NULL;
	size_t n_bytes = 0;
	FILE *f = open_memstream(&text, &n_bytes);

	if (!f)
		return;
	aisp_report_table_styled(results, NULL, narrow, f);
	aisp_report_markdown(results, NULL, f);
	aisp_report_csv(results, NULL, f);
	aisp_report_json(results, NULL, f);
	aisp_report_ledger(results, f);
	json_decref(aisp_html_data(results, NULL));
	aisp_roofline_svg(results, NULL, f);
	aisp_export_google_benchmark(results, NULL, f);
	aisp_export_nvbench(results, NULL, f);
	aisp_export_nvbench_csv(results, NULL, f);
	aisp_export_junit(results, NULL, f);
	aisp_export_openmetrics(results, NULL, f);
	aisp_export_samples(results, NULL, f);
	aisp_export_trace(results, NULL, f);
	aisp_expect_lines(results, f);
	fclose(f);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	json_t *results =
		json_loadb((const char *)bytes, n_bytes, JSON_DECODE_ANY, NULL);
	struct aisp_err err;

	if (results && !aisp_results_check(results, &err)) {
		judge(results);
		report(results);
	}
	json_decref(results);
	return 0;
}
