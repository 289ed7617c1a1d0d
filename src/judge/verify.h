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

/* Over elements whose reference is finite. */
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

/* Sums over the elements compared so far. */
struct aisp_tally {
	int64_t n_elems;
	int64_t n_wrong;      /* out of bounds, and none of the following */
	int64_t n_flushed;    /* zero where the reference is subnormal */
	int64_t n_low;        /* within the bounds of the next-lower precision */
	int64_t n_unwritten;  /* still what was there before the call */
	int64_t n_nan, n_inf; /* not finite where the reference is */
	/* Of outputs that are updated in place: */
	int64_t n_near; /* what they start as is within bounds, but not by rounding */
	int64_t n_left; /* of these, not moved a quarter of the way */
	struct aisp_updates updates[AISP_MAX_IO]; /* of these, by output */
	struct aisp_squares squares[AISP_MAX_IO]; /* of each output */
	double max_ratio;                         /* largest |error| / bound */
	struct aisp_wrong wrong; /* the first one; valid if n_wrong > 0 */
	/* Optional: did the call leave element i of output o as it was? */
	bool (*is_unwritten)(const void *arg, int o, int64_t i);
	const void *arg;
	/* Inputs are of AISP_DIST_STRUCTURED: rounding errors may all be of one sign.
	 */
	bool is_structured;
	/* Which compare, blocks on each; NULL: the calling thread. */
	const cpu_set_t *cpus;
};

/* Elements [first, first + n) of output o against n references, then n magnitudes. */
void aisp_verify_values(const struct aisp_contract *c, const struct aisp_io *io, int o,
			int64_t first, int64_t n, const double *ref,
			struct aisp_tally *t);

/* Elements [first, first + n) of output o; whole rows where aisp_contract_row() says
 * so. */
int aisp_verify_slice(const struct aisp_contract *c, const struct aisp_io *io, int o,
		      int64_t first, int64_t n, struct aisp_tally *t,
		      struct aisp_err *err);

/*
 * Random blocks of rows without repetition, from all outputs, until budget_ns
 * have passed or everything is compared; at least one block of each output.
 */
int aisp_verify_some(const struct aisp_contract *c, const struct aisp_io *io,
		     uint64_t bits, int64_t budget_ns, struct aisp_tally *t,
		     struct aisp_err *err);

/* Elements that are out of bounds, or were not written, in whatever way. */
int64_t aisp_tally_bad(const struct aisp_tally *t);

/*
 * Root mean square of the errors over that of the bounds, of all outputs together or of
 * one of them, whichever is larger; 0 without errors.  That of one output is divided by
 * what chance explains where it has few elements.  A quarter of it where inputs are
 * structured: errors that are alike, not random, are as large in the mean as the
 * largest may be.
 */
double aisp_tally_rms_ratio(const struct aisp_tally *t);

/*
 * Elements of outputs updated in place that were not: within bounds, but so many are
 * not a quarter of the way from the start to the right values, which are several
 * roundings apart, that no rounding explains it; or those of an output moved, but not
 * by what they had to (updates.h).
 */
int64_t aisp_tally_skipped(const struct aisp_tally *t);

/* The error model holds: no element out of bounds or skipped, and the RMS below a
 * quarter. */
int aisp_tally_passes(const struct aisp_tally *t);

/* "c[17] is 3 instead of 2 +- 1e-6; 12 of 4096 elements out of bounds" */
void aisp_tally_describe(const struct aisp_tally *t, const struct aisp_contract *c,
			 char *text, size_t size);

#endif
