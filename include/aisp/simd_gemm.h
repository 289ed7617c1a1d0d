/* SPDX-License-Identifier: MIT
 *
 * simd_gemm.h - C = A B in fp32 on the machine's widest vectors, chosen at run time,
 * with the registers full of accumulators so that two fused multiply-adds start in each
 * cycle.  A is the first input, [m][k], B the second, [k][n], C the output; m, n and k
 * are the first three parameters.  Loops around the tile as in K. Goto and R. van de
 * Geijn, "Anatomy of high-performance matrix multiplication" (ACM TOMS 34, 2008); what
 * they will need next is fetched, and packed, between tiles.  Sources that include this
 * are compiled with -fopenmp.
 */
#ifndef AISP_SIMD_GEMM_H
#define AISP_SIMD_GEMM_H

#include <aisp/simd_gemm_block.h>
#include <aisp/variant.h>
#include <errno.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* A block of A, MC x KC floats, takes 400 KiB of L2; a block of B, KC x NC, 5 MiB of
 * L3; a panel of B, KC x 48, a little more than a 48 KiB L1.  C passes through the
 * caches once for each KC of the depth. */
#define KC 320
#define MC 320
#define NC 4096

struct gemm {
	const struct kernel *kernel;
	int64_t a_elems, b_elems; /* for one thread */
	float *a, *b;             /* packed; for all threads */
};

static int64_t round_up(int64_t n, int64_t unit)
{
	return (n + unit - 1) / unit * unit;
}

/* The size, a multiple of unit, of equal blocks of at most limit. */
static int64_t even(int64_t total, int64_t limit, int64_t unit)
{
	int64_t n_blocks = (total + limit - 1) / limit;

	return round_up((total + n_blocks - 1) / n_blocks, unit);
}

/* Columns x.n and a depth of x.k: all rows, a block after the other. */
static void rows(const struct kernel *kernel, struct block x, int64_t m)
{
	int64_t mc = even(m, MC, kernel->rows);

	x.is_packing = true;
	for (int64_t i = 0; i < m; i += mc, x.is_packing = false) {
		x.m = min(mc, m - i);
		kernel->multiply(&x);
		x.a += mc * x.lda;
		x.c += mc * x.ldc;
	}
}

/* Thread t's share: columns in whole vectors, so that threads share nothing but A. */
static void work(const struct gemm *g, const struct aisp_io *io, int64_t t)
{
	int64_t m = io->param[0], n = io->param[1], k = io->param[2];
	int64_t vec = g->kernel->vec, n_vecs = (n + vec - 1) / vec;
	int64_t first = n_vecs * t / io->n_threads * vec;
	int64_t end = min(n_vecs * (t + 1) / io->n_threads * vec, n);
	int64_t kc = even(k, KC, 4), nc = NC / g->kernel->cols * g->kernel->cols;
	struct block x = { .lda = k, .ldb = n, .ldc = n };

	x.tiles = g->a + t * g->a_elems;
	x.panels = g->b + t * g->b_elems;
	for (int64_t j = first; j < end; j += nc)
		for (int64_t p = 0; p < k; p += kc) {
			x.n = min(nc, end - j);
			x.k = min(kc, k - p);
			x.a = aisp_in_f32(io, 0) + p;
			x.b = aisp_in_f32(io, 1) + p * n + j;
			x.c = aisp_out_f32(io, 0) + j;
			x.is_first = p == 0;
			rows(g->kernel, x, m);
		}
}

static int simd_gemm_run(const struct aisp_io *io, void *state)
{
	if (io->n_threads == 1)
		work(state, io, 0);
	else
#pragma omp parallel num_threads(io->n_threads)
		work(state, io, omp_get_thread_num());
	return 0;
}

/* Large pages: a block's rows would otherwise need more of the TLB than there is. */
static float *alloc_huge(int64_t n_elems)
{
	const size_t huge = 2u << 20;
	size_t bytes = ((size_t)n_elems * sizeof(float) + huge - 1) / huge * huge;
	float *p = aligned_alloc(huge, bytes);

	if (!p)
		return NULL;
	madvise(p, bytes, MADV_HUGEPAGE);
	memset(p, 0, bytes);
	return p;
}

static void simd_gemm_teardown(void *state)
{
	struct gemm *g = state;

	free(g->a);
	free(g->b);
	free(g);
}

static int simd_gemm_setup(const struct aisp_io *io, void **state)
{
	struct gemm *g = calloc(1, sizeof(*g));

	if (!g)
		return -ENOMEM;
	g->kernel = best_kernel();
	g->a_elems = KC * MC;
	g->b_elems = KC * min(NC, round_up(io->param[1], g->kernel->cols));
	g->a = alloc_huge(io->n_threads * g->a_elems);
	g->b = alloc_huge(io->n_threads * g->b_elems);
	if (!g->a || !g->b) {
		simd_gemm_teardown(g);
		return -ENOMEM;
	}
	*state = g;
	return io->n_threads > 1 ? simd_gemm_run(io, g)
				 : 0; /* the team's threads start here */
}

#endif
