/* SPDX-License-Identifier: MIT
 *
 * Integer products, and the minimum of each group.
 * FLAGS: -O3
 */
#include "workload_block_formats.h"

#include <aisp/clones.h>

/* A group's part of a row's sum; x are its numbers, of scale xs. */
static inline float group_part(const struct group *g, int64_t f, const int8_t *x,
			       float xs)
{
	int products = 0, sum = 0;

	for (int half = 0; half < 2; half++, x += GROUP / 2) {
		struct group h = half_group(*g, f, half);

		for (int i = 0; i < GROUP / 2; i++) {
			products += weight_of(&h, i) * x[i];
			sum += x[i];
		}
	}
	return g->scale * xs * (float)products + g->least * xs * (float)sum;
}

static inline float sum_row(const struct aisp_io *io, int64_t f, const uint8_t *w)
{
	struct format is = format_of(f);
	float total = 0;

	for (int64_t at = 0; at < cols_of(io->param); at += GROUP) {
		struct group g = group_of(f, w + at / is.weights * is.bytes,
					  (int)(at % is.weights / GROUP));

		total += group_part(&g, f, (const int8_t *)io->in[IN_XQ].data + at,
				    aisp_in_f32(io, IN_XS)[at / GROUP]);
	}
	return total;
}

/* A constant format makes a loop without choices for each. */
AISP_CLONES static float row(const struct aisp_io *io, const uint8_t *w)
{
	if (io->param[FORMAT] == Q8_0)
		return sum_row(io, Q8_0, w);
	if (io->param[FORMAT] == Q4_1)
		return sum_row(io, Q4_1, w);
	return sum_row(io, Q4_K, w);
}

static int run(const struct aisp_io *io, void *state)
{
	const uint8_t *w = io->in[IN_W].data;

	(void)state;
	for (int64_t i = 0; i < io->param[ROWS]; i++)
		aisp_out_f32(io, 0)[i] = row(io, w + i * row_bytes(io->param));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "integer products within a group",
	.run = run,
};
