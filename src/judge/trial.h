/* SPDX-License-Identifier: MIT
 *
 * trial.h - one set of inputs, and rows of outputs that may be right or wrong for it.
 */
#ifndef AISP_TRIAL_H
#define AISP_TRIAL_H

#include <aisp/check.h>

#include "contract.h"
#include "device/buffers.h"
#include "verify.h"

/* Elements [first, first + n) of an output; ref: right values, then magnitudes. */
struct aisp_trial_rows {
	int64_t first, n;
	double *ref;
};

struct aisp_trial {
	const struct aisp_contract *contract;
	struct aisp_buffers *buffers;
	const struct aisp_io *io;
	enum aisp_dist dist;
	uint64_t seed, key; /* of all chances; of this one */
	/* One term in so many is left out, or replaced by its neighbour; 0: as many as
	 * `bench verify` takes. */
	int of;
	int n_out;
	uint32_t caught; /* choices that a control was found wrong in; choices.h */
	int missed; /* controls, or'ed, that passed and are wrong beside choices, too */
	struct aisp_trial_rows rows[AISP_MAX_IO];
};

/*
 * Fill inputs in the host's memory, from a seed and the number of the chance; poison
 * outputs, and choose rows of them.  Returns 0, or -1 with *err filled: then there is
 * nothing to be closed.
 */
int aisp_trial_open(struct aisp_trial *t, const struct aisp_contract *c,
		    enum aisp_dist dist, uint64_t seed, uint64_t chance,
		    struct aisp_err *err);
void aisp_trial_close(struct aisp_trial *t);

/* References, then magnitudes, of output o's rows for the inputs as they are now:
 * free() them.  NULL with *err filled. */
double *aisp_trial_reference(const struct aisp_trial *t, int o, struct aisp_err *err);

/* Write these values, or if NULL those of control k, to the rows of output o. */
void aisp_trial_write(const struct aisp_trial *t, enum aisp_control k, int o,
		      const double *values);

/* Are the rows of output o, or of all outputs, right where the right value is finite?
 * Some controls are not wrong, such as zeros if all rows hold zeros. */
bool aisp_trial_is_right_in(const struct aisp_trial *t, int o);
bool aisp_trial_is_right(const struct aisp_trial *t);

/* Are all outputs right that are no choice, for the choices that are there?  Returns 1
 * or 0, or -1 with *err filled. */
int aisp_trial_is_right_beside(const struct aisp_trial *t, struct aisp_err *err);

/*
 * Compare as a call's outputs are compared.  If there is a choice the reference is
 * called again, since it depends on the answer.  Returns 0, or -1 with *err filled.
 */
int aisp_trial_compare(const struct aisp_trial *t, struct aisp_tally *tally,
		       struct aisp_err *err);

#endif
