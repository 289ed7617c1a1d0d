/* SPDX-License-Identifier: MIT
 *
 * fp8_run.h - the kernel around multiply_tile(), which the step defines, and its
 * setup() and run().
 */
#ifndef FP8_RUN_H
#define FP8_RUN_H

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
				      to.y * P::N);
		}
		if (threadIdx.x % 32 == 0)
			ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
	}
	/* The other may still send to this block's memory, or tell its barriers. */
	ptx::barrier_cluster_arrive();
	ptx::barrier_cluster_wait();
}

struct state {
	aisp_encode encode;
	int n_clusters;
};

template <class P> static struct order order_of(const struct aisp_io *io)
{
	return { (int)aisp_ceil_div(io->param[M], PAIR * TILE_M),
		 (int)aisp_ceil_div(io->param[N], P::N) };
}

/* Columns times the rounds of tiles that the GPU needs: a measure of the time. */
template <class P> static int64_t cost(const struct aisp_io *io, int n_clusters)
{
	struct order o = order_of<P>(io);

	return aisp_ceil_div((int64_t)o.rows * o.cols, n_clusters) * P::N;
}

template <class P> static int plan_setup(struct state *s)
{
	cudaLaunchAttribute cluster = { cudaLaunchAttributeClusterDimension };
	cudaLaunchConfig_t launch = { dim3(PAIR), dim3(THREADS), P::BYTES };

	cluster.val.clusterDim = { PAIR, 1, 1 };
	launch.attrs = &cluster;
	launch.numAttrs = 1;
	AISP_TRY(cudaFuncSetAttribute(
		product<P>, cudaFuncAttributeMaxDynamicSharedMemorySize, P::BYTES));
	AISP_TRY(cudaOccupancyMaxActiveClusters(&s->n_clusters, product<P>, &launch));
	return 0;
}

template <class P> static int plan_run(const struct aisp_io *io, const struct state *s)
{
	CUtensorMap a, b, c;
	int rc = aisp_describe(s->encode, &io->in[0], 1, TILE_M, STEP, &a);

	if (!rc)
		rc = aisp_describe(s->encode, &io->in[1], 1, P::N / PAIR, STEP, &b);
	if (!rc)
		rc = aisp_describe(s->encode, &io->out[0], 2, 16, P::PIECE, &c);
	if (rc)
		return rc;
	product<P><<<s->n_clusters * PAIR, THREADS, P::BYTES, aisp_stream(io)>>>(
		a, b, c, order_of<P>(io), (int)aisp_ceil_div(io->param[K], STEP));
	return aisp_launched();
}

#endif
