/* SPDX-License-Identifier: MIT
 *
 * C = A B^T of e4m3, sums in the 14 bits that Hopper's tensor cores keep: what
 * libraries call fast accumulation.
 */
#include "fp8_product.h"

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	fp8_problem(p, pr);
}

/*
 * Each of an instruction's products drops what is below 2^-14 of the sum's leading bit,
 * and never adds.  Of terms of both signs that is a random walk, of which a bound is
 * four times the root mean square.  Of one sign all lose: at most 16 * 2^-13 of the sum
 * for each instruction, where its largest terms come first.
 */
static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n_elems,
		      double *ref, double *mag)
{
	double n = (double)io->param[K] / INSTRUCTION;

	(void)o;
	fp8_reference(io, first, n_elems, io->param[K], 0x1p-13 * (1 + sqrt(n) / 4),
		      16 * 0x1p-13 * n, ref, mag);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "matrix product, fp8 (e4m3), sums of 14 bits",
	.n_params = 3,
	.params = FP8_PARAMS,
	.problem = problem,
	.reference = reference,
};
