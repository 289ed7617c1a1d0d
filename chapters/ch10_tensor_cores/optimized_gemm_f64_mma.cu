/* SPDX-License-Identifier: MIT
 *
 * mma.sync of 8 x 8 sums and 4 of k, the one shape that tensor cores had for fp64 at
 * first: eight of them are 16 x 8 products of 16 of k.
 * ARCH: sm_90 sm_100 sm_120
 */
#include "workload_gemm_f64.h"

#include "f64_tile.h"

struct small_mma {
	static __device__ void add_four(double d[2], double a, double b)
	{
		asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 "
			     "{%0, %1}, {%2}, {%3}, {%0, %1};"
			     : "+d"(d[0]), "+d"(d[1])
			     : "d"(a), "d"(b));
	}
	/* Rows 8 below have sums and numbers of their own. */
	static __device__ void add(double d[2], double below[2], const double a[4],
				   const double a_below[4], const double b[4])
	{
#pragma unroll
		for (int q = 0; q < 4; q++) {
			add_four(d, a[q], b[q]);
			add_four(below, a_below[q], b[q]);
		}
	}
};

static int setup(const struct aisp_io *io, void **state)
{
	(void)io, (void)state;
	return f64_setup<small_mma>();
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return f64_run<small_mma>(io);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "tensor cores by mma.sync of 8 x 8 x 4, cp.async",
	.setup = setup,
	.run = run,
};
