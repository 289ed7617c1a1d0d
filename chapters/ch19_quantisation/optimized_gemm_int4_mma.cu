/* SPDX-License-Identifier: MIT
 *
 * Weights stay packed until they are in registers (E. Frantar et al., MARLIN,
 * arXiv:2408.11743), and tensor cores multiply.  W is the first operand, as X may have
 * as few rows as the second one's 8.  The order of k is free: of both operands a lane
 * takes 16 bytes as they lie.  There are few tiles, so that the warps of a block and
 * the blocks of a cluster have parts of k.
 * ARCH: sm_90 sm_100 sm_120
 */
#include "workload_gemm_int4.h"

#include "int4_mma.h"
#include <cooperative_groups.h>
#include <cuda_bf16.h>
#include <cuda_pipeline_primitives.h>

namespace cg = cooperative_groups;

#define TILE_N     128          /* rows of W */
#define MOST_BYTES (227 << 10)  /* of shared memory, for a block */
#define PITCH      (TILE_N + 4) /* floats: a warp's sums go to all banks */

/*
 * Tiles of 8 T rows of X.  A warp has DOWN times 16 rows of W and one group of each
 * step; the more rows, the fewer warps read the same X.  With few rows of X there are
 * registers for twice as many warps, which hide each other's latencies.
 */
template <int T_> struct plan {
	static constexpr int T = T_, ROWS = 8 * T, DOWN = T == 4 ? 4 : 2;
	static constexpr int WARPS = T < 4 ? 16 : 8, THREADS = 32 * WARPS;
	static constexpr int BANDS = TILE_N / (16 * DOWN), SLICES = WARPS / BANDS;
	static constexpr int STEP = SLICES * GROUP; /* of k */
	static constexpr int W_CHUNKS = STEP / 32, X_CHUNKS = STEP / 8;
	static constexpr int W_BYTES = TILE_N * W_CHUNKS * 16;
	static constexpr int STAGE_BYTES = W_BYTES + ROWS * X_CHUNKS * 16;
	static constexpr int STAGES = MOST_BYTES / STAGE_BYTES;
	static constexpr int BYTES = STAGES * STAGE_BYTES;

	static_assert(SLICES * ROWS * PITCH * (int)sizeof(float) <= BYTES);
};

struct matrices {
	const uint8_t *w, *x;
	const uint16_t *scale;
	int m, n, groups;
	int64_t k;
};

/*
 * Chunk c (of 16 bytes) of row r: the chunks that eight lanes read at a time, of two
 * rows, next to each other in W and 4 apart in X, lie in all banks.
 */
static __device__ int chunk_at(int r, int c, int n_chunks)
{
	return (r * n_chunks + (c ^ c / 8 % 2 ^ r % 2 * 6)) * 16;
}

/* Rows from `row`, bytes from `byte`; zeros outside. */
template <int THREADS, int ROWS, int CHUNKS>
static __device__ void fetch_rows(uint8_t *to, const uint8_t *from, int n_rows,
				  int64_t row_bytes, int row, int64_t byte)
{
	constexpr int at_once = THREADS / CHUNKS;
	int r = threadIdx.x / CHUNKS, c = threadIdx.x % CHUNKS;
	bool is_column = byte + c * 16 < row_bytes;
	const uint8_t *p = from + (row + r) * row_bytes + byte + c * 16;

#pragma unroll
	for (int i = 0; i < ROWS; i += at_once, p += at_once * row_bytes) {
		bool is_in = is_column && row + r + i < n_rows;

		__pipeline_memcpy_async(to + chunk_at(r + i, c, CHUNKS),
					is_in ? p : from, 16, is_in ? 0 : 16);
	}
}

template <class P>
static __device__ void fetch(uint8_t *stage, const struct matrices &a, int step)
{
	int64_t k = (int64_t)step * P::STEP;

	fetch_rows<P::THREADS, TILE_N, P::W_CHUNKS>(stage, a.w, a.n, a.k / 2,
						    blockIdx.z * TILE_N, k / 2);
	fetch_rows<P::THREADS, P::ROWS, P::X_CHUNKS>(
		stage + P::W_BYTES, a.x, a.m, a.k * 2, blockIdx.y * P::ROWS, k * 2);
}

static __device__ void load(uint32_t (&to)[4], const uint8_t *from)
{
	uint4 x = *(const uint4 *)from;

	to[0] = x.x, to[1] = x.y, to[2] = x.z, to[3] = x.w;
}

/* Elements 0 and 4, 1 and 5, 2 and 6, 3 and 7 of eight, as unpack() has the weights. */
static __device__ void load_pairs(uint32_t (&to)[4], const uint8_t *from)
{
	uint4 x = *(const uint4 *)from;

	to[0] = __byte_perm(x.x, x.z, 0x5410);
	to[1] = __byte_perm(x.x, x.z, 0x7632);
	to[2] = __byte_perm(x.y, x.w, 0x5410);
	to[3] = __byte_perm(x.y, x.w, 0x7632);
}

/* Eight weights of each of two rows with those of 8 T rows of X. */
template <int T>
static __device__ void add_word(float (&d)[T][4], uint32_t above, uint32_t below,
				const uint32_t (&x)[T][4])
{
#pragma unroll
	for (int i = 0; i < 4; i += 2) {
		uint32_t a0 = unpack(above, i), a1 = unpack(below, i);
		uint32_t a2 = unpack(above, i + 1), a3 = unpack(below, i + 1);

#pragma unroll
		for (int c = 0; c < T; c++)
			multiply(d[c], a0, a1, a2, a3, x[c][i], x[c][i + 1]);
	}
}

/* Where a lane's part of a tile begins: its rows of W, and its warp's group. */
template <class P> struct place {
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	int row = warp % P::BANDS * 16 * P::DOWN + lane / 4;
	int slice = warp / P::BANDS;
};

/* A group's sums, not scaled yet. */
template <class P>
static __device__ void add_group(float (&d)[P::DOWN][P::T][4], const uint8_t *stage,
				 const struct place<P> &at)
{
	int t = at.lane % 4;
	uint32_t q[2 * P::DOWN][4], x[P::T][4];

#pragma unroll
	for (int i = 0; i < 2 * P::DOWN; i++)
		load(q[i],
		     stage + chunk_at(at.row + 8 * i, at.slice * 4 + t, P::W_CHUNKS));
#pragma unroll
	for (int j = 0; j < 4; j++) {
#pragma unroll
		for (int c = 0; c < P::T; c++)
			load_pairs(x[c], stage + P::W_BYTES +
						 chunk_at(8 * c + at.lane / 4,
							  at.slice * 16 + 4 * t + j,
							  P::X_CHUNKS));
#pragma unroll
		for (int i = 0; i < P::DOWN; i++)
			add_word<P::T>(d[i], q[2 * i][j], q[2 * i + 1][j], x);
	}
}

/* Loads the scales of the lane's rows; 0 behind the last group. */
template <class P>
static __device__ void load_scales(uint16_t (&s)[2 * P::DOWN], const struct matrices &a,
				   const struct place<P> &at, int step)
{
	int g = step * P::SLICES + at.slice, row = blockIdx.z * TILE_N + at.row;

#pragma unroll
	for (int i = 0; i < 2 * P::DOWN; i++)
		s[i] = g < a.groups
			       ? a.scale[(int64_t)min(row + 8 * i, a.n - 1) * a.groups +
					 g]
			       : 0;
}

template <class P>
static __device__ void add_step(float (&sum)[P::DOWN][P::T][4], const uint8_t *stage,
				const uint16_t (&scale)[2 * P::DOWN],
				const struct place<P> &at)
{
	float d[P::DOWN][P::T][4] = {};

	add_group<P>(d, stage, at);
#pragma unroll
	for (int i = 0; i < P::DOWN; i++)
#pragma unroll
		for (int c = 0; c < P::T; c++)
#pragma unroll
			for (int e = 0; e < 4; e++)
				sum[i][c][e] +=
					d[i][c][e] *
					__uint_as_float(scale[2 * i + e / 2] << 16);
}

/* Adds steps [first, last), fetched STAGES - 1 ahead, and their scales one ahead. */
template <class P>
static __device__ void add_steps(float (&sum)[P::DOWN][P::T][4], uint8_t *stages,
				 const struct matrices &a, const struct place<P> &at,
				 int first, int last)
{
	uint16_t scale[2 * P::DOWN], next[2 * P::DOWN];

	load_scales<P>(next, a, at, first);
	for (int i = first - P::STAGES + 1; i < last; i++) {
		int ahead = i + P::STAGES - 1;

		if (i >= first) {
			memcpy(scale, next, sizeof(scale));
			load_scales<P>(next, a, at, i + 1);
			__pipeline_wait_prior(P::STAGES - 2);
			__syncthreads();
		}
		if (ahead < last)
			fetch<P>(stages + (ahead - first) % P::STAGES * P::STAGE_BYTES,
				 a, ahead);
		__pipeline_commit();
		if (i >= first)
			add_step<P>(sum,
				    stages + (i - first) % P::STAGES * P::STAGE_BYTES,
				    scale, at);
	}
}

/* A slice's sums, transposed: rows of X. */
template <class P>
static __device__ void store_sums(float *part, const float (&sum)[P::DOWN][P::T][4],
				  const struct place<P> &at)
{
	part += (at.slice * P::ROWS + at.lane % 4 * 2) * PITCH + at.row;
#pragma unroll
	for (int i = 0; i < P::DOWN; i++)
#pragma unroll
		for (int c = 0; c < P::T; c++)
#pragma unroll
			for (int e = 0; e < 4; e++)
				part[(8 * c + e % 2) * PITCH + 16 * i + e / 2 * 8] =
					sum[i][c][e];
}

static __device__ void store(__nv_bfloat16 *y, float4 x)
{
	__nv_bfloat162 pair[] = { __floats2bfloat162_rn(x.x, x.y),
				  __floats2bfloat162_rn(x.z, x.w) };

	((__nv_bfloat162 *)y)[0] = pair[0];
	((__nv_bfloat162 *)y)[1] = pair[1];
}

/* Four sums, from all slices of all blocks. */
template <class P> static __device__ float4 add_up(const float *part)
{
	cg::cluster_group cluster = cg::this_cluster();
	float4 sum = { 0, 0, 0, 0 };

	for (int i = 0; i < (int)gridDim.x * P::SLICES; i++) {
		const float *from = cluster.map_shared_rank(part, i / P::SLICES);
		float4 x = *(const float4 *)(from + i % P::SLICES * P::ROWS * PITCH);

		sum = { sum.x + x.x, sum.y + x.y, sum.z + x.z, sum.w + x.w };
	}
	return sum;
}

/* This block's share of the tile. */
template <class P>
static __device__ void store_tile(__nv_bfloat16 *y, const float *part,
				  const struct matrices &a)
{
	for (int v = blockIdx.x * P::THREADS + threadIdx.x; v < P::ROWS * TILE_N / 4;
	     v += gridDim.x * P::THREADS) {
		int r = v / (TILE_N / 4), c = v % (TILE_N / 4) * 4;
		int row = blockIdx.y * P::ROWS + r, col = blockIdx.z * TILE_N + c;

		if (row < a.m && col < a.n)
			store(y + (int64_t)row * a.n + col,
			      add_up<P>(part + r * PITCH + c));
	}
}

/* A cluster is what the grid has along x. */
template <class P>
static __global__ void __launch_bounds__(P::THREADS, 1)
	product(__nv_bfloat16 *y, const struct matrices a)
{
	extern __shared__ __align__(128) uint8_t memory[];
	const struct place<P> at;
	int rank = blockIdx.x, n_ranks = gridDim.x;
	int n_steps = (int)((a.k + P::STEP - 1) / P::STEP);
	float sum[P::DOWN][P::T][4] = {};

	add_steps<P>(sum, memory, a, at, n_steps * rank / n_ranks,
		     n_steps * (rank + 1) / n_ranks);
	__syncthreads();
	store_sums<P>((float *)memory, sum, at);
	cg::this_cluster().sync();
	store_tile<P>(y, (float *)memory, a);
	cg::this_cluster().sync(); /* others may still read this block's memory */
}

/* How many clusters of 1, 2, 4 and 8 blocks the GPU holds: its parts need not have a
 * multiple of 4 or 8 multiprocessors. */
struct state {
	int n_clusters[4];
};

/* What makes the rounds of clusters times their steps least; filling and adding up
 * takes a block about two more. */
static unsigned choose_ranks(int64_t n_tiles, int64_t n_steps, const struct state *s)
{
	int64_t least = INT64_MAX;
	unsigned best = 1;

	for (int i = 0; i < 4; i++) {
		int64_t cost = aisp_ceil_div(n_tiles, s->n_clusters[i]) *
			       (aisp_ceil_div(n_steps, 1 << i) + 2);

		if (cost < least) {
			least = cost;
			best = 1u << i;
		}
	}
	return best;
}

template <class P>
static cudaLaunchConfig_t configure(cudaLaunchAttribute *cluster, dim3 grid)
{
	cudaLaunchConfig_t config = {};

	cluster->id = cudaLaunchAttributeClusterDimension;
	cluster->val.clusterDim = { grid.x, 1, 1 };
	config.gridDim = grid;
	config.blockDim = dim3(P::THREADS);
	config.dynamicSmemBytes = P::BYTES;
	config.attrs = cluster;
	config.numAttrs = 1;
	return config;
}

template <class P> static int launch(const struct aisp_io *io, const struct state *s)
{
	struct matrices a = { (const uint8_t *)io->in[IN_WQ].data,
			      (const uint8_t *)io->in[IN_X].data,
			      (const uint16_t *)io->in[IN_WS].data,
			      (int)io->param[M],
			      (int)io->param[N],
			      (int)n_groups(io->param[K]),
			      io->param[K] };
	dim3 grid(1, aisp_ceil_div(a.m, P::ROWS), aisp_ceil_div(a.n, TILE_N));
	cudaLaunchAttribute cluster;
	cudaLaunchConfig_t config;

	grid.x = choose_ranks((int64_t)grid.y * grid.z, aisp_ceil_div(a.k, P::STEP), s);
	config = configure<P>(&cluster, grid);
	config.stream = aisp_stream(io);
	AISP_TRY(cudaLaunchKernelEx(&config, product<P>,
				    (__nv_bfloat16 *)io->out[0].data, a));
	return aisp_launched();
}

/* All plans fill a multiprocessor with one block: the last one's count is that of all.
 */
template <class P> static int plan_setup(struct state *s)
{
	cudaLaunchAttribute cluster;
	cudaLaunchConfig_t config;

	AISP_TRY(cudaFuncSetAttribute(
		product<P>, cudaFuncAttributeMaxDynamicSharedMemorySize, P::BYTES));
	for (unsigned i = 0; i < 4; i++) {
		config = configure<P>(&cluster, dim3(1u << i));
		AISP_TRY(cudaOccupancyMaxActiveClusters(&s->n_clusters[i], product<P>,
							&config));
		if (s->n_clusters[i] < 1)
			return -ENOTSUP;
	}
	return 0;
}

static int setup(const struct aisp_io *io, void **state)
{
	struct state *s = (struct state *)calloc(1, sizeof(*s));
	int rc;

	(void)io;
	*state = s;
	if (!s)
		return -ENOMEM;
	rc = plan_setup<plan<1>>(s);
	if (!rc)
		rc = plan_setup<plan<2>>(s);
	if (!rc)
		rc = plan_setup<plan<4>>(s);
	return rc ? rc : plan_setup<plan<8>>(s);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct state *s = (const struct state *)state;
	int64_t m = io->param[M];

	if (m <= 8)
		return launch<plan<1>>(io, s);
	if (m <= 16)
		return launch<plan<2>>(io, s);
	if (m <= 32)
		return launch<plan<4>>(io, s);
	return launch<plan<8>>(io, s);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "weights in 4 bits through shared memory, mma.sync, k in parts",
	.setup = setup,
	.run = run,
	.teardown = free,
};
