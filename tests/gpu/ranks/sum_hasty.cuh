/* SPDX-License-Identifier: MIT
 *
 * A rank gives the others a while to show their inputs, and then takes whatever is
 * there; the while suffices if all start together.
 */
#include "sum_run.cuh"

#define WHILE 4000000 /* cycles: milliseconds, where a rank is held back for tens */

static __device__ inline void show_for_a_while(const struct aisp_ranks *r,
					       const float *x, int64_t n)
{
	show(r, x, n);
	__syncthreads();
	if (threadIdx.x == 0) {
		int64_t end = clock64() + WHILE;

		for (int peer = 0; peer < r->n; peer++)
			aisp_gpu_signal_set(r, peer,
					    AISP_MAX_RANKS * blockIdx.x + r->rank, 1);
		for (int peer = 0; peer < r->n; peer++)
			while (!aisp_gpu_signal_get(r, r->rank,
						    AISP_MAX_RANKS * blockIdx.x +
							    peer) &&
			       clock64() < end)
				;
	}
	__syncthreads();
}
