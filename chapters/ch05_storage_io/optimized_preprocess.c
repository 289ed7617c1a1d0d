/* SPDX-License-Identifier: MIT
 *
 * One row of the result after the other, through all operations while it is in a cache.
 * FLAGS: -O3 -fno-math-errno
 */
#include "workload_preprocess.h"

#include "square_preprocess.h"

AISP_CLONES static void columns(const struct square *s, const struct room *r,
				uint16_t *x)
{
	for (int c = 0; c < COLOURS; c++, x += s->out * s->out) {
		const float *line = r->line + c;
		float inverse = 1 / deviation_of[c];

		for (int64_t o = 0; o < s->out; o++) {
			float a = line[COLOURS * r->tap[o].at];
			float b = line[COLOURS * r->tap[o].next];

			x[o] = to_bf16((a + (b - a) * r->tap[o].share - mean_of[c]) *
				       inverse);
		}
	}
}

static int run(const struct aisp_io *io, void *state)
{
	struct room r = room_of(io, 0);

	(void)state;
	for (int64_t i = 0; i < io->param[IMAGES]; i++)
		make_square(io, i, &r, columns);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "all operations on a row of the result",
	.run = run,
};
