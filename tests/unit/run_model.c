/* SPDX-License-Identifier: MIT
 *
 * A run as structs: values of the documents are read, missing ones are marked, wrong
 * ones are named; memory that runs out at any point gives an error and no leak.
 */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "run/model.h"
#include "tap.h"
#include "unit/report_doc.h"
#include "unit/store_tmp.h"

static struct aisp_err err;

/* Allocations of the parser from here on that succeed; negative: all do. */
static int n_left = -1;

#ifndef __SANITIZE_ADDRESS__ /* which has its own */
void *__libc_calloc(size_t n, size_t size);

void *calloc(size_t n, size_t size)
{
	if (n_left == 0) {
		errno = ENOMEM;
		return NULL;
	}
	n_left -= n_left > 0;
	return __libc_calloc(n, size);
}
#endif

static void test_members(const struct aisp_run *run)
{
	const struct aisp_run_result *r = &run->results[0];
	const struct aisp_run_arm *arm = r->arms[AISP_OPTIMIZED];
	char params[16];

	ok(run->n_arms == 6 && run->n_results == 3 && run->info.command.n == 2 &&
		   same(run->info.grade, "C"),
	   "arms, results and the run's own members");
	ok(arm == &run->arms[1] && r->arms[AISP_BASELINE] == &run->arms[0] &&
		   !r->arms[AISP_LIBRARY],
	   "indices are arms");
	ok(arm->kind == AISP_KIND_OPTIMIZED && arm->median_ns == 1e6 &&
		   arm->sol.fraction == 0.625 && !arm->gpu && !*arm->library,
	   "an arm");
	ok(arm->energy_j == 0.25, "its energy");
	ok(arm->n_launches == 3 && arm->launches[1].samples_ns.n == 3 &&
		   arm->launches[1].samples_ns.at[1] == 1.5e6 &&
		   !aisp_launch_counts(&arm->launches[0]) &&
		   aisp_launch_counts(&arm->launches[1]),
	   "launches, of which the pilot does not count");
	ok(aisp_map_get(&arm->launches[1].evidence, "max_ratio") == 0.375 &&
		   isnan(aisp_map_get(&arm->launches[1].evidence, "n_bells")),
	   "facts by name");
	ok(aisp_result_word(r) == AISP_WORD_FASTER && r->comparison->n_pairs == 2 &&
		   r->comparison->speedup_ci[1] == 4.5 && !r->vs_library,
	   "a comparison");
	ok(r->n_ledger == 3 && r->ledger[2].verdict == AISP_VERDICT_FAIL &&
		   r->ledger[2].arm == AISP_OPTIMIZED,
	   "a ledger");
	aisp_map_text(params, sizeof(params), &r->params);
	ok(same(params, "n=64"), "parameters");
	ok(aisp_result_expectation(r) == AISP_N_EXPECT_STATES, "no expectation");
	ok(run->machine.peaks.n_gb_per_s == 3 &&
		   run->machine.peaks.gb_per_s[2].best == 200 &&
		   !run->machine.gpu_peaks.n_gb_per_s && !*run->machine.commit,
	   "the machine, as far as it is known");
}

/* A document with one member of its first result replaced; the message. */
static const char *refused(const char *name, json_t *by)
{
	json_t *results = doc_results();
	struct aisp_run *run;

	json_object_set_new(json_array_get(json_object_get(results, "results"), 0),
			    name, by);
	err.msg[0] = '\0';
	run = aisp_run_new(results, NULL, &err);
	aisp_run_free(run);
	json_decref(results);
	return run ? "" : err.msg;
}

static void test_refused(void)
{
	ok(same(refused("status", json_string("fine")),
		"results[0].status is none that this version knows"),
	   "an unknown status");
	ok(same(refused("status", json_integer(1)),
		"results[0].status has the wrong type"),
	   "a number for a word");
	ok(same(refused("optimized", json_integer(6)),
		"results[0].optimized points at no arm"),
	   "an index past the arms");
	ok(same(refused("optimized", json_real(0.5)),
		"results[0].optimized points at no arm"),
	   "half an index");
	ok(same(refused("library", json_integer(-1)),
		"results[0].library points at no arm"),
	   "no library has the index -1");
	ok(same(refused("comparison", json_pack("{ss}", "verdict", "SAME")),
		"results[0].comparison.n_pairs is missing"),
	   "a member of a member");
	ok(same(refused("ledger",
			json_pack("[{ss ss} i]", "check", "a.b", "verdict", "PASS", 1)),
		"results[0].ledger[1].check is missing"),
	   "an element of a list");
	ok(same(refused("reason", json_null()), ""), "null where nothing has to be");
	ok(same(refused("ledger",
			json_pack("[{ss ss}]", "check", "a.b", "verdict", "SPLENDID")),
		""),
	   "a verdict of a check that a later version may know");
}

static void test_second(void)
{
	json_t *results = doc_results(), *second = doc_results();
	struct aisp_run *run = run_of(results, NULL);

	ok(!aisp_run_confirm(run, second, &err) && run->confirmation->n_results == 3,
	   "a second block");
	aisp_run_free(run);
	json_object_set_new(second, "arms", json_null());
	ok(!aisp_run_new(results, NULL, &err) &&
		   same(err.msg, "confirmation: arms has the wrong type"),
	   "one that is damaged is named");
	json_decref(results);
}

/* The rank that answered last, if ranks were watched. */
static void test_last_ranks(void)
{
	json_t *results = doc_results();
	json_t *arm = json_array_get(json_object_get(results, "arms"), 1);
	json_t *launch = json_array_get(json_object_get(arm, "launches"), 1);
	const struct aisp_run_launch *l;
	struct aisp_run *run;

	json_object_set_new(launch, "last_ranks",
			    json_pack("[{si sf} {si sn}]", "rank", 3, "behind_ns", 7.5,
				      "rank", -1, "behind_ns"));
	json_object_set_new(launch, "devices", json_pack("[i i]", 1, 0));
	run = run_of(results, NULL);
	l = &run->arms[1].launches[1];
	ok(l->devices.n == 2 && l->devices.at[0] == 1 && l->devices.at[1] == 0,
	   "which device each rank had");
	ok(l->n_last_ranks == 2 && l->last_ranks[0].rank == 3 &&
		   l->last_ranks[0].behind_ns == 7.5,
	   "which rank was last, and by how much");
	ok(l->last_ranks[1].rank == -1 && isnan(l->last_ranks[1].behind_ns),
	   "or that none was");
	ok(run->arms[1].launches[2].n_last_ranks == 0,
	   "of launches without ranks none");
	aisp_run_free(run);
	json_decref(results);
}

static void test_keep(void)
{
	json_t *results = doc_results();
	struct aisp_run *run = run_of(results, NULL);
	const bool keep[] = { false, false, true };

	ok(!aisp_run_keep(run, keep) && run->n_results == 1 &&
		   same(run->results[0].target, "ch07:c@cpu") &&
		   json_array_size(json_object_get(results, "results")) == 1,
	   "results that are taken out leave the document too");
	aisp_run_free(run);
	json_decref(results);
}

/* If any allocation fails, there is no run, and a reason. */
static void test_memory(json_t *results, json_t *manifest)
{
	struct aisp_run *run = NULL;
	int n = 0, n_unnamed = 0;

	while (!run && n < 1000) {
		n_left = n++;
		err.msg[0] = '\0';
		run = aisp_run_new(results, manifest, &err);
		n_left = -1;
		n_unnamed += !run && !strstr(err.msg, "memory");
	}
#ifdef __SANITIZE_ADDRESS__
	n = 3;
#endif
	ok(run && n > 2 && !n_unnamed, "memory that runs out after each allocation");
	aisp_run_free(run);
}

int main(void)
{
	json_t *results = doc_results(), *manifest = doc_manifest();
	struct aisp_run *run;

	run = run_of(results, manifest);
	test_members(run);
	aisp_run_free(run);
	test_refused();
	test_second();
	test_last_ranks();
	test_keep();
	test_memory(results, manifest);
	json_decref(results);
	json_decref(manifest);
	return done();
}
