/* SPDX-License-Identifier: MIT
 *
 * Clears dw, then adds each token's row where it belongs.
 * FLAGS: -O3 -fopenmp
 */
#include "workload_embed_bwd.h"

#include "embed_row.h"

static int run(const struct aisp_io *io, void *state)
{
	const int32_t *token = (const int32_t *)io->in[TOKEN].data;
	int64_t width = io->param[WIDTH];
	float *dw = aisp_out_f32(io, 0);

	(void)state;
	memset(dw, 0, (size_t)(io->param[VOCAB] * width) * sizeof(*dw));
	for (int64_t i = 0; i < io->param[TOKENS]; i++)
		add_row(dw + token[i] * width, aisp_in_f32(io, DY) + i * width, width);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "rows are added where they belong, token by token",
	.run = run,
};
