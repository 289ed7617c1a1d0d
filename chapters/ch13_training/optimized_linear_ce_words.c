/* SPDX-License-Identifier: MIT
 *
 * Tiles of 96 words, whose logits are not stored: the softmax is computed along with
 * them, and a second pass computes their logits again.
 * WORKSPACE: 4 * (6144 + (inputs + 99) * round_up(rows, 16))
 * FLAGS: -O3 -fno-math-errno
 */
#include "workload_linear_ce.h"

#include "linear_ce.h"

static int run(const struct aisp_io *io, void *state)
{
	int64_t vocab = io->param[VOCAB];
	struct rows r;
	float *x = lay_out(&r, io, io->param[ROWS]);

	(void)state;
	begin_rows(&r, 0, io->param[ROWS]);
	for (int64_t v = 0; v < vocab; v += WORDS) {
		find_logits(&r, v, x);
		take_logits(&r, v, x);
	}
	find_losses(&r);
	for (int64_t v = 0; v < vocab; v += WORDS) {
		find_logits(&r, v, x);
		to_gradients(&r, v, x);
		take_back(&r, v, x);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "no logits stored, but computed twice",
	.run = run,
};
