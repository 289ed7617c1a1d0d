/* SPDX-License-Identifier: MIT
 *
 * rival.h - outputs of the baseline, which say where a variant's may be wrong.
 *
 * A slow reference is asked about some elements only, and finds a mistake in one
 * element of a million by chance.  If a variant gets the baseline's inputs, the
 * reference is asked where its outputs are farthest from the baseline's, too.  The
 * baseline accuses nobody: only the reference says what is wrong.
 */
#ifndef AISP_RIVAL_H
#define AISP_RIVAL_H

#include "verify.h"

/* Outputs of more bytes are not kept. */
#define AISP_RIVAL_MOST_BYTES ((size_t)1 << 28)

/* Outputs of one call, if there are any; zeroed: none. */
struct aisp_rival {
	int sample, slot; /* the call: in that timed sample of a launch */
	int block;        /* beside the pilots: the one with such launches */
	uint64_t key;     /* of the call's poison, which goes with its inputs */
	bool is_there;
	struct aisp_tensor out[AISP_MAX_IO];
};

/* Can outputs of a call of this contract be kept, and compared with others? */
bool aisp_rival_is_possible(const struct aisp_contract *c);

/* Keep io's outputs, unless some are there.  Returns 0, or -1 with *err filled. */
int aisp_rival_keep(struct aisp_rival *r, const struct aisp_contract *c,
		    const struct aisp_io *io, uint64_t key, struct aisp_err *err);

/*
 * If outputs of the call with that key are there: ask the reference about rows of io
 * that are farthest from them, by distance, and by distance relative to size; at least
 * about the farthest of each output, and about more until budget_ns have passed.  What
 * is wrong is added to *t, but no error to its mean squares, since these elements are
 * no random sample.  Returns 0, or -1 with *err filled.
 */
int aisp_rival_compare(const struct aisp_rival *r, const struct aisp_contract *c,
		       const struct aisp_io *io, uint64_t key, int64_t budget_ns,
		       struct aisp_tally *t, struct aisp_err *err);

/* Free the outputs that are there; then there are none. */
void aisp_rival_release(struct aisp_rival *r);

#endif
