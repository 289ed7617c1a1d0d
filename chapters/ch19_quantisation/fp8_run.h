/* SPDX-License-Identifier: MIT
 *
 * fp8_run.h - the kernel around multiply_tile(), which the step defines, and its
 * setup() and run().
 */
#ifndef FP8_RUN_H
#define FP8_RUN_H

#include "byte_run.h"

template <class P>
__global__ void __cluster_dims__(PAIR, 1, 1) __launch_bounds__(THREADS, 1)
	product(const __grid_constant__ CUtensorMap a,
		const __grid_constant__ CUtensorMap b,
		const __grid_constant__ CUtensorMap c, const struct order o, int n_k)
{
	extern __shared__ uint8_t memory[];
	__shared__ uint64_t full[P::STAGES], empty[P::STAGES];
	struct block<P> s = begin<P>(memory, full, empty);
	int worker = aisp_warpgroup() - 1;

	if (worker < 0) {
		aisp_leave_registers<40>();
		if (threadIdx.x == 0)
			fetch_tiles<P>(s, &a, &b, o, n_k);
	} else {
		int warp = threadIdx.x / 32 - 4;
		struct turn<P> at;
		float sum[P::N / 2];

		aisp_take_registers<232>();
		for (int t = blockIdx.x / PAIR; t < o.rows * o.cols;
		     t += gridDim.x / PAIR) {
			int2 to = place(o, t);

			multiply_tile<P>(sum, s, worker, &at, n_k);
			store_rows<P>(s.out + warp * P::PIECE_BYTES, &c, sum,
				      (to.x * PAIR + s.rank) * TILE_M + warp * 16,
				      to.y * P::N, as_is());
		}
		if (threadIdx.x % 32 == 0)
			ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
	}
	/* The other may still send to this block's memory, or tell its barriers. */
	ptx::barrier_cluster_arrive();
	ptx::barrier_cluster_wait();
}

template <class P> static int plan_setup(struct state *s)
{
	return find_clusters<P>(product<P>, s);
}

template <class P> static int plan_run(const struct aisp_io *io, const struct state *s)
{
	struct launch l;
	int rc = describe<P>(io, s, &l);

	if (rc)
		return rc;
	product<P><<<l.n_blocks, THREADS, P::BYTES, aisp_stream(io)>>>(l.a, l.b, l.c,
								       l.order, l.n_k);
	return aisp_launched();
}

#endif
