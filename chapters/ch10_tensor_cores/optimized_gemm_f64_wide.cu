/* SPDX-License-Identifier: MIT
 *
 * The same tiles, but mma.sync of 16 x 8 sums and 16 of k, which Hopper has.
 * ARCH: sm_90 sm_100
 */
#include "workload_gemm_f64.h"

#include "f64_tile.h"

struct wide_mma {
	/* Numbers of A come by twos: of a row and of that 8 below. */
	static __device__ void add(double d[2], double below[2], const double a[4],
				   const double a_below[4], const double b[4])
	{
		asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 "
			     "{%0, %1, %2, %3}, "
			     "{%4, %5, %6, %7, %8, %9, %10, %11}, "
			     "{%12, %13, %14, %15}, {%0, %1, %2, %3};"
			     : "+d"(d[0]), "+d"(d[1]), "+d"(below[0]), "+d"(below[1])
			     : "d"(a[0]), "d"(a_below[0]), "d"(a[1]), "d"(a_below[1]),
			       "d"(a[2]), "d"(a_below[2]), "d"(a[3]), "d"(a_below[3]),
			       "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
	}
};

static int setup(const struct aisp_io *io, void **state)
{
	(void)io, (void)state;
	return f64_setup<wide_mma>();
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return f64_run<wide_mma>(io);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "the same by mma.sync of 16 x 8 x 16",
	.setup = setup,
	.run = run,
};
