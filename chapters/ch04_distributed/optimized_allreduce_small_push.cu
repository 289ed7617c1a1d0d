/* SPDX-License-Identifier: MIT
 *
 * Each rank stores its numbers into the windows of its peers, then block b signals to
 * the peers' blocks b: one launch, one crossing of the link for data and one for
 * signals.  Blocks wait for each other: there are no more than multiprocessors, each of
 * which has room for one.
 *
 * SUMMARY: one shot, stores of 16 bytes into the peers' windows
 * LAUNCH: push<<<min(ceil_div(elems, 4096), gpu.sms), 512>>>(peers, x, y, elems)
 */
#include "workload_allreduce_small.h"

#include "peer_one_shot.h"

__global__ void __launch_bounds__(512)
	push(const __grid_constant__ struct aisp_ranks peers, const bf16 *x, bf16 *y,
	     int64_t n)
{
	push_and_add<bf16, 2>(peers, { x, y, n, { 0, 0 } });
}
