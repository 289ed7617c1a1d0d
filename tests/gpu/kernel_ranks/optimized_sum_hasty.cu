/* SPDX-License-Identifier: MIT
 *
 * SUMMARY: what others have shown after a while
 * LAUNCH: sum_all<<<min(ceil_div(elems, 256), 128), 256>>>(peers, a, sum, elems)
 */
#include "workload_sum.h"

#include "../ranks/sum_hasty.cuh"

__global__ void sum_all(const __grid_constant__ struct aisp_ranks peers, const float *a,
			float *sum, int64_t n)
{
	show_for_a_while(&peers, a, n);
	add_all(&peers, sum, n);
}
