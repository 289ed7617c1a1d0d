/* SPDX-License-Identifier: MIT
 *
 * Weights stay integers: products and sums of a group are exact, and a scale is applied
 * once for 32 weights.  A minimum is multiplied by the sum of x's group, which all rows
 * share.
 * FLAGS: -O3
 */
#include "workload_block_formats.h"

#include <aisp/clones.h>

#include "group_sums.h"

static inline int dot_bytes(const uint8_t *q, const int8_t *x)
{
	int sum = 0;

	for (int i = 0; i < GROUP; i++)
		sum += (int8_t)q[i] * x[i];
	return sum;
}

/* The lower halves of 16 bytes are numbers of their own, and so are the upper ones.
 * Unrolled, the loop would not become vectors. */
static inline int dot_halves(const uint8_t *q, const int8_t *x)
{
	int sum = 0;

#pragma GCC unroll 1
	for (int i = 0; i < GROUP / 2; i++)
		sum += (q[i] & 15) * x[i] + (q[i] >> 4) * x[i + GROUP / 2];
	return sum;
}

static inline int dot_shifted(const uint8_t *q, int shift, const int8_t *x)
{
	int sum = 0;

	for (int i = 0; i < GROUP; i++)
		sum += (q[i] >> shift & 15) * x[i];
	return sum;
}

static inline int dot_group(const struct group *g, int64_t f, const int8_t *x)
{
	if (f == Q8_0)
		return dot_bytes(g->q, x);
	return f == Q4_1 ? dot_halves(g->q, x) : dot_shifted(g->q, g->shift, x);
}

static inline float row_of(const struct aisp_io *io, int64_t f, const uint8_t *w,
			   const float *sums)
{
	struct format is = format_of(f);
	const int8_t *xq = io->in[IN_XQ].data;
	float total = 0;

	for (int64_t at = 0; at < cols_of(io->param); at += is.weights, w += is.bytes)
		for (int j = 0; j < is.weights / GROUP; j++) {
			int64_t k = at / GROUP + j;
			struct group g = group_of(f, w, j);

			total += g.scale * aisp_in_f32(io, IN_XS)[k] *
					 (float)dot_group(&g, f, xq + k * GROUP) +
				 g.least * sums[k];
		}
	return total;
}

/* A constant format makes a loop without choices for each. */
AISP_CLONES static void rows(const struct aisp_io *io, const float *sums)
{
	const int64_t *p = io->param;
	const uint8_t *w = io->in[IN_W].data;
	float *y = aisp_out_f32(io, 0);

	for (int64_t i = 0; i < p[ROWS]; i++, w += row_bytes(p))
		if (p[FORMAT] == Q8_0)
			y[i] = row_of(io, Q8_0, w, sums);
		else if (p[FORMAT] == Q4_1)
			y[i] = row_of(io, Q4_1, w, sums);
		else
			y[i] = row_of(io, Q4_K, w, sums);
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	sum_groups(io, io->workspace);
	rows(io, io->workspace);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "integer products within a group",
	.run = run,
};
