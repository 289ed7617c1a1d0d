/* SPDX-License-Identifier: MIT
 *
 * x is multiplied twice in all instead of twice per step: x x^T is computed first, all
 * steps are steps of that small matrix, and x is multiplied by the product of their
 * factors at the end.
 * NEEDS: cublasLt.h
 * LIBS: -lcublasLt
 * WORKSPACE: 8389632 + 4 * round_up(rows * cols, 64) + 20 * round_up(rows * rows, 64)
 */
#include "workload_muon.h"

#include "muon_gpu.h"

/* x is g / |g|; the others are m x m: x's square so far, a step's factor, the product
 * of the factors and the next one, scratch. */
struct places {
	float *part, *x, *a, *factor, *all[2], *room;
};

static struct places places_of(const struct aisp_io *io)
{
	int64_t m = io->param[ROWS], n = io->param[COLS];
	struct places p;

	p.part = behind_library(io);
	p.a = behind(p.part, PARTS);
	p.factor = behind(p.a, m * m);
	p.all[0] = behind(p.factor, m * m);
	p.all[1] = behind(p.all[0], m * m);
	p.room = behind(p.all[1], m * m);
	p.x = behind(p.room, m * m);
	return p;
}

static __global__ void add_diagonal(float *a, float x, int64_t m)
{
	int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;

	if (i < m)
		a[i * m + i] += x;
}

/* A + B a + C a a, with which a step multiplies x; to = that. */
static int find_factor(const struct aisp_io *io, struct muon_products *l,
		       const struct places *p, float *to)
{
	int64_t m = io->param[ROWS];
	int rc = multiply_add(io, &l->square, to, p->a, p->a, POLY_C, p->a, POLY_B,
			      m * m);

	if (rc)
		return rc;
	add_diagonal<<<(unsigned)aisp_ceil_div(m, BLOCK), BLOCK, 0, aisp_stream(io)>>>(
		to, (float)POLY_A, m);
	return aisp_launched();
}

/* x becomes f x, and a = x x^T becomes f a f. */
static int step_square(const struct aisp_io *io, struct muon_products *l,
		       const struct places *p, const float *f)
{
	int rc = multiply(io, &l->square, p->room, f, p->a, 1, 0);

	return rc ? rc : multiply(io, &l->square, p->a, p->room, f, 1, 0);
}

/* The product of the first s factors is in all[s % 2]. */
static int make_step(const struct aisp_io *io, struct muon_products *l,
		     const struct places *p, int64_t s)
{
	float *f = s == 1 ? p->all[1] : p->factor;
	int rc = find_factor(io, l, p, f);

	if (!rc && s > 1)
		rc = multiply(io, &l->square, p->all[s % 2], f, p->all[(s - 1) % 2], 1,
			      0);
	return rc || s == io->param[STEPS] ? rc : step_square(io, l, p, f);
}

static int run(const struct aisp_io *io, void *state)
{
	struct muon_products *l = (struct muon_products *)state;
	struct places p = places_of(io);
	int64_t steps = io->param[STEPS];
	int rc = begin(io, steps ? p.x : aisp_out_f32(io, 0), p.part);

	if (rc || !steps)
		return rc;
	rc = multiply(io, &l->narrow, p.a, p.x, p.x, 1, 0);
	for (int64_t s = 1; s <= steps && !rc; s++)
		rc = make_step(io, l, &p, s);
	return rc ? rc
		  : multiply(io, &l->wide, aisp_out_f32(io, 0), p.all[steps % 2], p.x,
			     1, 0);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "steps of x x^T, by cuBLASLt; x is multiplied twice",
	.setup = muon_setup,
	.run = run,
	.teardown = muon_teardown,
};
