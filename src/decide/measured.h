/* SPDX-License-Identifier: MIT
 *
 * measured.h - the results of one launch of one variant.
 */
#ifndef AISP_MEASURED_H
#define AISP_MEASURED_H

#include <aisp/check.h>
#include <aisp/ranks.h>
#include <aisp/score.h>
#include <stdbool.h>
#include <stdint.h>

#include "probes/builds.h"

/* How a launch ended; 0 is not a valid value. */
enum aisp_launch_status {
	AISP_LAUNCH_NOT_RUN,
	AISP_LAUNCH_OK,
	AISP_LAUNCH_UNSUPPORTED, /* setup() returned -ENOTSUP */
	AISP_LAUNCH_FAILED,      /* a callback returned an error, or loading failed */
	AISP_LAUNCH_CRASHED,     /* a signal, an exit, a denied system call */
	AISP_LAUNCH_HUNG,        /* longer than the limit; killed */
	AISP_LAUNCH_STOPPED, /* killed because the run was to end; it does not count */
};

const char *aisp_launch_status_name(enum aisp_launch_status s);

#define AISP_MAX_SAMPLES 100000 /* per launch, and as many warm-up samples */

/* How samples are taken, the same for all arms of a comparison. */
struct aisp_sampling {
	int calls_per_sample; /* calls between two readings of the clock */
	int n_warmup, n_samples;
	int64_t verify_budget_ns; /* for each sample */
	int64_t verify_cost_ns;   /* least time of a verification; 0: unknown */
	int64_t limit_ns;         /* per ring of the bell */
	const char *limit_option; /* command option that sets limit_ns; NULL: none */
	int least_tries;          /* of each sample, whether it was disturbed or not */
	int64_t pair;        /* launches of a pair, if not 0, get the same inputs */
	bool is_page_end;    /* data lie at the end of their pages */
	bool has_arrivals;   /* note which rank answers last */
	bool has_hostile;    /* one more untimed sample among them, on hostile data */
	bool has_energy;     /* many more calls after them, for the energy counter */
	bool is_adversarial; /* hostile data are of the adversarial kind, not structured
			      */
	bool is_of_values;   /* only values count, not times: caches stay as they are */
	struct aisp_rival *rival; /* the baseline's outputs for this pair, or NULL */
	bool is_rival;            /* the launch is the baseline's, which makes them */
};

/* The doorbell's own cost: the times of an empty variant, per ring and per call. */
struct aisp_bias {
	double ring_ns, call_ns; /* never below 0 */
	double spread_ns;   /* half of the rings lie within this range of ring_ns */
	double residual_ns; /* time of a second empty worker after subtraction */
	double tick_ns;     /* the clock's smallest step */
	double ns_per_tick; /* of the CPU's time stamp counter; NaN without one */
	double wake_ns;     /* median CPU time of an empty worker when it is resumed */
	double wake_least_ns; /* the least of these times: no worker wakes faster */
	double event_ns;      /* between two GPU events with nothing between them */
	double start_ns; /* from an empty worker's spawn until its calls can be timed */
	double n_driver_threads; /* of an empty worker, besides its own */
	double skew_ns; /* 99th percentile of the time between the first and the last
			   rank's answer to an empty call; NaN: one process */
	/* Time in which the judge reads a mebibyte after a flush of the GPU's L2, and
	 * at once again. */
	double flush_cold_ns, flush_hot_ns;
	/* The same on the CPU, after eviction of its caches, and after a flush of each
	 * line; NaN if data need not be cold. */
	double evict_ns, drop_ns;
};

/* Of timed calls with right outputs; means, except each[]. */
struct aisp_scores {
	int n; /* 0 if time is judged */
	double *each;
	double value, bound;
	double delayed; /* value, had the clock of each step not stood; NaN unknown */
	int n_figures;
	double figures[AISP_MAX_FIGURES];
};

/* The rank that answered last, and how long after the one before it. */
struct aisp_last_rank {
	int rank; /* -1: two at once */
	double behind_ns;
};

/* The results of one launch. */
struct aisp_measured {
	int block, position; /* of the launch in the plan */
	enum aisp_launch_status status;
	char cause[512]; /* why its status is not OK */
	char wrong[256]; /* which element was wrong; "" if none */
	char apart[400]; /* likewise in an untimed call, on hostile data or with a
			    delayed rank: sizes and data */
	int calls_per_sample;
	int64_t start_ns;  /* when the spawn began, by aisp_now_ns(); 0: it did not */
	int64_t verify_ns; /* of a sample's slowest comparison */
	int64_t refill_ns; /* to refill a slot before its last sample */
	int most_tries;    /* of a sample: each has inputs of its own */
	int64_t retake_ns; /* of samples taken again because others had the CPUs */
	int64_t spawn_ns;  /* from start_ns until calls could be timed */
	int64_t wall_ns;   /* from start_ns until the worker was gone */
	uint32_t layers;   /* enum aisp_layer bits that held */
	int n_warmup, n_samples;
	double *warmup_ns, *samples_ns; /* per call, bias subtracted */
	struct aisp_scores scores;
	double *events_ns, *sm_mhz;   /* of each sample; NaN without a GPU */
	struct aisp_last_rank *lasts; /* of each sample; NULL: not watched */
	int devices[AISP_MAX_RANKS];  /* device number of each rank, if each has one */
	int n_devices;
	double median_ns; /* of samples_ns; NaN without samples */
	struct aisp_evidence evidence;
	struct aisp_build *libraries; /* that the worker mapped; NULL unknown */
	int n_libraries;
	uint32_t cls; /* what the variant reports about itself */
	char summary[160], library[64];
};

bool aisp_measured_ended_well(const struct aisp_measured *m);

/* The launch ended well, and others did not have the CPUs in most of its samples. */
bool aisp_measured_counts(const struct aisp_measured *m);

/* The launch ended well, and has a score, whoever had the CPUs. */
bool aisp_measured_has_score(const struct aisp_measured *m);

void aisp_measured_release(struct aisp_measured *m);

#endif
