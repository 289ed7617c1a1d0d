/* SPDX-License-Identifier: MIT
 *
 * Online softmax around the register tile of a matrix product, on the machine's
 * widest vectors, chosen at run time.  A block of keys and values is packed once and
 * meets all queries of its head, so that both products read it from the second-level
 * cache; the exponential is aisp/exp2.h's, with 1/sqrt(dim) and log2(e) already in
 * the packed keys.
 * AFTER: attention_online
 */
#include "workload_attention.h"

#include <aisp/exp2.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

/* Keys of a block: with 128 numbers each, keys and values are 256 KiB of L2, and the
 * weights of 14 queries a third of a 48 KiB L1. */
#define KEYS 256
/* An odd number of cache lines: rows of a tile fall into different cache sets. */
#define P_STRIDE (KEYS + 16)
#define Q_STRIDE (MAX_DIM + 16)

/* The score of a key that a query does not see: far below all others, and yet so far
 * from the end of the numbers that a difference is finite. */
#define MASKED (-FLT_MAX / 4)

/* A block of keys and values, and what it meets. */
struct block {
	int64_t seq, dim, dim_padded;
	int64_t first, n; /* keys [first, first + n) */
	bool is_causal;
	const float *q;
	float *k;    /* panels of the kernel's columns of keys, dim deep */
	float *v;    /* panels of the kernel's columns of values, KEYS deep */
	float *tile; /* its queries: rows of Q_STRIDE */
	float *p;    /* scores, then weights, of one tile: rows of P_STRIDE */
	float *acc;  /* weighted sums of values: rows of dim_padded */
	float *max;  /* of each query */
	float *sum;  /* of its weights, as a vector of partial sums */
};

struct kernel {
	int cols, vec; /* of a tile, and of a vector */
	/* All queries of a head with the block's keys and values, which it packs. */
	void (*attend)(const struct block *x, const float *k, const float *v,
		       float scale);
	void (*finish)(const struct block *x, float *o);
};

static inline int64_t min(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static inline float largest(const void *vector, int n)
{
	float v[16], max;

	memcpy(v, vector, (size_t)n * sizeof(float));
	max = v[0];
	for (int l = 1; l < n; l++)
		max = v[l] > max ? v[l] : max;
	return max;
}

static inline float total(const void *vector, int n)
{
	float v[16], sum;

	memcpy(v, vector, (size_t)n * sizeof(float));
	sum = v[0];
	for (int l = 1; l < n; l++)
		sum += v[l];
	return sum;
}

#if defined(__x86_64__)
#pragma GCC push_options
#pragma GCC target("avx512f,prefer-vector-width=512")
/*
 * aisp/exp2.h's polynomial, of finite t only: an instruction that scales, and
 * underflows as it should, takes the place of three.
 */
static inline __m512 weight_avx512(__m512 t)
{
	const __m512 n = (t + 0x1.8p23f) - 0x1.8p23f, r = t - n;
	__m512 p = 0x1.5bb97ep-10f * r + 0x1.3cea84p-7f;

	p = p * r + 0x1.c6b754p-5f;
	p = p * r + 0x1.ebf9bcp-3f;
	p = p * r + 0x1.62e42ap-1f;
	p = p * r + 1.0f;
	return _mm512_scalef_ps(p, n);
}

#define TILE(name) name##_avx512
#define VEC_BYTES  64
#define ROWS       14
#define MAX(a, b)  _mm512_max_ps(a, b)
#define WEIGHT(t)  weight_avx512(t)
#define LARGEST(v) _mm512_reduce_max_ps(v)
#define TOTAL(v)   _mm512_reduce_add_ps(v)
#include "attention_tile.h"
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#define TILE(name) name##_avx2
#define VEC_BYTES  32
#define ROWS       6
#define MAX(a, b)  _mm256_max_ps(a, b)
#define LARGEST(v) largest(&(v), VEC)
#define TOTAL(v)   total(&(v), VEC)
#include "attention_tile.h"
#pragma GCC pop_options
#define TILE(name) name##_portable
#define VEC_BYTES  16
#define ROWS       6
#define MAX(a, b)  _mm_max_ps(a, b)
#define LARGEST(v) largest(&(v), VEC)
#define TOTAL(v)   total(&(v), VEC)
#include "attention_tile.h"
#else
#define TILE(name) name##_portable
#define VEC_BYTES  16
#define ROWS       12
#define LARGEST(v) largest(&(v), VEC)
#define TOTAL(v)   total(&(v), VEC)
#ifdef __ARM_NEON
#define MAX(a, b) vmaxq_f32(a, b)
#else
#define MAX(a, b) ((vec)(((ivec)(a) & ((a) > (b))) | ((ivec)(b) & ~((a) > (b)))))
#endif
#include "attention_tile.h"
#endif

struct attention {
	const struct kernel *kernel;
	struct block x;
};

static const struct kernel *best_kernel(void)
{
#if defined(__x86_64__)
	if (__builtin_cpu_supports("avx512f"))
		return &kernel_avx512;
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
		return &kernel_avx2;
#endif
	return &kernel_portable;
}

static void head(const struct attention *a, struct block x, float scale, const float *k,
		 const float *v, float *o)
{
	memset(x.acc, 0, (size_t)(x.seq * x.dim_padded) * sizeof(float));
	memset(x.sum, 0, (size_t)(x.seq * a->kernel->vec) * sizeof(float));
	for (int64_t i = 0; i < x.seq; i++)
		x.max[i] = -INFINITY;
	for (x.first = 0; x.first < x.seq; x.first += KEYS) {
		x.n = min(KEYS, x.seq - x.first);
		a->kernel->attend(&x, k + x.first * x.dim, v + x.first * x.dim, scale);
	}
	a->kernel->finish(&x, o);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct attention *a = state;
	float scale = attention_scale(io->param) * 0x1.715476p+0f; /* log2(e) */
	struct block x = a->x;

	for (int64_t h = 0; h < io->param[HEADS]; h++) {
		int64_t at = h * x.seq * x.dim;

		x.q = aisp_in_f32(io, 0) + at;
		head(a, x, scale, aisp_in_f32(io, 1) + at, aisp_in_f32(io, 2) + at,
		     aisp_out_f32(io, 0) + at);
	}
	return 0;
}

static void teardown(void *state)
{
	struct attention *a = state;

	free(a->x.k);
	free(a);
}

/* All arrays in one piece, in large pages: each begins at a multiple of 64 bytes. */
static int allocate(struct block *x)
{
	const size_t huge = 2u << 20;
	int64_t seq = (x->seq + 15) / 16 * 16, k_elems = KEYS * x->dim,
		v_elems = KEYS * x->dim_padded;
	size_t bytes = (size_t)(k_elems + v_elems + seq * (x->dim_padded + 1 + 16) +
				16 * (P_STRIDE + Q_STRIDE)) *
		       sizeof(float);

	bytes = (bytes + huge - 1) / huge * huge;
	x->k = aligned_alloc(huge, bytes);
	if (!x->k)
		return -ENOMEM;
	madvise(x->k, bytes, MADV_HUGEPAGE);
	memset(x->k, 0, bytes);
	x->v = x->k + k_elems;
	x->p = x->v + v_elems;
	x->tile = x->p + 16 * P_STRIDE;
	x->max = x->tile + 16 * Q_STRIDE;
	x->sum = x->max + seq;
	x->acc = x->sum + 16 * seq;
	return 0;
}

static int setup(const struct aisp_io *io, void **state)
{
	struct attention *a = calloc(1, sizeof(*a));
	int64_t cols;

	if (!a)
		return -ENOMEM;
	a->kernel = best_kernel();
	cols = a->kernel->cols;
	a->x.seq = io->param[SEQ];
	a->x.dim = io->param[DIM];
	a->x.dim_padded = (a->x.dim + cols - 1) / cols * cols;
	a->x.is_causal = io->param[CAUSAL];
	if (allocate(&a->x)) {
		free(a);
		return -ENOMEM;
	}
	*state = a;
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "online softmax in register tiles of the machine's width",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
