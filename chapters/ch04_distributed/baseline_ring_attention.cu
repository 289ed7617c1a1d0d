/* SPDX-License-Identifier: MIT
 *
 * All keys and values are gathered at each rank, which then attends for its own
 * queries: the last rank's see all, the first one's hardly any.
 */
#include "workload_ring_attention.h"

#include "ring_parts.h"
#include <aisp/peer_plain.h>

/* y[k n + i] = element i of tensor `tensor` of window k. */
static __global__ void gather(const __grid_constant__ struct aisp_ranks r, float *y,
			      int64_t n, int64_t stride, int tensor)
{
	const float *from = (const float *)r.window[blockIdx.y] + tensor * stride;
	const vectors<const float> x(from, n);
	const vectors<float> to(y + blockIdx.y * n, n);

	for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < x.count();
	     i += (int64_t)gridDim.x * blockDim.x)
		to.store(i, x.load(i));
}

/* A block for each tile of queries of a head, those with most to see first. */
template <int DIM>
static __global__ void __launch_bounds__(RING_THREADS, DIM > 64 ? 1 : 2)
	attend(const __grid_constant__ struct part q,
	       const __grid_constant__ struct part keys,
	       const __grid_constant__ struct heads h)
{
	extern __shared__ __align__(128) unsigned char room[];
	struct ring_shared<DIM> *m = (struct ring_shared<DIM> *)room;
	const int64_t at = (int64_t)(gridDim.x - 1 - blockIdx.x) * RING_TILE;
	struct attending<DIM> a;

	begin_tile(&a, m, q, at, h, blockIdx.y);
	meet_part(&a, m, q, at, keys, h, blockIdx.y, [](int64_t) {});
	a.end(q, at, h, blockIdx.y);
}

static int show_and_gather(const struct aisp_io *io, float *k, float *v)
{
	const struct aisp_ranks *r = io->ranks;
	const int64_t n = aisp_elems(&io->in[K]), stride = part_stride(io->param);
	const dim3 grid(132, (unsigned)r->n);

	for (int i = K; i <= V; i++)
		AISP_TRY(cudaMemcpyAsync((float *)r->window[r->rank] + (i - K) * stride,
					 io->in[i].data, (size_t)n * sizeof(float),
					 cudaMemcpyDeviceToDevice, aisp_stream(io)));
	all_are_here<<<1, 32, 0, aisp_stream(io)>>>(*r, 1);
	gather<<<grid, 512, 0, aisp_stream(io)>>>(*r, k, n, stride, 0);
	gather<<<grid, 512, 0, aisp_stream(io)>>>(*r, v, n, stride, 1);
	return aisp_launched();
}

static int run(const struct aisp_io *io, void *state)
{
	const int64_t n = io->param[ROWS], all = io->ranks->n * n;
	const dim3 grid((unsigned)ring_tiles(n), (unsigned)io->param[HEADS]);
	float *k = (float *)io->workspace;
	float *v = k + ((io->ranks->n * aisp_elems(&io->in[K]) + 3) & -4);
	const struct part q = { aisp_in_f32(io, Q),  NULL, NULL, aisp_out_f32(io, 0),
				io->ranks->rank * n, n };
	const struct part keys = { NULL, k, v, NULL, 0, all };
	int status = show_and_gather(io, k, v);

	(void)state;
	if (status)
		return status;
	if (io->param[DIM] <= 64)
		attend<64><<<grid, RING_THREADS, sizeof(struct ring_shared<64>),
			     aisp_stream(io)>>>(q, keys, heads_of(io));
	else
		attend<128><<<grid, RING_THREADS, sizeof(struct ring_shared<128>),
			      aisp_stream(io)>>>(q, keys, heads_of(io));
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "gather all keys and values, then attend",
	.setup = ring_setup<attend<64>, attend<128>>,
	.run = run,
};
