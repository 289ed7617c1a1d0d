/* SPDX-License-Identifier: MIT
 *
 * noise.h - the A/A noise floor of this machine: how far apart two launches'
 * worth of identical code were measured.  `aisp doctor --noise` makes it.
 */
#ifndef AISP_NOISE_H
#define AISP_NOISE_H

#include "base/err.h"

struct aisp_noise {
	double floor; /* 95 % quantile of |mean ln ratio| over the comparisons */
	int n_comparisons;
	int n_differing;   /* called FASTER or SLOWER, wrongly */
	char measured[32]; /* when, ISO 8601, UTC */
};

/* From <cache>/machines/<id>/noise.json.  0, or -1 with *err filled if there is none.
 */
int aisp_noise_load(struct aisp_noise *n, struct aisp_err *err);
int aisp_noise_save(const struct aisp_noise *n, struct aisp_err *err);

#endif
