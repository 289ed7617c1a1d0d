/* SPDX-License-Identifier: MIT
 *
 * measured.h - what one launch of one variant showed.
 */
#ifndef AISP_MEASURED_H
#define AISP_MEASURED_H

#include <aisp/check.h>
#include <aisp/ranks.h>
#include <aisp/score.h>
#include <stdbool.h>
#include <stdint.h>

#include "probes/builds.h"

/* How launches end; zero is none of them. */
enum aisp_launch_status {
	AISP_LAUNCH_NOT_RUN,
	AISP_LAUNCH_OK,
	AISP_LAUNCH_UNSUPPORTED, /* setup() returned -ENOTSUP */
	AISP_LAUNCH_FAILED,      /* a callback returned an error, or loading failed */
	AISP_LAUNCH_CRASHED,     /* a signal, an exit, a denied system call */
	AISP_LAUNCH_HUNG,        /* longer than the limit; killed */
	AISP_LAUNCH_STOPPED, /* killed since the run was to end; it does not count */
};

const char *aisp_launch_status_name(enum aisp_launch_status s);

#define AISP_MAX_SAMPLES 100000 /* of a launch, and as many before them */

/* What a sample is, the same for all arms of a comparison. */
struct aisp_sampling {
	int calls_per_sample; /* calls between two readings of the clock */
	int n_warmup, n_samples;
	int64_t verify_budget_ns; /* for each sample */
	int64_t verify_cost_ns;   /* what one takes at least; 0: not known */
	int64_t limit_ns;         /* for each ring of the bell */
	const char *limit_option; /* of the command, that changes this; NULL: none */
	int64_t pair;        /* launches of a pair, if not 0, get the same inputs */
	bool has_arrivals;   /* note which rank answers last */
	bool has_hostile;    /* one more sample among them, untimed, on hostile data */
	bool has_energy;     /* and many calls behind them, for the device's counter */
	bool is_adversarial; /* which are of the adversarial kind, not structured */
	bool is_of_values;   /* no time counts: caches stay as they are */
};

/* The doorbell's own cost: what an empty variant takes, per ring and per call. */
struct aisp_bias {
	double ring_ns, call_ns; /* never below 0 */
	double spread_ns;        /* within which of ring_ns half of the rings lie */
	double residual_ns;   /* what a second empty worker takes after subtraction */
	double tick_ns;       /* the clock's smallest step */
	double ns_per_tick;   /* of the CPU's own counter; NaN without one */
	double wake_ns;       /* that an empty worker runs when it is resumed, median */
	double wake_least_ns; /* the least of these times: nobody is awake sooner */
	double event_ns;      /* between a GPU's two events with nothing between them */
	double start_ns; /* from its spawn until calls of an empty worker can be timed
			  */
	double n_driver_threads; /* of an empty worker, beside its own */
	double skew_ns; /* within which all ranks answer an empty call, 99th percentile;
			   NaN: there is one process */
	/* The judge's reading of a mebibyte after it flushed the GPU's L2, and at once
	 * again. */
	double flush_cold_ns, flush_hot_ns;
	/* Of a mebibyte of its own after it evicted a CPU's caches, where data are
	 * cold, and after it flushed each line; NaN where they are not. */
	double evict_ns, drop_ns;
};

/* Of the timed calls, whose outputs are right as a whole; means but for each[]. */
struct aisp_scores {
	int n; /* 0 where time judges */
	double *each;
	double value, bound;
	int n_figures;
	double figures[AISP_MAX_FIGURES];
};

/* The rank that answered last, and how long after the one before. */
struct aisp_last_rank {
	int rank; /* -1: two at once */
	double behind_ns;
};

/* One launch, measured. */
struct aisp_measured {
	int block, position; /* of the launch in the plan */
	enum aisp_launch_status status;
	char cause[512]; /* why not OK */
	char wrong[256]; /* which element was wrong; empty if none */
	char apart[400]; /* likewise in an untimed call on hostile data, or beside a
			  * rank that was held back: at which sizes, what data */
	int calls_per_sample;
	int64_t start_ns;  /* when the spawn began, by aisp_now_ns(); 0: it did not */
	int64_t verify_ns; /* of the dearest comparison of a sample */
	int64_t refill_ns; /* of a slot before its last sample */
	int64_t retake_ns; /* for samples taken again, since others had the CPUs */
	int64_t spawn_ns;  /* from there until calls could be timed */
	int64_t wall_ns;   /* from there until the worker was gone */
	uint32_t layers;   /* enum aisp_layer bits that held */
	int n_warmup, n_samples;
	double *warmup_ns, *samples_ns; /* per call, bias subtracted */
	struct aisp_scores scores;
	double *events_ns, *sm_mhz;   /* of each sample; NaN without a GPU */
	struct aisp_last_rank *lasts; /* of each sample; NULL: not watched */
	int devices[AISP_MAX_RANKS];  /* by rank, where each has one: their numbers */
	int n_devices;
	double median_ns; /* of samples_ns; NaN without samples */
	struct aisp_evidence evidence;
	struct aisp_build *libraries; /* that the worker mapped; NULL unknown */
	int n_libraries;
	uint32_t cls; /* what the variant says of itself */
	char summary[160], library[64];
};

/* It ended well, and others did not have the CPUs in most of its samples. */
bool aisp_measured_counts(const struct aisp_measured *m);

void aisp_measured_release(struct aisp_measured *m);

#endif
