/* SPDX-License-Identifier: MIT
 *
 * Exercise: the minimum of each group takes part.
 * FLAGS: -O3
 */
#include "workload_block_formats.h"

#include <aisp/clones.h>

/* A group's part of a row's sum; x are its numbers, of scale xs. */
static inline float group_part(const struct group *g, int64_t f, const int8_t *x,
			       float xs)
{
	int products = 0;

	for (int i = 0; i < GROUP; i++) {
		struct group h = half_group(*g, f, i / 16);

		products += weight_of(&h, i % 16) * x[i];
	}
	return g->scale * xs * (float)products; /* yours: this leaves out g->least */
}

AISP_CLONES static float row(const struct aisp_io *io, const uint8_t *w)
{
	int64_t f = io->param[FORMAT];
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
