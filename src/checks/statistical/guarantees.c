/* SPDX-License-Identifier: MIT */
#include "checks/guarantee.h"

static bool has_warmup(const struct aisp_evidence *ev)
{
	return ev->n_warmup > 0;
}

static bool has_retaken(const struct aisp_evidence *ev)
{
	return ev->n_retaken > 0;
}

static bool has_few_launches(const struct aisp_evidence *ev)
{
	return ev->n_pairs < 10;
}

static bool is_mostly_fast(const struct aisp_evidence *ev)
{
	return ev->slow_share < 0.5;
}

static bool has_too_few(const struct aisp_evidence *ev)
{
	return ev->n_samples != ev->n_samples_planned;
}

static bool is_undelayed(const struct aisp_evidence *ev)
{
	return ev->delay_share <= 0.02 && ev->is_disturbed != 1;
}

static bool is_delayed(const struct aisp_evidence *ev)
{
	return ev->delay_share > 0.02;
}

/*
 * The kernel counts how long each thread that could run waited for a CPU, and the
 * judge's own CPU time shows when it was away.
 */
AISP_GUARANTEE(
	statistical, background_process_noise,
	"has another process take the CPU from one variant",
	"samples in which others had the CPUs are taken again or do not count", NULL,
	AISP_NEEDS(delay_share, is_disturbed, n_retaken),
	AISP_HOLDS(is_undelayed, "%.0f samples were taken again", AISP_N(n_retaken)),
	AISP_PARTLY(is_delayed, "waited for a CPU %.0f %% of the time",
		    AISP_PER(delay_share, 0.01)),
	AISP_PARTLY(AISP_ELSE,
		    "most samples of a launch are disturbed: it does not count"));

/*
 * If a call's time depends on its data, a variant would like to try again with other
 * data.  So a sample is taken again only because of others: not for work of the worker
 * before the bell, nor for how long it went on after its answer; both are charged
 * (src/decide/outside.c).
 */
AISP_GUARANTEE(
	statistical, chosen_inputs,
	"makes samples with costly inputs look disturbed, so that they are taken "
	"again with others",
	"a sample is taken again only where the kernel says that others had the "
	"CPUs; a gain that those samples could explain is INCONCLUSIVE",
	NULL, AISP_NEEDS(n_retaken),
	AISP_HOLDS(has_retaken, "%.0f samples were taken again, for others' doing",
		   AISP_N(n_retaken)),
	AISP_HOLDS(AISP_ELSE, "no sample was taken again"));

/*
 * Warm-up samples do not count.  With --cold-start the user wants the first call, of
 * both arms.
 */
AISP_GUARANTEE(statistical, cold_start_inclusion,
	       "lets the slow first calls of one variant count",
	       "the same warm-up before the samples of every launch", NULL,
	       AISP_NEEDS(n_warmup),
	       AISP_HOLDS(has_warmup, "%.0f samples of warm-up do not count",
			  AISP_N(n_warmup)),
	       AISP_PARTLY(AISP_ELSE, "no warm-up: first calls count"));

/*
 * The judge plans from the pilots of all arms, the same for all.  Fewer samples widen
 * the interval: INCONCLUSIVE is no win.
 */
AISP_GUARANTEE(
	statistical, insufficient_samples, "takes so few samples that luck decides",
	"launches until the interval decides, 10 at least",
	"Measuring What Matters 2025",
	AISP_NEEDS(n_pairs, n_samples, n_samples_planned),
	AISP_PARTLY(has_few_launches,
		    "launches that count: %.0f; the plan begins with 10",
		    AISP_N(n_pairs)),
	AISP_PARTLY(has_too_few,
		    "launches that count: %.0f; one has only %.0f of %.0f "
		    "samples",
		    AISP_N(n_pairs), AISP_N(n_samples), AISP_N(n_samples_planned)),
	AISP_HOLDS(AISP_ELSE, "launches that count: %.0f, with all their samples",
		   AISP_N(n_pairs)));

/*
 * A launch counts by the median of its samples: slow samples change it only if they are
 * more than half.
 */
AISP_GUARANTEE(
	statistical, outlier_injection,
	"is slow in some calls, to spoil the mean that the other is compared with",
	"medians of launches, and no sample dropped", NULL, AISP_NEEDS(slow_share),
	AISP_HOLDS(is_mostly_fast,
		   "medians; %.0f %% of the samples over 1.5 times the fastest",
		   AISP_PER(slow_share, 0.01)),
	AISP_PARTLY(AISP_ELSE, "%.0f %% of the samples over 1.5 times the fastest",
		    AISP_PER(slow_share, 0.01)));

/* The reason also shows what the fastest sample took. */
AISP_GUARANTEE(statistical, percentile_selection,
	       "is compared by the percentile that flatters it",
	       "one fixed percentile: the median of all samples of a launch", NULL,
	       AISP_NEEDS(call_ns, least_ns, n_samples, n_samples_planned),
	       AISP_PARTLY(has_too_few, "%.0f of %.0f samples", AISP_N(n_samples),
			   AISP_N(n_samples_planned)),
	       AISP_HOLDS(AISP_ELSE, "the median; the fastest sample took %.2g of it",
			  AISP_OF_CALL(least_ns)));

/*
 * The judge computes every spread itself, between launches, which no variant can see.
 * Effects that last for a launch widen the interval.
 */
AISP_GUARANTEE(statistical, variance_gaming,
	       "is steady or erratic where that makes a difference look larger",
	       "a fixed interval over paired launches, all of which count", NULL,
	       AISP_NEEDS(n_samples, n_samples_planned),
	       AISP_HOLDS(aisp_sampled_all, "all %.0f samples count",
			  AISP_N(n_samples)),
	       AISP_SOME_SAMPLES);
