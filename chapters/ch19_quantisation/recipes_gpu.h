/* SPDX-License-Identifier: MIT
 *
 * recipes_gpu.h - tensors to e4m3 on a GPU, and the largest of one: a thread has eight
 * neighbours, so that sixteen share a block.
 */
#ifndef RECIPES_GPU_H
#define RECIPES_GPU_H

#include "e4m3_gpu.h"
#include "halves_max.h"
#include "recipes_scale.h"

#define THREADS 256
#define SHARERS (BLOCK / 8)

struct recipe {
	const uint4 *x;
	uint8_t *scale;
	uint2 *q;
	uint32_t *most;   /* bits of the largest of each step */
	int64_t n_eights; /* of a step */
};

static struct recipe recipe_of(const struct aisp_io *io)
{
	return { (const uint4 *)io->in[0].data, (uint8_t *)io->out[SCALE].data,
		 (uint2 *)io->out[Q].data, (uint32_t *)io->workspace,
		 io->param[ROWS] * io->param[BLOCKS] * SHARERS };
}

static unsigned n_groups(int64_t n_eights)
{
	return (unsigned)aisp_ceil_div(n_eights, THREADS);
}

/* Whole warps ask: beyond the end are zeros. */
static __device__ uint4 eight_at(const struct recipe &r, int64_t i, int64_t end)
{
	return i < end ? r.x[i] : uint4{};
}

static __device__ void quantise_eight(const struct recipe &r, int64_t i, uint4 v,
				      uint8_t scale)
{
	float inverse = aisp_float_of_bits((uint32_t)(2 * BIAS - scale) << 23);

	r.q[i] = { to_codes(v.x, v.y, inverse), to_codes(v.z, v.w, inverse) };
	if (i % SHARERS == 0)
		r.scale[i / SHARERS] = scale;
}

/* Raises *most to the largest of what the threads of a group have. */
static __device__ void raise_most(uint32_t *most, uint4 v)
{
	__shared__ uint32_t part[THREADS / 32];
	uint32_t mine = __float_as_uint(max_of_lanes(v, 32));

	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = mine;
	__syncthreads();
	if (threadIdx.x < 32) {
		mine = threadIdx.x < THREADS / 32 ? part[threadIdx.x] : 0;
		mine = __reduce_max_sync(~0u, mine);
		if (threadIdx.x == 0)
			atomicMax(most, mine);
	}
}

static int clear_most(const struct aisp_io *io)
{
	AISP_TRY(cudaMemsetAsync(io->workspace, 0, io->workspace_bytes,
				 aisp_stream(io)));
	return 0;
}

#endif
