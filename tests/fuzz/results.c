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
#include "report/quantity_rows.h"
#include "report/report.h"
#include "report/roofline.h"
#include "store/expect_judge.h"

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
static void judge(struct aisp_run *run)
{
	const struct aisp_expect_place nowhere = { "/nonexistent", true };
	json_t *second = json_deep_copy(run->document);
	struct aisp_proof proof = { 0 };

	json_object_del(second, "confirmation");
	aisp_expect_judge_run(run, &nowhere);
	aisp_run_confirm(run, second, NULL);
	aisp_expect_confirm_run(run, &nowhere);
	aisp_proof_add_run(&proof, run);
	aisp_proof_release(&proof);
}

static void compare(const struct aisp_run *run, FILE *f)
{
	json_decref(aisp_quantity_rows(run, run));
	aisp_quantity_print(run, run, f);
}

static void report(const struct aisp_run *run)
{
	struct aisp_style narrow = { 40, 1 };
	char *text = NULL;
	size_t n_bytes = 0;
	FILE *f = open_memstream(&text, &n_bytes);

	if (!f)
		return;
	aisp_report_table_styled(run, narrow, f);
	aisp_report_markdown(run, f);
	aisp_report_csv(run, f);
	aisp_report_json(run, f);
	aisp_report_ledger(run, f);
	json_decref(aisp_html_data(run));
	aisp_roofline_svg(run, f);
	aisp_export_google_benchmark(run, f);
	aisp_export_nvbench(run, f);
	aisp_export_nvbench_csv(run, f);
	aisp_export_junit(run, f);
	aisp_export_openmetrics(run, f);
	aisp_export_samples(run, f);
	aisp_export_trace(run, f);
	aisp_expect_lines(run, f);
	compare(run, f);
	fclose(f);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	json_t *results =
		json_loadb((const char *)bytes, n_bytes, JSON_DECODE_ANY, NULL);
	struct aisp_err err;
	struct aisp_run *run = results ? aisp_run_new(results, results, &err) : NULL;

	if (run) {
		judge(run);
		report(run);
	}
	aisp_run_free(run);
	json_decref(results);
	return 0;
}
