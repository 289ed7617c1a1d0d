/* SPDX-License-Identifier: MIT
 *
 * A cluster of eight blocks per row: decisions first, then the weights of each warp's
 * part of the one distribution that counts, which all blocks of the cluster get to
 * know, and the warp in whose part the share falls draws.
 * ARCH: sm_90 sm_100 sm_120
 *
 * SUMMARY: decisions first, eight blocks per row draw
 * LAUNCH: accept_drafts<<<8 * rows, 512>>>(n_accepted, next, p, q, draft, u,
 *         vocab, drafts)
 */
#include "workload_accept.h"

#include "accept_gpu.h"
#include <cooperative_groups.h>

#define BLOCKS  8
#define THREADS 512
#define WARPS   (THREADS / 32)

static_assert(BLOCKS * WARPS == PARTS, "a part for each warp");

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(BLOCKS, 1, 1) __launch_bounds__(THREADS)
	accept_drafts(int *n_accepted, int *next, const float *p, const float *q,
		      const int *draft, const float *u, int64_t vocab, int64_t k)
{
	__shared__ float weight[PARTS];
	cg::cluster_group cluster = cg::this_cluster();
	int64_t row = blockIdx.x / BLOCKS;
	int part = (int)cluster.block_rank() * WARPS + (int)threadIdx.x / 32;
	int lane = (int)threadIdx.x % 32, n;
	struct choice c = { NULL, NULL, vocab };
	float sum;

	cluster.barrier_arrive();
	p += row * (k + 1) * vocab;
	q += row * k * vocab;
	u += row * (k + 1);
	n = accepted(p, q, draft + row * k, u, vocab, (int)k);
	c.p = p + n * vocab;
	c.q = n < k ? q + n * vocab : NULL;
	sum = part_weight(c, part, PARTS);
	/* All blocks must be there before one writes into them. */
	cluster.barrier_wait();
	if (lane < BLOCKS)
		cluster.map_shared_rank(weight, lane)[part] = sum;
	cluster.sync();
	draw(next + row, c, weight, part, PARTS, u[k]);
	if (part == 0 && lane == 0)
		n_accepted[row] = n;
}
