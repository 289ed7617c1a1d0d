/* SPDX-License-Identifier: MIT
 *
 * C = A B^T of e4m3, sums as exact as if the tensor cores added up in fp32.  They do
 * not: Hopper's keep 14 bits of a sum, and drop the rest with each instruction.
 */
#include "fp8_product.h"

/* Elements of k that may be added up in 14 bits: four instructions. */
#define SLAB 128

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	fp8_problem(p, pr);
}

/*
 * Four instructions drop up to 2^-13 of a slab's sum each, and the slabs' errors add
 * up like a random walk, unless terms repeat: what they drop then is computed.  Sums of
 * 14 bits throughout fail this from a k of some thousands.
 */
static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n_elems,
		      double *ref, double *mag)
{
	double slabs = ceil((double)io->param[K] / SLAB);

	(void)o;
	fp8_reference(io, first, n_elems, SLAB, 4 * 0x1p-13 / sqrt(slabs), 0, ref, mag);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "matrix product, fp8 (e4m3), exact sums",
	.n_params = 3,
	.params = FP8_PARAMS,
	.problem = problem,
	.reference = reference,
};
