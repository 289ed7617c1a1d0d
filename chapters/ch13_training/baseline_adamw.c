/* SPDX-License-Identifier: MIT
 *
 * A loop for each tensor and each line of the formula, as a program written in terms of
 * arrays has it: every loop is a vector loop, and each goes through memory again.
 * FLAGS: -O3 -fopenmp -fno-math-errno
 */
#include "workload_adamw.h"

#include "adamw_cpu.h"

AISP_CLONES static void widen(float *restrict g, const uint16_t *restrict g16,
			      float clip, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		g[i] = clip * from_bf16(g16[i]);
}

AISP_CLONES static void first_moment(float *restrict m, const float *restrict g,
				     float b1, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		m[i] = b1 * m[i] + (1 - b1) * g[i];
}

AISP_CLONES static void second_moment(float *restrict v, const float *restrict g,
				      float b2, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		v[i] = b2 * v[i] + (1 - b2) * g[i] * g[i];
}

AISP_CLONES static void root(float *restrict r, const float *restrict v, float bias2,
			     float eps, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		r[i] = sqrtf(v[i] / bias2) + eps;
}

AISP_CLONES static void shrink(float *restrict p, float factor, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		p[i] -= factor * p[i];
}

AISP_CLONES static void move(float *restrict p, const float *restrict m,
			     const float *restrict r, float lr, float bias1, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		p[i] -= lr * (m[i] / bias1 / r[i]);
}

AISP_CLONES static void narrow(uint16_t *restrict p16, const float *restrict p,
			       int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		p16[i] = to_bf16(p[i]);
}

/* g and r are scratch, as large as the largest tensor. */
static void step_tensor(const struct adamw *a, int64_t at, int64_t n, float decay,
			float *g, float *r)
{
	const float *h = a->hyper;

	widen(g, a->g + at, h[CLIP], n);
	first_moment(a->m + at, g, h[B1], n);
	second_moment(a->v + at, g, h[B2], n);
	root(r, a->v + at, h[BIAS2], h[EPS], n);
	shrink(a->p + at, h[LR] * decay, n);
	move(a->p + at, a->m + at, r, h[LR], h[BIAS1], n);
	narrow(a->p16 + at, a->p + at, n);
}

static int run(const struct aisp_io *io, void *state)
{
	const int64_t *start = io->in[START].data;
	float *g = io->workspace, *r = g + largest_elems(io->param);
	struct adamw a = adamw_of(io);

	(void)state;
	for (int64_t t = 0; t < n_tensors(io->param); t++)
		step_tensor(&a, start[t], start[t + 1] - start[t],
			    aisp_in_f32(io, DECAY)[t], g, r);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "a loop for each tensor and line of the formula",
	.run = run,
};
