/* SPDX-License-Identifier: MIT
 *
 * Each store of 16 bytes holds 8 of data and a flag twice: one crossing of the link.
 * Each warp sends before it waits, and all blocks are on the GPU at once.
 *
 * SUMMARY: each store of 16 bytes brings its own flag
 * LAUNCH: packets<<<min(ceil_div(elems, 2048), gpu.sms), 256>>>(peers, x, y, elems)
 */
#include "workload_allreduce_small.h"

#include "peer_packets.h"

__global__ void __launch_bounds__(256)
	packets(const __grid_constant__ struct aisp_ranks peers, const bf16 *x, bf16 *y,
		int64_t n)
{
	send_and_add<bf16, 1, 0>(peers, { x, y, n, { 0, 0 } });
}
