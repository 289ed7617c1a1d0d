/* SPDX-License-Identifier: MIT
 *
 * mlp_launches.h - a launch for each product.
 */
#ifndef MLP_LAUNCHES_H
#define MLP_LAUNCHES_H

#include "mlp_chain.h"

static __global__ void __launch_bounds__(THREADS)
	multiply(const __grid_constant__ struct chain c, int p)
{
	extern __shared__ float x[];
	int row = blockIdx.x * WARPS + threadIdx.x / 32;

	load_vector(x, source(c, p), c.d);
	if (row < c.d)
		store_row(c, p, row, add_rest(c, p, row, x, 0, 0));
}

static int launch_all(const struct aisp_io *io)
{
	struct chain c = chain_of(io);
	unsigned n_blocks = (unsigned)aisp_ceil_div(c.d, WARPS);

	for (int p = 0; p < c.n_products; p++)
		multiply<<<n_blocks, THREADS, (size_t)c.d * sizeof(float),
			   aisp_stream(io)>>>(c, p);
	return aisp_launched();
}

#endif
