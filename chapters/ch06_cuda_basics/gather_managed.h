/* SPDX-License-Identifier: MIT
 *
 * gather_managed.h - the kernel that all variants but one share: it reads rows of a
 * table wherever that lies, and does not know what moves them.
 */
#ifndef GATHER_MANAGED_H
#define GATHER_MANAGED_H

#include <aisp/cuda.h>
#include <stdlib.h>
#include <string.h>

#define GATHER_BLOCK 256
#define GATHER_PARTS 4 /* blocks that share a row */

struct gather {
	float *table;            /* the variant's own copy, or NULL */
	int32_t *index;          /* on the GPU */
	void *pinned;            /* registered pages, or NULL */
	unsigned char *is_asked; /* of each row, for variants that prefetch */
};

static inline size_t table_bytes(const struct aisp_io *io)
{
	return (size_t)io->param[ROWS] * ROW * sizeof(float);
}

/* Row index[blockIdx.x]; the blocks of blockIdx.y divide it. */
static __global__ void gather(float *restrict c, const float *table,
			      const int32_t *restrict index)
{
	const float4 *from = (const float4 *)(table + (int64_t)index[blockIdx.x] * ROW);
	float4 *to = (float4 *)(c + (int64_t)blockIdx.x * ROW);

	for (int k = blockIdx.y * GATHER_BLOCK + threadIdx.x; k < ROW / 4;
	     k += GATHER_PARTS * GATHER_BLOCK)
		to[k] = from[k];
}

/* The indices are few: the driver takes them along without waiting. */
static inline int gather_launch(const struct aisp_io *io, const struct gather *g,
				const float *table)
{
	int64_t n = n_asked(io->param);
	dim3 grid((unsigned)n, GATHER_PARTS);

	AISP_TRY(cudaMemcpyAsync(g->index, io->in[INDEX].data, n * sizeof(*g->index),
				 cudaMemcpyHostToDevice, aisp_stream(io)));
	gather<<<grid, GATHER_BLOCK, 0, aisp_stream(io)>>>(aisp_out_f32(io, 0), table,
							   g->index);
	return aisp_launched();
}

static inline void gather_free(void *state)
{
	struct gather *g = (struct gather *)state;

	if (g->pinned)
		cudaHostUnregister(g->pinned);
	cudaFree(g->table);
	cudaFree(g->index);
	free(g->is_asked);
	free(g);
}

/* For setup(): a struct gather with room for the indices, or NULL. */
static inline struct gather *gather_new(const struct aisp_io *io)
{
	struct gather *g = (struct gather *)calloc(1, sizeof(*g));
	size_t bytes = (size_t)n_asked(io->param) * sizeof(int32_t);

	if (g && cudaMalloc((void **)&g->index, bytes) != cudaSuccess) {
		free(g);
		return NULL;
	}
	return g;
}

/* The worker may not write its inputs, nor may the GPU. */
static inline cudaError_t gather_pin(struct gather *g, const struct aisp_io *io)
{
	cudaError_t e =
		cudaHostRegister(io->in[TABLE].data, table_bytes(io),
				 cudaHostRegisterMapped | cudaHostRegisterReadOnly);

	if (e == cudaSuccess)
		g->pinned = io->in[TABLE].data;
	return e;
}

/* What setup() returns after its last call to the runtime. */
static inline int gather_made(struct gather *g, cudaError_t e, void **state)
{
	if (e != cudaSuccess) {
		gather_free(g);
		return aisp_cuda_status(e);
	}
	*state = g;
	return 0;
}

/* setup(): the pages of the table, registered where they lie. */
static inline int gather_pinned(const struct aisp_io *io, void **state)
{
	struct gather *g = gather_new(io);

	return g ? gather_made(g, gather_pin(g, io), state) : -ENOMEM;
}

#endif
