/* SPDX-License-Identifier: MIT
 *
 * One kernel for all layers.  All blocks wait for all behind each product, but weights
 * need not wait: a warp orders its next row's before it waits, so that they come
 * meanwhile.
 */
#include "workload_mlp_chain.h"

#include "mlp_chain.h"
#include <cooperative_groups.h>
#include <stdlib.h>

#define HELD 8 /* accesses of a row that lie in registers while blocks wait */

static __device__ void order(uint4 (&w)[HELD], const struct chain &c, int p, int row)
{
	const uint4 *from = weights(c, p, row);

#pragma unroll
	for (int i = 0; i < HELD; i++)
		w[i] = i < c.d / 256 ? __ldcs(from + i * 32) : uint4{};
}

/* The part that was held, and what is left of the row. */
static __device__ float finish(const uint4 (&w)[HELD], const struct chain &c, int p,
			       int row, const float *x)
{
	float sum = 0;

#pragma unroll
	for (int i = 0; i < HELD; i++)
		if (i < c.d / 256)
			sum += times_eight(w[i], x + i * 256 + threadIdx.x % 32 * 8);
	return add_rest(c, p, row, x, HELD, sum);
}

static __global__ void __launch_bounds__(THREADS)
	multiply_all(const __grid_constant__ struct chain c)
{
	extern __shared__ float x[];
	int mine = blockIdx.x * WARPS + threadIdx.x / 32, step = gridDim.x * WARPS;
	cooperative_groups::grid_group grid = cooperative_groups::this_grid();
	uint4 w[HELD];

	if (mine < c.d)
		order(w, c, 0, mine);
	for (int p = 0; p < c.n_products; p++) {
		load_vector(x, source(c, p), c.d);
		if (mine < c.d)
			store_row(c, p, mine, finish(w, c, p, mine, x));
		for (int row = mine + step; row < c.d; row += step)
			store_row(c, p, row, add_rest(c, p, row, x, 0, 0));
		if (p + 1 < c.n_products && mine < c.d)
			order(w, c, p + 1, mine);
		grid.sync();
	}
}

/* As many blocks as there are multiprocessors, or rows. */
static int setup(const struct aisp_io *io, void **state)
{
	unsigned *n_blocks = (unsigned *)malloc(sizeof(*n_blocks));
	unsigned most = (unsigned)aisp_ceil_div(io->param[WIDTH], WARPS);

	*state = n_blocks;
	if (!n_blocks)
		return -ENOMEM;
	*n_blocks = (unsigned)aisp_gpu(cudaDevAttrMultiProcessorCount);
	if (*n_blocks > most)
		*n_blocks = most;
	return aisp_gpu(cudaDevAttrCooperativeLaunch) ? 0 : -ENOTSUP;
}

static int run(const struct aisp_io *io, void *state)
{
	struct chain c = chain_of(io);
	void *args[] = { &c };

	AISP_TRY(cudaLaunchCooperativeKernel(
		(const void *)multiply_all, dim3(*(const unsigned *)state),
		dim3(THREADS), args, (size_t)c.d * sizeof(float), aisp_stream(io)));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "one kernel, which prefetches the next weights while it waits",
	.setup = setup,
	.run = run,
	.teardown = free,
	.needs = "cooperative launches",
};
