/* SPDX-License-Identifier: MIT
 *
 * A rank gives the others a while to show their inputs, and then takes whatever is
 * there; the while suffices if all start together.
 */
#include "workload_sum.h"

#include "../ranks/sum_call.cuh"

#define WHILE 4000000 /* cycles: milliseconds, where a rank is held back for tens */

static __global__ void all_reduce(const __grid_constant__ struct aisp_ranks r,
				  const float *x, float *y, int64_t n)
{
	show(&r, x, n);
	__syncthreads();
	if (threadIdx.x == 0) {
		int64_t end = clock64() + WHILE;

		for (int peer = 0; peer < r.n; peer++)
			aisp_gpu_signal_set(&r, peer,
					    AISP_MAX_RANKS * blockIdx.x + r.rank, 1);
		for (int peer = 0; peer < r.n; peer++)
			while (!aisp_gpu_signal_get(&r, r.rank,
						    AISP_MAX_RANKS * blockIdx.x +
							    peer) &&
			       clock64() < end)
				;
	}
	__syncthreads();
	for (int64_t i = first_elem(); i < n; i += elem_step())
		add_shown(&r, y, i);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "what others have shown after a while",
	.run = run,
};
