/* SPDX-License-Identifier: MIT */
#include "ranks_text.h"

#include <math.h>
#include <string.h>

#include "export_side.h"
#include "format.h"

#define CLOCK_SHARE 0.01 /* of the time: the greatest error of clocks for grade R-B */

static void print_rate(const char *name, double gb_s, double bytes, FILE *f)
{
	char rate[32], size[32];

	if (isnan(gb_s))
		return;
	aisp_format_number(rate, sizeof(rate), gb_s);
	aisp_format_number(size, sizeof(size), bytes);
	fprintf(f, ", %s %s GB/s of %s bytes", name, rate, size);
}

static void print_ns(const char *before, double ns, const char *after, FILE *f)
{
	char text[32];

	if (isnan(ns))
		return;
	aisp_format_ns(text, sizeof(text), ns);
	fprintf(f, "%s%s%s", before, text, after);
}

/* "collective: baseline of ch04:allreduce_ring@cpu: 2 ranks, algbw ... , busbw ..." */
static void print_collective(const struct aisp_run_result *r, enum aisp_role role,
			     FILE *f)
{
	const struct aisp_run_collective *c =
		r->arms[role] ? r->arms[role]->collective : NULL;

	if (!c)
		return;
	fprintf(f, "collective: %s", role == AISP_BASELINE ? "baseline of " : "");
	aisp_print_text(f, r->target);
	fprintf(f, ": %lld ranks", (long long)c->ranks);
	print_rate("algbw", c->algbw_gb_s, c->size_bytes, f);
	print_rate("busbw", c->busbw_gb_s, c->wire_bytes, f);
	print_ns(", ", c->after_delay_ns, " from a late rank's start on", f);
	print_ns(", start skew p99 ", c->start_skew_ns, " in an empty call", f);
	fputc('\n', f);
}

/* If the outputs are wrong, the bandwidths mean nothing. */
static bool has_bandwidth(const struct aisp_run_result *r)
{
	return r->comparison && r->comparison->verdict != AISP_WORD_INVALID;
}

static void print_collectives(const struct aisp_run *run, FILE *f)
{
	const struct aisp_run_arm *last = NULL;
	bool has_bus = false;

	for (int i = 0; i < run->n_results; i++) {
		const struct aisp_run_result *r = &run->results[i];
		const struct aisp_run_arm *a = r->arms[AISP_OPTIMIZED];

		if (!has_bandwidth(r) || !a || !a->collective)
			continue;
		if (r->arms[AISP_BASELINE] != last)
			print_collective(r, AISP_BASELINE, f);
		last = r->arms[AISP_BASELINE];
		print_collective(r, AISP_OPTIMIZED, f);
		/* For devices, the table shows the links' roof. */
		has_bus |= !isnan(a->collective->busbw_gb_s) && !a->gpu;
	}
	if (has_bus)
		fputs("no roof is modelled of busbw: the table has that of the memory "
		      "in which ranks of a host meet\n",
		      f);
}

/* A rank that shares a CPU with ranks that it waits for measures the scheduler. */
static void print_oversubscribed(const struct aisp_run *run, FILE *f)
{
	for (int i = 0; i < run->n_results; i++) {
		const struct aisp_run_arm *a = run->results[i].arms[AISP_OPTIMIZED];
		double n_ranks = a ? aisp_arm_evidence(a, "n_ranks") : NAN;
		double n_cpus = a ? aisp_arm_evidence(a, "n_rank_cpus") : NAN;

		if (!(n_ranks > 0) ||
		    !(n_ranks * aisp_arm_evidence(a, "n_threads_allowed") > n_cpus))
			continue;
		fputs("oversubscribed: ", f);
		aisp_print_text(f, run->results[i].target);
		fprintf(f, ": %.0f ranks on %.0f CPU%s\n", n_ranks, n_cpus,
			n_cpus == 1 ? "" : "s");
	}
}

/* In any launch, whether it counts or not. */
static bool has_group(const struct aisp_run_arm *a)
{
	for (int i = 0; i < a->n_launches; i++)
		if (aisp_map_get(&a->launches[i].evidence, "has_group") == 1)
			return true;
	return false;
}

/* A ratio to code with fewer walls (docs/tiers.md) is shown only together with them. */
static void print_across(const struct aisp_run *run, FILE *f)
{
	for (int i = 0; i < run->n_results; i++) {
		const struct aisp_run_result *r = &run->results[i];
		const struct aisp_run_arm *a = r->arms[AISP_OPTIMIZED];
		const struct aisp_run_arm *b = r->arms[AISP_BASELINE];

		if (!a || !b || !strcmp(a->tier, b->tier) ||
		    (!has_group(a) && !has_group(b)))
			continue;
		fputs("across tiers: ", f);
		aisp_print_text(f, r->target);
		fputs(" is ", f);
		aisp_print_text(f, a->tier);
		fputs(", its baseline ", f);
		aisp_print_text(f, b->tier);
		fputs(": the walls of an MPI are wider (docs/tiers.md)\n", f);
	}
}

/* The most in any launch, whether it counts or not. */
static double most_of(const struct aisp_run_arm *a, const char *fact)
{
	double most = NAN;

	for (int i = 0; a && i < a->n_launches; i++)
		most = fmax(most, aisp_map_get(&a->launches[i].evidence, fact));
	return most;
}

/*
 * Grades how well a time over several hosts is known.  R-A: one judge and one clock.
 * R-B: the clock's error is at most a hundredth of the time.  R-C: greater errors; only
 * a ratio of two such times means something.
 */
static void print_hosts(const struct aisp_run *run, FILE *f)
{
	for (int i = 0; i < run->n_results; i++) {
		const struct aisp_run_arm *a = run->results[i].arms[AISP_OPTIMIZED];
		double n_hosts = most_of(a, "n_hosts");
		double half_ns = most_of(a, "clock_half_ns");
		char half[32];

		if (!(n_hosts > 1) || isnan(a->median_ns))
			continue;
		aisp_format_ns(half, sizeof(half), half_ns);
		fputs("hosts: ", f);
		aisp_print_text(f, run->results[i].target);
		fprintf(f,
			": ranks on %.0f, whose clocks are known within +- %s, which "
			"each time contains, %.2g %% of it: grade R-%c\n",
			n_hosts, half, 100 * half_ns / a->median_ns,
			half_ns <= CLOCK_SHARE * a->median_ns ? 'B' : 'C');
	}
}

void aisp_ranks_lines(const struct aisp_run *run, FILE *f)
{
	print_collectives(run, f);
	print_hosts(run, f);
	print_across(run, f);
	print_oversubscribed(run, f);
}
