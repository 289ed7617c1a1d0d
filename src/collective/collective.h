/* SPDX-License-Identifier: MIT
 *
 * collective.h - one collective over a range of sizes: the time of each variant,
 * whether its answers were right, and whether one rank delays the others.
 */
#ifndef AISP_COLLECTIVE_H
#define AISP_COLLECTIVE_H

#include <jansson.h>
#include <limits.h>
#include <stdio.h>

#include "judge/suite.h"
#include "machine/gpu_hw.h"
#include "machine/gpu_peak.h"

/* The bytes of a table: the first, and each times the factor up to the last. */
struct collective_sizes {
	int64_t from, to;
	int factor;
};

/* One place in the timed calls of a row: a rank, or a GPU, which may have another rank
 * in each launch. */
struct collective_place {
	int n_last;       /* calls that it alone answered last */
	double behind_ns; /* median delay after the place before it; NaN: none */
};

/* One variant at one size. */
struct collective_row {
	char variant[128];
	int64_t bytes, count; /* of the larger of a rank's inputs and outputs */
	int n_calls;          /* timed */
	double ns;            /* median time of a call until the last rank's answer */
	bool is_bound;        /* it is at most so long: the bell resolves no less */
	double algbw, busbw;  /* GB/s; busbw is NaN without a bus factor */
	double n_wrong, n_elems; /* compared with the reference; NaN: not compared */
	double n_cpus;           /* on which the ranks ran */
	struct collective_place places[AISP_MAX_RANKS];
	char fault[640];   /* why its answers or its end are invalid; "" */
	char skipped[640]; /* why there is no figure, without a fault; "" */
};

struct collective {
	const char *op;        /* as the user named it */
	char target[PATH_MAX]; /* a pattern, which may have a directory */
	struct collective_sizes sizes;
	int n_ranks, n_threads; /* threads of each */
	const char *type;       /* of the first output's elements */
	int elem_bits;
	double bus_factor; /* busbw over algbw, from the contract; NaN: none */
	bool is_sum;       /* of what ranks have */
	bool is_in_place;  /* the sums replace it */
	char library[64];  /* what it was compared with; "" nothing */
	bool is_paired;
	bool is_host; /* ranks compute on CPUs */
	int n_rows;
	struct collective_row *rows; /* by size, then by variant */
	bool is_crowded;             /* the judge shares CPUs with ranks */
	bool is_stopped;             /* before the last size */
};

enum collective_health {
	COLLECTIVE_HEALTHY,
	COLLECTIVE_UNKNOWN, /* no error, but not everything could be checked */
	COLLECTIVE_UNHEALTHY,
};

struct collective_verdict {
	enum collective_health health;
	char answers[800]; /* one per line */
	char ranks[400];
	char machine[600]; /* "" if ranks have no GPUs */
};

/* "4K:64M:4", "1M"; suffixes are powers of 1024.  0, or -1 with *err filled. */
int collective_sizes_parse(struct collective_sizes *s, const char *text,
			   struct aisp_err *err);

/*
 * Are calls too short for this machine's bell?  All such calls get the time that it
 * resolves, so that the least is also the median.
 */
#define COLLECTIVE_BOUND_CALLS 5
bool collective_is_bound(const double *ns, int n, double median_ns);

/* "allreduce" means that pair of chapter 4, or the one in place; a word with a colon or
 * a slash is a target.  Returns 0, or -1 with *err filled, also if it does not fit. */
int collective_target(const char *op, bool is_in_place, char *buf, size_t size,
		      struct aisp_err *err);

/*
 * Builds the target of *c and chooses the parameters for its sizes; they are appended
 * to s->sweeps, which has room for `sweeps`. Returns 0, or -1 with *err filled.
 */
int collective_plan(struct collective *c, struct aisp_suite *s,
		    struct aisp_sweep sweeps[2], struct aisp_err *err);

/* Measures the plan.  Returns 0, or -1 with *err filled; release *c. */
int collective_measure(struct collective *c, struct aisp_suite *s,
		       struct aisp_err *err);
void collective_release(struct collective *c);

/* The number of rows per size: the baseline, then the others. */
int collective_n_variants(const struct collective *c);

/* Judges the answers and the ranks by the rows. */
void collective_judge(const struct collective *c, struct collective_verdict *v);

/* Call it next: if ranks have GPUs, judges the driver, the library and the links.
 * peaks[n_peaks] are the saved results of `aisp peak` for GPUs here. */
void collective_judge_machine(const struct collective *c, const struct aisp_gpus *g,
			      const struct aisp_gpu_peaks *peaks, int n_peaks,
			      struct collective_verdict *v);

/* "sum", "none"; "in", "out": the words of nccl-tests. */
const char *collective_redop(const struct collective *c);
const char *collective_where(const struct collective *c);

void collective_print(const struct collective *c, const struct collective_verdict *v,
		      FILE *f);
void collective_print_csv(const struct collective *c, FILE *f);
/* A new reference; NULL without memory. */
json_t *collective_json(const struct collective *c, const struct collective_verdict *v);

/* Draws time and bus bandwidth by size. */
void collective_svg(const struct collective *c, FILE *f);

#endif
