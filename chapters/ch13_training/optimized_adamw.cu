/* SPDX-License-Identifier: MIT
 *
 * One launch for all tensors, as if they were one array; each thread looks up where in
 * the list of their first elements it is.
 */
#include "workload_adamw.h"

#include "adamw_gpu.h"

#define THREADS 128
#define AHEAD   2 /* vectors of a thread under way */
#define VECTOR  4 /* elements: 8 bytes of g and p16, 16 of the others */

struct arrays {
	float *p, *m, *v;
	uint16_t *p16;
	const uint16_t *g;
};

/* Where a thread is in the list of tensors. */
struct place {
	const int64_t *start;
	const float *all_decay;
	int64_t t, end; /* of the tensor */
	float decay;
};

/* The tensor of element i, by bisection. */
static __device__ struct place place_of(const int64_t *start, const float *decay,
					int64_t n_tensors, int64_t i)
{
	int64_t t = 0, behind = n_tensors;

	while (behind - t > 1) {
		int64_t middle = (t + behind) / 2;

		if (start[middle] <= i)
			t = middle;
		else
			behind = middle;
	}
	return { start, decay, t, start[t + 1], decay[t] };
}

static __device__ void go_to(struct place *at, int64_t i)
{
	if (i < at->end)
		return;
	while (i >= at->start[at->t + 1])
		at->t++;
	at->end = at->start[at->t + 1];
	at->decay = at->all_decay[at->t];
}

struct vector {
	__align__(16) float p[VECTOR], m[VECTOR], v[VECTOR];
	uint2 g;
};

/* Each access of a warp is of bytes that lie together. */
static __device__ void load(struct vector *to, const struct arrays &a, int64_t i)
{
	*(float4 *)to->p = *(const float4 *)(a.p + i);
	*(float4 *)to->m = *(const float4 *)(a.m + i);
	*(float4 *)to->v = *(const float4 *)(a.v + i);
	to->g = *(const uint2 *)(a.g + i);
}

static __device__ void step_vector(const struct arrays &a, struct vector *x, int64_t i,
				   const struct adamw_rates *r, struct place *at)
{
#pragma unroll
	for (int k = 0; k < VECTOR; k++) {
		uint32_t both = k < 2 ? x->g.x : x->g.y;

		go_to(at, i + k);
		adamw_element(x->p + k, x->m + k, x->v + k,
			      k % 2 ? high(both) : low(both), r, at->decay);
	}
	*(float4 *)(a.p + i) = *(float4 *)x->p;
	*(float4 *)(a.m + i) = *(float4 *)x->m;
	*(float4 *)(a.v + i) = *(float4 *)x->v;
	*(uint2 *)(a.p16 + i) =
		make_uint2(pack(x->p[0], x->p[1]), pack(x->p[2], x->p[3]));
}

/* The elements behind the last vector. */
static __device__ void step_end(const struct arrays &a, int64_t i, int64_t n,
				const struct adamw_rates *r, struct place *at)
{
	for (; i < n; i++) {
		go_to(at, i);
		adamw_at(a.p, a.m, a.v, a.p16, a.g, i, r, at->decay);
	}
}

static __global__ void adamw(struct arrays a, const float *hyper, const float *decay,
			     const int64_t *start, int64_t n_tensors)
{
	int64_t n = start[n_tensors], step = VECTOR * THREADS;
	int64_t first = blockIdx.x * AHEAD * step + VECTOR * threadIdx.x;
	struct adamw_rates r = adamw_rates_of(hyper);
	struct place at = place_of(start, decay, n_tensors, first);
	struct vector x[AHEAD];

#pragma unroll
	for (int k = 0; k < AHEAD; k++)
		if (first + k * step + VECTOR <= n)
			load(x + k, a, first + k * step);
#pragma unroll
	for (int k = 0; k < AHEAD; k++) {
		int64_t i = first + k * step;

		if (i + VECTOR <= n)
			step_vector(a, x + k, i, &r, &at);
		else
			step_end(a, i, n, &r, &at);
	}
}

static int run(const struct aisp_io *io, void *state)
{
	struct arrays a = { aisp_out_f32(io, P), aisp_out_f32(io, M),
			    aisp_out_f32(io, V), (uint16_t *)io->out[P16].data,
			    (const uint16_t *)io->in[G].data };
	int64_t n_blocks =
		aisp_ceil_div(all_elems(io->param), AHEAD * VECTOR * THREADS);

	(void)state;
	adamw<<<(unsigned)n_blocks, THREADS, 0, aisp_stream(io)>>>(
		a, aisp_in_f32(io, HYPER), aisp_in_f32(io, DECAY),
		(const int64_t *)io->in[START].data, n_tensors(io->param));
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "one launch for all tensors, 8 elements per thread at once",
	.run = run,
};
