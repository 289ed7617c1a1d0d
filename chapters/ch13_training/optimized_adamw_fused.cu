/* SPDX-License-Identifier: MIT
 *
 * A kernel for each tensor, with the whole formula: one pass, but most tensors are
 * small, and their launches have almost nothing to do.
 */
#include "workload_adamw.h"

#include "adamw_gpu.h"

#define THREADS 256

static __global__ void step_tensor(float *restrict p, float *restrict m,
				   float *restrict v, uint16_t *restrict p16,
				   const uint16_t *restrict g, const float *h,
				   const float *decay, int64_t n)
{
	int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;
	struct adamw_rates r = adamw_rates_of(h);

	if (i < n)
		adamw_at(p, m, v, p16, g, i, &r, *decay);
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t at = 0;

	(void)state;
	for (int64_t t = 0; t < n_tensors(io->param); t++) {
		int64_t n = tensor_elems(io->param, t);

		step_tensor<<<(unsigned)aisp_ceil_div(n, THREADS), THREADS, 0,
			      aisp_stream(io)>>>(
			aisp_out_f32(io, P) + at, aisp_out_f32(io, M) + at,
			aisp_out_f32(io, V) + at, (uint16_t *)io->out[P16].data + at,
			(const uint16_t *)io->in[G].data + at, aisp_in_f32(io, HYPER),
			aisp_in_f32(io, DECAY) + t, n);
		at += n;
	}
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a kernel for each tensor",
	.run = run,
};
