/* SPDX-License-Identifier: MIT
 *
 * collective.h - one collective over a range of sizes: what each variant took, whether
 * its answers were right, and whether one rank holds the others up.
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

/* What one place was in the timed calls of a row: a rank, or the GPU that a rank had,
 * which is another one in each launch. */
struct collective_place {
	int n_last;       /* calls that it answered last, alone */
	double behind_ns; /* after the one before it, median of them; NaN: none */
};

/* One variant at one size. */
struct collective_row {
	char variant[128];
	int64_t bytes, count;    /* of the larger of a rank's inputs and outputs */
	int n_calls;             /* timed */
	double ns;               /* of a call until the last rank's answer, median */
	double algbw, busbw;     /* GB/s; busbw NaN where nothing is known of the bus */
	double n_wrong, n_elems; /* compared with the reference; NaN: none were */
	double n_cpus;           /* that the ranks ran on */
	struct collective_place places[AISP_MAX_RANKS];
	char fault[640];   /* why its answers or its end do not count; "" */
	char skipped[640]; /* why there is no figure, without a fault; "" */
};

struct collective {
	const char *op;        /* as the user named it */
	char target[PATH_MAX]; /* a pattern, which may have a directory */
	struct collective_sizes sizes;
	int n_ranks, n_threads; /* threads of each */
	const char *type;       /* of the first output's elements */
	int elem_bits;
	double bus_factor; /* busbw over algbw, by the contract; NaN: it has none */
	bool is_sum;       /* of what ranks have */
	bool is_in_place;  /* the sums replace it */
	char library[64];  /* what it was compared with; "" nothing */
	bool is_paired;
	bool is_host; /* ranks compute on CPUs */
	int n_rows;
	struct collective_row *rows; /* by size, then by variant */
	bool is_crowded;             /* the judge shares the ranks' CPUs */
	bool is_stopped;             /* before the last size */
};

enum collective_health {
	COLLECTIVE_HEALTHY,
	COLLECTIVE_UNKNOWN, /* nothing is wrong, and not all could be told */
	COLLECTIVE_UNHEALTHY,
};

struct collective_verdict {
	enum collective_health health;
	char answers[800]; /* a line each */
	char ranks[400];
	char machine[600]; /* "" where ranks have no GPUs */
};

/* "4K:64M:4", "1M"; suffixes are powers of 1024.  0, or -1 with *err filled. */
int collective_sizes_parse(struct collective_sizes *s, const char *text,
			   struct aisp_err *err);

/* "allreduce" is that row of chapter 4, or the one in place; what has a colon or a
 * slash is a target.  0, or -1 with *err filled, also if it does not fit. */
int collective_target(const char *op, bool is_in_place, char *buf, size_t size,
		      struct aisp_err *err);

/*
 * Build the target of *c and choose the parameters that make its sizes; they are put
 * behind s->sweeps, which holds `sweeps`.  0, or -1 with *err filled.
 */
int collective_plan(struct collective *c, struct aisp_suite *s,
		    struct aisp_sweep sweeps[2], struct aisp_err *err);

/* Measure what was planned.  0, or -1 with *err filled; release *c. */
int collective_measure(struct collective *c, struct aisp_suite *s,
		       struct aisp_err *err);
void collective_release(struct collective *c);

/* The rows of each size: the baseline, then the others. */
int collective_n_variants(const struct collective *c);

/* What the rows say of the answers and of the ranks. */
void collective_judge(const struct collective *c, struct collective_verdict *v);

/* Then, where ranks have GPUs, the driver, the library and the links; peaks[n_peaks]
 * are what `aisp peak` has measured of GPUs here. */
void collective_judge_machine(const struct collective *c, const struct aisp_gpus *g,
			      const struct aisp_gpu_peaks *peaks, int n_peaks,
			      struct collective_verdict *v);

/* "sum", "none"; "in", "out": as nccl-tests say it. */
const char *collective_redop(const struct collective *c);
const char *collective_where(const struct collective *c);

void collective_print(const struct collective *c, const struct collective_verdict *v,
		      FILE *f);
void collective_print_csv(const struct collective *c, FILE *f);
/* A new reference; NULL without memory. */
json_t *collective_json(const struct collective *c, const struct collective_verdict *v);

/* Time and bus bandwidth by size. */
void collective_svg(const struct collective *c, FILE *f);

#endif
