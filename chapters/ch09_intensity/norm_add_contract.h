/* SPDX-License-Identifier: MIT
 *
 * norm_add_contract.h - what contracts share in which r = x + residual and then rows of
 * r are normalised: parameters, inputs, and r.
 */
#ifndef NORM_ADD_CONTRACT_H
#define NORM_ADD_CONTRACT_H

#include <aisp/bf16.h>
#include <aisp/workload.h>
#include <float.h>

enum { ROWS, COLS, THREADS_CPU };
enum { X, RESIDUAL, GAIN }; /* inputs */
enum { R };                 /* the first output */

#define RMS_EPS   1e-5f
#define MOST_COLS 16384 /* what a block holds in registers */

static inline void add_residual_sum(const int64_t *p, struct aisp_problem *pr)
{
	int64_t rows = p[ROWS], cols = p[COLS];

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_BF16, 2, { rows, cols } });
	aisp_add_in(pr, (struct aisp_spec){ "residual", AISP_BF16, 2, { rows, cols } });
	aisp_add_in(pr, (struct aisp_spec){ "gain", AISP_BF16, 1, { cols } });
	aisp_add_out(pr, (struct aisp_spec){ "r", AISP_BF16, 2, { rows, cols } });
	pr->compute = AISP_F32;
	pr->is_cold = 1;
	pr->n_threads = (int)p[THREADS_CPU];
	pr->error_c = AISP_BF16_ONCE;
	if (cols > MOST_COLS)
		pr->invalid = "cols is at most 16384";
}

/* r before it is rounded. */
static inline double sum_at(const struct aisp_io *io, int64_t i)
{
	return aisp_bf16_at(&io->in[X], i) + aisp_bf16_at(&io->in[RESIDUAL], i);
}

#endif
