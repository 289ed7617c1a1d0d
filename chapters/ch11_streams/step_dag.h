/* SPDX-License-Identifier: MIT
 *
 * step_dag.h - a step of the graph, or a part of its elements.
 */
#ifndef STEP_DAG_H
#define STEP_DAG_H

#include <aisp/clones.h>

#define LANES 64

/* y of LANES elements: p from the first on, q from the last of them back, or NULL. */
AISP_CLONES static void step_lanes(float *restrict y, const float *restrict p,
				   const float *restrict q, const float *restrict x,
				   int32_t rounds, float keep, int64_t n)
{
	float v[LANES] = { 0 }, add[LANES] = { 0 };

	for (int64_t i = 0; p && i < n; i++)
		v[i] = p[i];
	for (int64_t i = 0; q && i < n; i++)
		v[i] += q[-i];
	for (int64_t i = 0; i < n; i++)
		add[i] = x[i];
	for (int i = 0; i < LANES; i++)
		v[i] *= 0.5f;
	for (int32_t r = 0; r < rounds; r++)
		for (int i = 0; i < LANES; i++)
			v[i] = keep * v[i] + add[i];
	for (int64_t i = 0; i < n; i++)
		y[i] = v[i];
}

/* Elements [i, end) of step k. */
static inline void do_step(const struct aisp_io *io, int64_t k, int64_t i, int64_t end)
{
	int64_t n = io->param[N];
	const int32_t *before = (const int32_t *)io->in[BEFORE].data + 2 * k;
	const int32_t *rounds = io->in[ROUNDS].data;
	float *y = aisp_out_f32(io, 0), keep = share_kept(io->param);

	for (; i < end; i += LANES)
		step_lanes(y + k * n + i, before[0] < 0 ? NULL : y + before[0] * n + i,
			   before[1] < 0 ? NULL : y + before[1] * n + n - 1 - i,
			   aisp_in_f32(io, X) + k * n + i, rounds[k], keep,
			   end - i < LANES ? end - i : LANES);
}

#endif
