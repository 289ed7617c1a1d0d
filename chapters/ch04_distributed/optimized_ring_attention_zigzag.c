/* SPDX-License-Identifier: MIT
 *
 * Each rank computes one half of a part from the beginning of the sequence and one from
 * its end, so that all ranks have the same work; the rank that owns the queries fetches
 * the sums (zig-zag order, as W. Brandon and others, Striped Attention, 2023, for
 * another order).
 * FLAGS: -O3 -fno-math-errno
 */
#include "workload_ring_attention.h"

#include "online_ring_attention.h"
#include "rounds.h"

#define O (V + 1)

/* The queries of half number `half`; each rank has two halves. */
static struct rows half_of(const struct aisp_io *io, int half)
{
	int64_t n = io->param[ROWS], from = half % 2 ? n / 2 : 0;
	int64_t row = io->param[HEADS] * io->param[DIM];

	return (struct rows){ .q = shown(io, half / 2, Q) + from * row,
			      .first = half / 2 * n + from,
			      .n = half % 2 ? n - n / 2 : n / 2 };
}

/* Where the sums of a half lie in the window of the rank that computes them. */
static float *made(const struct aisp_io *io, int half)
{
	const struct aisp_ranks *r = io->ranks;
	int maker = half < r->n ? half : 2 * r->n - 1 - half;
	int64_t row = io->param[HEADS] * io->param[DIM], other = half < r->n ? 0 : 1;

	return shown(io, maker, O) + other * half_of(io, 2 * r->n - 1 - half).n * row;
}

static void make(const struct aisp_io *io, int half)
{
	const struct rows q = half_of(io, half);
	const struct sums s = begin_sums(io, io->workspace, q.n);

	await_round(io->ranks, half / 2, 1);
	for (int rank = half / 2; rank >= 0; rank--) {
		const struct rows keys = { .k = shown(io, rank, K),
					   .v = shown(io, rank, V),
					   .first = rank * io->param[ROWS],
					   .n = io->param[ROWS] };

		await_round(io->ranks, rank, 1);
		attend(&s, &q, &keys);
	}
	end_sums(&s, made(io, half));
}

static void fetch(const struct aisp_io *io, int half)
{
	const struct aisp_ranks *r = io->ranks;
	const struct rows q = half_of(io, half);
	int64_t row = io->param[HEADS] * io->param[DIM];

	await_round(r, half < r->n ? half : 2 * r->n - 1 - half, 2);
	memcpy(aisp_out_f32(io, 0) + (q.first - r->rank * io->param[ROWS]) * row,
	       made(io, half), (size_t)(q.n * row) * sizeof(float));
}

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;

	(void)state;
	for (int tensor = Q; tensor <= V; tensor++)
		show(io, tensor);
	finish_round(r, 1);
	make(io, r->rank);
	make(io, 2 * r->n - 1 - r->rank);
	finish_round(r, 2);
	fetch(io, 2 * r->rank);
	fetch(io, 2 * r->rank + 1);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "a part from each end of the sequence: equal work per rank",
	.run = run,
};
