/* SPDX-License-Identifier: MIT
 *
 * verify.h - compare output elements with the reference, under the workload's
 * error model.
 */
#ifndef AISP_VERIFY_H
#define AISP_VERIFY_H

#include <stdbool.h>

#include "contract.h"
#include "updates.h"

/* Sums over elements whose reference is finite. */
struct aisp_squares {
	int64_t n;
	double error, bound; /* sums of their squares */
};

/* An element that is not right. */
struct aisp_wrong {
	int output;
	int64_t elem;
	double got, want, bound;
};

/* An element that is within its bound, but does not differ as it had to from what it
 * began as, or from what an input holds in its place. */
struct aisp_astray {
	bool is_there, is_update;
	int output, input;
	int64_t elem;
	double got, want, start;
};

/* Sums over the elements compared so far. */
struct aisp_tally {
	int64_t n_elems;
	int64_t n_wrong;         /* out of bounds, and none of the following */
	int64_t n_flushed;       /* zero where the reference is subnormal */
	int64_t n_low;           /* within the bounds of the next-lower precision */
	int64_t n_unwritten;     /* still as before the call */
	int64_t n_nan, n_inf;    /* not finite where the reference is */
	struct aisp_lefts lefts; /* of outputs that are updated in place */
	struct aisp_astray left; /* the first that was left */
	/* By output: elements that are updated, or that are close to an input's. */
	struct aisp_updates updates[AISP_MAX_IO];
	struct aisp_astray astray[AISP_MAX_IO];   /* the first one of each */
	struct aisp_squares squares[AISP_MAX_IO]; /* of each output */
	double max_ratio;                         /* largest |error| / bound */
	struct aisp_wrong wrong; /* the first one; valid if n_wrong > 0 */
	/* Optional: did the call leave element i of output o as it was? */
	bool (*is_unwritten)(const void *arg, int o, int64_t i);
	const void *arg;
	/* Inputs are AISP_DIST_STRUCTURED: all rounding errors may have one sign. */
	bool is_structured;
	/* Leave out elements whose reference is NaN or infinite. */
	bool is_of_finite;
	/* They stand for those of many calls, in which nothing is explained by chance:
	 * all outputs together have no higher limit, however few elements they are. */
	bool is_of_many;
	/* These CPUs compare, taking blocks in turn; NULL: the calling thread. */
	const cpu_set_t *cpus;
};

/* Elements [first, first + n) of output o; ref: n references, then n magnitudes. */
void aisp_verify_values(const struct aisp_contract *c, const struct aisp_io *io, int o,
			int64_t first, int64_t n, const double *ref,
			struct aisp_tally *t);

/* Compare elements [first, first + n) of output o: whole rows if aisp_contract_row()
 * says so.  Returns 0, or -1 with *err filled. */
int aisp_verify_slice(const struct aisp_contract *c, const struct aisp_io *io, int o,
		      int64_t first, int64_t n, struct aisp_tally *t,
		      struct aisp_err *err);

/*
 * Compare random blocks of rows without repetition, from all outputs, until budget_ns
 * have passed or all is compared; at least one block of each output.  Returns 0 or -1.
 */
int aisp_verify_some(const struct aisp_contract *c, const struct aisp_io *io,
		     uint64_t bits, int64_t budget_ns, struct aisp_tally *t,
		     struct aisp_err *err);

/* Keep the one of the lowest output and element. */
void aisp_astray_keep(struct aisp_astray *first, const struct aisp_astray *one);

/* The number of elements that are wrong in any way, or were not written. */
int64_t aisp_tally_bad(const struct aisp_tally *t);

/*
 * The root mean square of errors over that of bounds, of all outputs together or of the
 * worst one, whichever is larger; 0 without errors.  Both are divided by what chance
 * explains if there are few elements.  For structured inputs a quarter counts:
 * if errors are alike instead of random, their mean is as large as the largest may be.
 */
double aisp_tally_rms_ratio(const struct aisp_tally *t);

/*
 * Elements that should be updated in place but were not: within bounds, but so many
 * have moved less than a quarter of the way to right values, several roundings away,
 * that rounding does not explain it; or those of an output that moved, but not as they
 * had to (updates.h).
 */
int64_t aisp_tally_skipped(const struct aisp_tally *t);

/* True if the error model holds: no element is out of bounds or skipped, and the RMS
 * ratio is at most a quarter. */
int aisp_tally_passes(const struct aisp_tally *t);

/* "c[17] is 3 instead of 2 +- 1e-6; 12 of the first 4096 elements compared are out of
 * bounds" */
void aisp_tally_describe(const struct aisp_tally *t, const struct aisp_contract *c,
			 char *text, size_t size);

#endif
