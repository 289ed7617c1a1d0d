/* SPDX-License-Identifier: MIT
 *
 * Bytes with a scale for each block: each rank adds up its part of the blocks and
 * rounds the sums to bytes again, so that all ranks get the same bits.
 * FLAGS: -O3 -fno-math-errno -fno-trapping-math
 */
#include "workload_compress.h"

#include "allreduce.h"
#include <aisp/clones.h>

/* A rank's numbers: bytes, and behind them a scale for each block. */
struct coded {
	int8_t *code;
	float *scale;
};

/* What a rank shows: its own numbers, or the sums of its part. */
static struct coded coded_of(const struct aisp_io *io, int rank, int are_sums)
{
	char *at = (char *)io->ranks->window[rank] + are_sums * coded_bytes(io->param);

	return (struct coded){ (int8_t *)at,
			       (float *)(at + n_blocks(io->param) * BLOCK) };
}

AISP_CLONES static void encode(const struct coded *c, int64_t b,
			       const float *restrict x, int64_t n)
{
	int8_t *restrict code = c->code + b * BLOCK;
	float top = 0, up;

	for (int64_t i = 0; i < n; i++) {
		float size = __builtin_fabsf(x[i]);

		top = size > top ? size : top;
	}
	c->scale[b] = top / STEPS;
	up = top > 0x1p-120f ? STEPS / top : 0;
	for (int64_t i = 0; i < n; i++) {
		/* The last bits of the sum are the nearest integer. */
		float y = x[i] * up + 0x1.8p23f;
		int32_t bits;

		memcpy(&bits, &y, sizeof(bits));
		code[i] = (int8_t)(bits - 0x4b400000);
	}
}

AISP_CLONES static void decode(const struct coded *c, int64_t b, float *restrict y,
			       int64_t n, int is_added)
{
	const int8_t *restrict code = c->code + b * BLOCK;
	float scale = c->scale[b];

	if (is_added)
		for (int64_t i = 0; i < n; i++)
			y[i] += scale * (float)code[i];
	else
		for (int64_t i = 0; i < n; i++)
			y[i] = scale * (float)code[i];
}

static int64_t elems_of(const struct aisp_io *io, int64_t b)
{
	int64_t left = io->param[ELEMS] - b * BLOCK;

	return left < BLOCK ? left : BLOCK;
}

static void add_part(const struct aisp_io *io)
{
	const struct aisp_ranks *r = io->ranks;
	int64_t blocks = n_blocks(io->param);
	const struct coded sums = coded_of(io, r->rank, 1);

	for (int64_t b = first_of(r, r->rank, blocks);
	     b < first_of(r, r->rank + 1, blocks); b++) {
		float sum[BLOCK];

		for (int k = 0; k < r->n; k++) {
			const struct coded c = coded_of(io, k, 0);

			decode(&c, b, sum, elems_of(io, b), k > 0);
		}
		encode(&sums, b, sum, elems_of(io, b));
	}
}

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;
	int64_t blocks = n_blocks(io->param);
	const struct coded own = coded_of(io, r->rank, 0);

	(void)state;
	for (int64_t b = 0; b < blocks; b++)
		encode(&own, b, aisp_in_f32(io, 0) + b * BLOCK, elems_of(io, b));
	aisp_rank_barrier(r, 1);
	add_part(io);
	aisp_rank_barrier(r, 2);
	for (int k = 0; k < r->n; k++) {
		const struct coded c = coded_of(io, k, 1);

		for (int64_t b = first_of(r, k, blocks); b < first_of(r, k + 1, blocks);
		     b++)
			decode(&c, b, aisp_out_f32(io, 0) + b * BLOCK, elems_of(io, b),
			       0);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "one byte per element, one scale per 256 elements",
	.run = run,
};
