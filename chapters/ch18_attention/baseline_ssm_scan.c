/* SPDX-License-Identifier: MIT
 *
 * The recurrence as it is written: each step of a head passes over its state, which is
 * in the first-level cache or the next one, changes a row and adds it to the result.
 * FLAGS: -O3 -fopenmp-simd
 */
#include "workload_ssm_scan.h"

#include <aisp/bf16_cpu.h>
#include <aisp/clones.h>
#include <string.h>

/* Updates a row of the state, and adds it to the result. */
static inline void pass_row(float *restrict state, const float *restrict x,
			    float *restrict y, int64_t dim, float a, float b, float c)
{
#pragma omp simd
	for (int64_t j = 0; j < dim; j++) {
		state[j] = a * state[j] + b * x[j];
		y[j] += c * state[j];
	}
}

AISP_CLONES static void take_step(float *state, const uint16_t *x, const uint16_t *b,
				  const uint16_t *c, float a, int64_t dim, uint16_t *to)
{
	float wide[MOST_DIM], y[MOST_DIM] = { 0 };

	for (int64_t j = 0; j < dim; j++)
		wide[j] = from_bf16(x[j]);
	for (int64_t i = 0; i < STATE; i++)
		pass_row(state + i * dim, wide, y, dim, a, from_bf16(b[i]),
			 from_bf16(c[i]));
	for (int64_t j = 0; j < dim; j++)
		to[j] = to_bf16(y[j]);
}

static int run(const struct aisp_io *io, void *unused)
{
	int64_t seq = io->param[SEQ], dim = io->param[DIM];
	const uint16_t *x = io->in[IN_X].data, *b = io->in[IN_B].data;
	const uint16_t *c = io->in[IN_C].data;
	uint16_t *y = io->out[0].data;
	float *state = io->workspace;

	(void)unused;
	for (int64_t h = 0; h < io->param[HEADS]; h++) {
		const float *step = aisp_in_f32(io, IN_STEP) + h * seq;

		memset(state, 0, (size_t)(STATE * dim) * sizeof(*state));
		for (int64_t t = 0; t < seq; t++)
			take_step(state, x + (h * seq + t) * dim, b + t * STATE,
				  c + t * STATE, exp2f(-step[t] * rate_of(h)), dim,
				  y + (h * seq + t) * dim);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "step by step, a pass over the state for each",
	.run = run,
};
