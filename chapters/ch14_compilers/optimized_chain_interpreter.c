/* SPDX-License-Identifier: MIT
 *
 * All steps over a block of elements before the next block: y and what the steps read
 * stay in L1 between them.  The interpreter decodes a step once per block, so that
 * interpreting costs little (P. Boncz, M. Zukowski and N. Nes, MonetDB/X100:
 * Hyper-Pipelining Query Execution, 2005).
 * FLAGS: -O3 -fopenmp-simd
 */
#include "workload_chain.h"

#include "chain_pass.h"

/*
 * Blocks of 2 KiB, counting y, x, a and b.  L1 holds longer ones, but of 64 to 2048
 * elements 128 were the fastest (Intel Xeon with AVX-512, gcc 12.2): a pass is then
 * short enough that the processor asks memory for the next block while it computes this
 * one.
 */
#define BLOCK 128

static void chain(const int64_t *param, float *y, const float *x, const float *a,
		  const float *b, int64_t n)
{
	const float *from = x;

	for (int64_t i = 0; i < param[LENGTH]; i++, from = y)
		pass(step_of(param, i), y, from, a, b, n);
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[ELEMS];

	(void)state;
	for (int64_t at = 0; at < n; at += BLOCK)
		chain(io->param, aisp_out_f32(io, 0) + at, aisp_in_f32(io, IN_X) + at,
		      aisp_in_f32(io, IN_A) + at, aisp_in_f32(io, IN_B) + at,
		      n - at < BLOCK ? n - at : BLOCK);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "all steps over a block that stays in L1",
	.run = run,
};
