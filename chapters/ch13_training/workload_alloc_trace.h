/* SPDX-License-Identifier: MIT
 *
 * Where blocks of memory lie: a made-up trace of a training loop.  Block i is requested
 * at time i and freed when block free_at[i] is requested.  Each step of the loop keeps
 * activations of the forward pass, which the backward pass frees in reverse order;
 * makes short-lived blocks; leaves gradients for the next step; and keeps a few blocks
 * for some steps.  Batches differ in length, and so do blocks. Judged by the room that
 * all blocks take, divided by the most bytes that are alive at once.
 */
#include <aisp/workload.h>
#include <stdlib.h>

enum { BLOCKS, STEP };
enum { SIZE, FREE_AT };
enum { OFFSET };

#include "alloc_loop.h"

#define ROOM_MOST ((int64_t)1 << 48)

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = p[BLOCKS];

	add_loop(pr, n);
	aisp_add_out(pr, (struct aisp_spec){ .name = "offset",
					     .dtype = AISP_I64,
					     .rank = 1,
					     .shape = { n },
					     .is_choice = 1 });
	pr->workspace_bytes = 64 * (size_t)n + 4096;
	pr->bytes = 20 * (double)n;
	pr->bound_by = "gaps to be looked at";
	pr->invalid = invalid_loop(p);
}

/* Blocks that are alive, as the judge believes them. */
struct alive {
	int64_t n, bytes; /* of them; of all together */
	int32_t *block;
	int64_t *offset; /* of each block of the trace */
};

static const int64_t *sizes_of(const struct aisp_io *io)
{
	return (const int64_t *)io->in[SIZE].data;
}

static void give_back(struct alive *a, const struct aisp_io *io, int64_t now)
{
	const int32_t *free_at = (const int32_t *)io->in[FREE_AT].data;
	int64_t n = 0;

	for (int64_t k = 0; k < a->n; k++) {
		int32_t i = a->block[k];

		if (free_at[i] > now)
			a->block[n++] = i;
		else
			a->bytes -= sizes_of(io)[i];
	}
	a->n = n;
}

/* Puts block i where the answer says if no living block is there, else behind them all.
 */
static int64_t put(struct alive *a, const struct aisp_io *io, int64_t i, int64_t got)
{
	int64_t top = 0, size = sizes_of(io)[i];
	int is_right = got >= 0 && got < ROOM_MOST && got % GRAIN == 0;

	give_back(a, io, i);
	for (int64_t k = 0; k < a->n; k++) {
		int64_t at = a->offset[a->block[k]];
		int64_t end = at + sizes_of(io)[a->block[k]];

		if (is_right && at < got + size && got < end)
			is_right = 0;
		top = end > top ? end : top;
	}
	a->block[a->n++] = (int32_t)i;
	a->bytes += size;
	return a->offset[i] = is_right ? got : top;
}

static int alive_new(struct alive *a, int64_t n)
{
	a->n = a->bytes = 0;
	a->offset = malloc((size_t)n * (sizeof(*a->offset) + sizeof(*a->block)));
	a->block = (int32_t *)(a->offset + n);
	return a->offset ? 0 : -1;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int64_t *got = (const int64_t *)io->out[o].data;
	struct alive a;

	if (alive_new(&a, io->param[BLOCKS]))
		return;
	for (int64_t i = 0; i < first + n; i++) {
		int64_t right = put(&a, io, i, got[i]);

		if (i < first)
			continue;
		ref[i - first] = (double)right;
		mag[i - first] = 0;
	}
	free(a.offset);
}

static double compute(const struct aisp_io *io, double *figures)
{
	const int64_t *offset = (const int64_t *)io->out[OFFSET].data;
	double room = 1, most = 1, sum = 0, n = (double)io->param[BLOCKS];
	struct alive a;

	if (alive_new(&a, io->param[BLOCKS]))
		return NAN;
	for (int64_t i = 0; i < io->param[BLOCKS]; i++) {
		room = fmax(room,
			    (double)(put(&a, io, i, offset[i]) + sizes_of(io)[i]));
		most = fmax(most, (double)a.bytes);
		sum += (double)a.bytes;
	}
	free(a.offset);
	figures[0] = most / (1 << 20);
	figures[1] = sum / n / room;
	return room / most;
}

static double bound(const struct aisp_io *io __attribute__((unused)))
{
	return 1;
}

static const struct aisp_score score = {
	.name = "room, over the most that is alive",
	.figures = { "MiB alive at most", "of the room alive, in the mean" },
	.compute = compute,
	.bound = bound,
};

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "places of a training loop's blocks in an allocator",
	.n_params = 2,
	.params = { { "blocks", 257, 6144, 8192, "blocks that are asked for" },
		    { "step", 64, 768, 1024, "blocks of a step of the loop" } },
	.problem = problem,
	.prepare = draw_loop,
	.reference = reference,
	.score = &score,
};
