/* SPDX-License-Identifier: MIT
 *
 * The change is made where the scores are, in the registers of a kernel of one pass (J.
 * Dong et al., FlexAttention, arXiv:2412.05496): memory sees neither scores nor biases.
 */
#include "workload_attention_score.h"

#include <aisp/instructions.h>

#include "attention_online.h"

#define LOG2_E 0x1.715476p0f

/* Scores become exponents of 2. */
struct capped {
	const float *slope; /* of each head */
	float inner;        /* times a product: 2 log2(e) s / cap */
	float cap;          /* times log2(e) */
};

/* tanh(x) = 1 - 2 / (1 + e^2x), right at both ends, where the power is 0 or infinite;
 * next to 0 the difference is off by as much as a score near the cap. */
template <int N>
static __device__ void change(float (&s)[N], int row, int column, const capped &c)
{
	int lane = threadIdx.x % 32;
	float slope = c.slope[blockIdx.y] * LOG2_E;
	float ahead = (float)(column + lane % 4 * 2 - row - lane / 4);

#pragma unroll
	for (int i = 0; i < N; i++) {
		float power = power_of_two(s[i] * c.inner);
		float x = fmaf(-2 * c.cap, aisp_reciprocal(1 + power), c.cap);

		s[i] = fmaf(slope, ahead + (float)(i / 4 * 8 + i % 2 - i % 4 / 2 * 8),
			    x);
	}
}

static int setup(const struct aisp_io *io, void **state)
{
	(void)io, (void)state;
	return allow_shared<HEAD_DIM, capped>();
}

static int run(const struct aisp_io *io, void *state)
{
	const power of_changed = { 1, 0x1p29f };
	shape p = { (int)io->param[SEQ], 1, of_changed };
	float cap = (float)io->param[CAP];
	capped c = { aisp_in_f32(io, IN_SLOPE),
		     2 * power_of_scores(HEAD_DIM).scale / cap, cap * LOG2_E };

	(void)state;
	return launch<HEAD_DIM>(io, p, c);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "one pass, scores changed in registers, mma.sync",
	.setup = setup,
	.run = run,
};
