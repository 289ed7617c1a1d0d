/* SPDX-License-Identifier: MIT
 *
 * One launch for all tensors, as if they were one array; each thread follows the list
 * of their first elements.
 */
#include "workload_adamw.h"

#include "adamw_gpu.h"

#define THREADS 256
#define VECTOR  4 /* elements: 8 bytes of g and p16, 16 of the others */

/* Where a thread is in the list of tensors. */
struct place {
	const int64_t *start;
	const float *all_decay;
	int64_t t, end; /* of the tensor */
	float decay;
};

static __device__ void go_to(struct place *at, int64_t i)
{
	if (i < at->end)
		return;
	while (i >= at->start[at->t + 1])
		at->t++;
	at->end = at->start[at->t + 1];
	at->decay = at->all_decay[at->t];
}

/* Elements [i, i + VECTOR): each access of a warp is of bytes that lie together. */
static __device__ void step_vector(float *restrict p, float *restrict m,
				   float *restrict v, uint16_t *restrict p16,
				   const uint16_t *restrict g, int64_t i,
				   const struct adamw_rates *r, struct place *at)
{
	__align__(16) float x[VECTOR], y[VECTOR], z[VECTOR];
	uint2 half = *(const uint2 *)(g + i);

	*(float4 *)x = *(const float4 *)(p + i);
	*(float4 *)y = *(const float4 *)(m + i);
	*(float4 *)z = *(const float4 *)(v + i);
#pragma unroll
	for (int k = 0; k < VECTOR; k++) {
		uint32_t both = k < 2 ? half.x : half.y;

		go_to(at, i + k);
		adamw_element(x + k, y + k, z + k, k % 2 ? high(both) : low(both), r,
			      at->decay);
	}
	*(float4 *)(p + i) = *(float4 *)x;
	*(float4 *)(m + i) = *(float4 *)y;
	*(float4 *)(v + i) = *(float4 *)z;
	*(uint2 *)(p16 + i) = make_uint2(pack(x[0], x[1]), pack(x[2], x[3]));
}

/* All blocks go through the arrays side by side, so that memory meets one front. */
static __global__ void adamw(float *restrict p, float *restrict m, float *restrict v,
			     uint16_t *restrict p16, const uint16_t *restrict g,
			     const float *hyper, const float *restrict decay,
			     const int64_t *restrict start, int64_t n_tensors)
{
	int64_t n = start[n_tensors], step = (int64_t)gridDim.x * THREADS;
	int64_t k = (int64_t)blockIdx.x * THREADS + threadIdx.x;
	struct adamw_rates r = adamw_rates_of(hyper);
	struct place at = { start, decay, 0, 0, 0 };

	for (; k < n / VECTOR; k += step)
		step_vector(p, m, v, p16, g, VECTOR * k, &r, &at);
	/* The thread whose turn is next takes the remaining elements. */
	for (int64_t i = VECTOR * k; k == n / VECTOR && i < n; i++) {
		go_to(&at, i);
		adamw_at(p, m, v, p16, g, i, &r, at.decay);
	}
}

static int run(const struct aisp_io *io, void *state)
{
	unsigned n_blocks = 8 * (unsigned)aisp_gpu(cudaDevAttrMultiProcessorCount);

	(void)state;
	adamw<<<n_blocks, THREADS, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, P), aisp_out_f32(io, M), aisp_out_f32(io, V),
		(uint16_t *)io->out[P16].data, (const uint16_t *)io->in[G].data,
		aisp_in_f32(io, HYPER), aisp_in_f32(io, DECAY),
		(const int64_t *)io->in[START].data, n_tensors(io->param));
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "one launch for all tensors, 4 elements per thread at once",
	.run = run,
};
