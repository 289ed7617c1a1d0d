/* SPDX-License-Identifier: MIT
 *
 * stage_pipeline_gpu.h - what a GPU enqueues for a microbatch: forward, the gradient
 * for the stage before, and that of its weights.  Tiles of the first two are stored
 * into the receiver's window, which has a place for each microbatch on its way forward,
 * then one for each on its way back; each tile signals the receiver.
 */
#include "rank_product.h"
#include <aisp/ranks_gpu.h>

#define STAGE_SIDE    8 /* tiles of 32 x 32: microbatches are small */
#define SLOPE_THREADS 256

enum { FORWARD, BACK }; /* signals: tiles that have come that way */

struct stage {
	const struct aisp_io *io;
	const struct aisp_ranks *r;
	int64_t rows, width, level; /* of a microbatch; its elements */
	float *z;                   /* of all microbatches; in the end dz */
};

static inline struct stage stage_of(const struct aisp_io *io)
{
	struct stage s = {};

	s.io = io;
	s.r = io->ranks;
	s.rows = io->param[ROWS];
	s.width = io->param[WIDTH];
	s.level = s.rows * s.width;
	s.z = (float *)io->workspace;
	return s;
}

static inline const float *taken(const struct stage *s, int64_t m)
{
	return s->r->rank ? rows_for(s->io, s->r->rank, FORWARD, m)
			  : aisp_in_f32(s->io, X) + m * s->level;
}

/* Rows for a peer, which is signalled for each tile; peer -1: no peer. */
struct told_rows {
	struct aisp_ranks r;
	float *here; /* z, or NULL */
	float *there;
	int64_t n;
	int peer, way;

	__device__ float curved(float z) const
	{
		return here ? z / (1 + fabsf(z)) : z;
	}

	__device__ void operator()(int64_t i, int64_t j, float4 v) const
	{
		if (here)
			store_four(here + i * n + j, n - j, v);
		if (peer >= 0)
			store_four(there + i * n + j, n - j,
				   make_float4(curved(v.x), curved(v.y), curved(v.z),
					       curved(v.w)));
	}

	__device__ void tell(int64_t) const
	{
		__syncthreads();
		if (threadIdx.x == 0 && peer >= 0)
			aisp_gpu_signal_add(&r, peer, way, 1);
	}
};

static inline struct told_rows to_peer(const struct stage *s, int way, int64_t m)
{
	int peer = s->r->rank + (way == FORWARD ? 1 : -1);
	struct told_rows t = {};

	t.r = *s->r;
	t.n = s->width;
	t.way = way;
	t.peer = peer < s->r->n ? peer : -1;
	if (t.peer >= 0)
		t.there = rows_for(s->io, peer, way, m);
	return t;
}

static __global__ void await_tiles(const __grid_constant__ struct aisp_ranks r, int way,
				   uint32_t tiles)
{
	aisp_gpu_signal_wait(&r, r.rank, way, tiles);
}

/* Until microbatch m has come that way; to the first and the last stage nothing does:
 * their inputs are there. */
static inline int await(const struct stage *s, int way, int64_t m, cudaStream_t stream)
{
	int peer = s->r->rank + (way == FORWARD ? -1 : 1);
	const dim3 tiles = product_grid<STAGE_SIDE>(s->rows, s->width);

	if (peer < 0 || peer == s->r->n)
		return 0;
	await_tiles<<<1, 1, 0, stream>>>(*s->r, way,
					 (uint32_t)(m + 1) * tiles.x * tiles.y);
	return aisp_launched();
}

static inline int forward(const struct stage *s, int64_t m, cudaStream_t stream)
{
	const struct factors f = { taken(s, m), aisp_in_f32(s->io, W), s->rows,
				   s->width, s->width };
	struct told_rows h = to_peer(s, FORWARD, m);

	h.here = s->z + m * s->level;
	return launch_product<STAGE_SIDE, false, true>(f, h, stream);
}

/* z becomes dz. */
static __global__ void slope(float *restrict z, const float *restrict dh, int64_t n)
{
	int64_t i = blockIdx.x * (int64_t)SLOPE_THREADS + threadIdx.x;

	if (i < n) {
		float down = 1 / (1 + fabsf(z[i]));

		z[i] = dh[i] * down * down;
	}
}

/* The gradient that the stage before waits for. */
static inline int back(const struct stage *s, int64_t m, cudaStream_t stream)
{
	float *z = s->z + m * s->level;
	const float *dh = s->r->rank == s->r->n - 1
				  ? aisp_in_f32(s->io, DY) + m * s->level
				  : rows_for(s->io, s->r->rank, BACK, m);
	const struct factors f = { z, aisp_in_f32(s->io, W), s->rows, s->width,
				   s->width };

	slope<<<(unsigned)aisp_ceil_div(s->level, SLOPE_THREADS), SLOPE_THREADS, 0,
		stream>>>(z, dh, s->level);
	if (!s->r->rank)
		return aisp_launched();
	return launch_product<STAGE_SIDE, false, false>(f, to_peer(s, BACK, m), stream);
}

/* The first microbatch's begin the sums. */
struct add_rows {
	float *c;
	int64_t n;
	bool is_first;

	__device__ void operator()(int64_t i, int64_t j, float4 v) const
	{
		float *at = c + i * n + j;

		if (!is_first) {
			float4 sum = load_four(at, n - j);

			v = make_float4(sum.x + v.x, sum.y + v.y, sum.z + v.z,
					sum.w + v.w);
		}
		store_four(at, n - j, v);
	}

	__device__ void tell(int64_t) const
	{
	}
};

/* The gradient of the weights, for which no rank waits. */
static inline int learn(const struct stage *s, int64_t m, cudaStream_t stream)
{
	const struct factors f = { taken(s, m), s->z + m * s->level, s->width, s->width,
				   s->rows };
	const struct add_rows dw = { aisp_out_f32(s->io, 0), s->width, m == 0 };

	return launch_product<STAGE_SIDE, true, true>(f, dw, stream);
}

static inline int await_forward(const struct stage *s, int64_t m, cudaStream_t stream)
{
	int status = await(s, FORWARD, m, stream);

	return status ? status : forward(s, m, stream);
}

static inline int await_back(const struct stage *s, int64_t m, cudaStream_t stream)
{
	int status = await(s, BACK, m, stream);

	return status ? status : back(s, m, stream);
}
