/* SPDX-License-Identifier: MIT
 *
 * dram.cu - rates of DRAM: read, copy, triad and fill by several kernels, and by the
 * run-time library's own copy and fill.
 */
#include "dram.h"
#include "operand.h"

#define BLOCK       256
#define ARRAY_BYTES ((size_t)2 << 30)  /* many times any L2 */
#define LEAST_BYTES ((size_t)64 << 20) /* below it, L2 would take part */
#define PIECE_BYTES ((size_t)1 << 20)  /* a multiple of what a block takes at once */

struct alignas(32) float8 {
	float4 lo, hi;
};

__global__ void fill_random(uint32_t *a, size_t n)
{
	for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
	     i += gridDim.x * (size_t)blockDim.x)
		a[i] = random_word<AISP_GPU_F32>((uint32_t)i);
}

template <typename V> __device__ V triad(V x, V y, float s)
{
	float *p = (float *)&x;
	const float *q = (const float *)&y;

#pragma unroll
	for (int k = 0; k < (int)(sizeof(V) / sizeof(float)); k++)
		p[k] += s * q[k];
	return x;
}

template <typename V> __device__ float sum_of(V x)
{
	const float *p = (const float *)&x;
	float sum = 0;

#pragma unroll
	for (int k = 0; k < (int)(sizeof(V) / sizeof(float)); k++)
		sum += p[k];
	return sum;
}

template <typename V> __device__ V splat(float s)
{
	V x;
	float *p = (float *)&x;

#pragma unroll
	for (int k = 0; k < (int)(sizeof(V) / sizeof(float)); k++)
		p[k] = s;
	return x;
}

template <bool IS_STREAMING, typename V> __device__ V load(const V *a)
{
	if constexpr (IS_STREAMING)
		return __ldcs(a);
	else
		return *a;
}

template <bool IS_STREAMING, typename V> __device__ void store(V *a, V x)
{
	if constexpr (IS_STREAMING)
		__stcs(a, x);
	else
		*a = x;
}

/* UNROLL independent accesses in flight; n is a multiple of BLOCK * UNROLL. */
template <int STREAM, typename V, int UNROLL, bool IS_STREAMING>
__global__ void __launch_bounds__(BLOCK)
	stream(const V *a, const V *b, V *c, size_t n, float s)
{
	float sum = 0;

	for (size_t i = blockIdx.x * (size_t)(BLOCK * UNROLL) + threadIdx.x; i < n;
	     i += gridDim.x * (size_t)(BLOCK * UNROLL)) {
		V x[UNROLL], y[UNROLL];

#pragma unroll
		for (int u = 0; u < UNROLL; u++) {
			if (STREAM != AISP_GPU_DRAM_FILL)
				x[u] = load<IS_STREAMING>(a + i + u * BLOCK);
			if (STREAM == AISP_GPU_DRAM_TRIAD)
				y[u] = load<IS_STREAMING>(b + i + u * BLOCK);
		}
#pragma unroll
		for (int u = 0; u < UNROLL; u++) {
			if (STREAM == AISP_GPU_DRAM_READ)
				sum += sum_of(x[u]);
			else
				store<IS_STREAMING>(c + i + u * BLOCK,
						    STREAM == AISP_GPU_DRAM_FILL
							    ? splat<V>(s)
						    : STREAM == AISP_GPU_DRAM_TRIAD
							    ? triad(x[u], y[u], s)
							    : x[u]);
		}
	}
	/* Never true, which only the caller knows: so the compiler keeps the loads. */
	if (STREAM == AISP_GPU_DRAM_READ && sum == s)
		c[0] = splat<V>(sum);
}

/* One way to stream through the arrays. */
struct way {
	const struct arrays *arrays;
	const void *kernel;
	size_t elem_bytes; /* a thread moves so many bytes at once */
	int unroll, grid;  /* 0: a block for each tile */
};

static cudaError_t enqueue_stream(const struct bench *b, const void *arg)
{
	const struct way *w = (const struct way *)arg;
	size_t n = w->arrays->bytes / w->elem_bytes;
	size_t tiles = n / ((size_t)BLOCK * w->unroll);
	float s = 3e38f; /* no sum has this value */
	void *args[] = { (void *)&w->arrays->a, (void *)&w->arrays->b,
			 (void *)&w->arrays->c, &n, &s };

	return cudaLaunchKernel(w->kernel, dim3(w->grid ? w->grid : (unsigned)tiles),
				dim3(BLOCK), args, 0, b->stream);
}

static cudaError_t enqueue_memcpy(const struct bench *b, const void *arg)
{
	const struct arrays *m = (const struct arrays *)arg;

	return cudaMemcpyAsync(m->c, m->a, m->bytes, cudaMemcpyDeviceToDevice,
			       b->stream);
}

static cudaError_t enqueue_memset(const struct bench *b, const void *arg)
{
	const struct arrays *m = (const struct arrays *)arg;

	return cudaMemsetAsync(m->c, 0x5a, m->bytes, b->stream);
}

template <int STREAM, typename V, int UNROLL, bool IS_STREAMING>
static int run_way(struct bench *b, const struct arrays *m, bool is_resident,
		   const char *how, struct aisp_err *err)
{
	const void *kernel = (const void *)stream<STREAM, V, UNROLL, IS_STREAMING>;
	struct way way = { m, kernel, sizeof(V), UNROLL,
			   is_resident ? aisp_resident_blocks(b, kernel, BLOCK, 0)
				       : 0 };
	struct work w = { enqueue_stream, &way,
			  aisp_dram_amount(m, (enum aisp_gpu_path)STREAM), DRAM_BUDGET,
			  false };

	return aisp_bench_rate(b, &w, how, &b->p->bandwidth[STREAM], err);
}

template <int STREAM>
static int run_ways(struct bench *b, const struct arrays *m, struct aisp_err *err)
{
	return run_way<STREAM, float, 8, false>(b, m, true, "4 B x 8, resident blocks",
						err) ||
	       run_way<STREAM, float4, 1, false>(b, m, false, "16 B, a block a tile",
						 err) ||
	       run_way<STREAM, float4, 4, false>(b, m, false,
						 "16 B x 4, a block a tile", err) ||
	       run_way<STREAM, float4, 4, false>(b, m, true,
						 "16 B x 4, resident blocks", err) ||
	       run_way<STREAM, float4, 8, false>(b, m, false,
						 "16 B x 8, a block a tile", err) ||
	       run_way<STREAM, float4, 4, true>(b, m, false,
						"16 B x 4, .cs, a block a tile", err) ||
	       run_way<STREAM, float4, 8, true>(
		       b, m, true, "16 B x 8, .cs, resident blocks", err) ||
	       run_way<STREAM, float8, 4, false>(b, m, false,
						 "32 B x 4, a block a tile", err);
}

static int run_runtime(struct bench *b, const struct arrays *m, struct aisp_err *err)
{
	struct work copy = { enqueue_memcpy, m,
			     aisp_dram_amount(m, AISP_GPU_DRAM_MEMCPY), DRAM_BUDGET,
			     false };
	struct work fill = { enqueue_memset, m, aisp_dram_amount(m, AISP_GPU_DRAM_FILL),
			     DRAM_BUDGET, false };

	return aisp_bench_rate(b, &copy, "cudaMemcpyAsync",
			       &b->p->bandwidth[AISP_GPU_DRAM_MEMCPY], err) ||
	       aisp_bench_rate(b, &fill, "cudaMemsetAsync",
			       &b->p->bandwidth[AISP_GPU_DRAM_FILL], err);
}

static int allocate(struct bench *b, struct arrays *m, struct aisp_err *err)
{
	size_t free_bytes = 0, total;

	if (aisp_cuda_check(cudaMemGetInfo(&free_bytes, &total), "free memory", err))
		return -1;
	m->bytes = free_bytes / 4 < ARRAY_BYTES
			   ? free_bytes / 4 / PIECE_BYTES * PIECE_BYTES
			   : ARRAY_BYTES;
	if (m->bytes < LEAST_BYTES) {
		aisp_err_set(err, "only %zu MiB of GPU memory are free",
			     free_bytes >> 20);
		return 1;
	}
	if (aisp_cuda_check(cudaMalloc(&m->all, 3 * m->bytes), "allocate", err))
		return -1;
	m->a = m->all;
	m->b = m->all + m->bytes;
	m->c = m->all + 2 * m->bytes;
	fill_random<<<8 * b->p->gpu.n_sms, BLOCK, 0, b->stream>>>(
		(uint32_t *)m->all, 3 * m->bytes / sizeof(uint32_t));
	return aisp_cuda_check(cudaStreamSynchronize(b->stream), "fill", err);
}

int aisp_step_dram(struct bench *b, struct aisp_err *err)
{
	struct arrays m = { .all = nullptr };
	int rc = allocate(b, &m, err);

	if (!rc)
		rc = run_ways<AISP_GPU_DRAM_READ>(b, &m, err) ||
				     run_ways<AISP_GPU_DRAM_COPY>(b, &m, err) ||
				     run_ways<AISP_GPU_DRAM_TRIAD>(b, &m, err) ||
				     run_ways<AISP_GPU_DRAM_FILL>(b, &m, err) ||
				     run_runtime(b, &m, err) ||
				     aisp_dram_bulk(b, &m, err)
			     ? -1
			     : 0;
	cudaFree(m.all);
	return rc;
}
