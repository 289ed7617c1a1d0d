/* SPDX-License-Identifier: MIT
 *
 * Three passes over a head: all scores, changed as they are written, softmax of their
 * rows, sums of values.
 */
#include "workload_attention_score.h"

#include "attention_passes.h"

struct capped {
	const float *slope; /* of the head */
	float cap;
};

static __device__ float changed(float s, int i, int j, const capped &c)
{
	return c.cap * tanhf(s / c.cap) - *c.slope * (float)(i - j);
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	for (int64_t h = 0; h < io->param[HEADS]; h++)
		launch(io, h, 1,
		       capped{ aisp_in_f32(io, IN_SLOPE) + h, (float)io->param[CAP] });
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_NAIVE,
	.summary = "three kernels per head: changed scores, softmax, sums of values",
	.run = run,
};
