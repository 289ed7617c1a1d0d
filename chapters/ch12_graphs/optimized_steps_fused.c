/* SPDX-License-Identifier: MIT
 *
 * The threads are started once, and each keeps its cells.  It copies 16 cells of either
 * neighbour at a time and takes 16 steps with them, one cell less at either end after
 * each: it waits only for two others, and a sixteenth as often.
 * FLAGS: -fopenmp
 */
#include <aisp/team.h>
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "workload_steps.h"

#include "field_cpu.h"

#define WIDE 16

/* What a thread shows, by turns, and how often it has; what it keeps. */
struct part {
	_Alignas(64) float edge[2][2][WIDE];
	uint32_t round;
	_Alignas(64) float cells[2][MAX_CELLS + 2 * WIDE];
};

static void await(const struct part *p, uint32_t round)
{
	for (int i = 0; __atomic_load_n(&p->round, __ATOMIC_ACQUIRE) < round; i++)
		if (i % 4096 == 4095)
			sched_yield();
}

/* Exchanges w cells at either end of the m cells at now + w with the neighbours. */
static void swap_edges(struct part *me, const struct part *before,
		       const struct part *behind, float *now, int64_t m, int64_t w)
{
	size_t bytes = (size_t)w * sizeof(*now);
	uint32_t turn = me->round % 2, round = me->round + 1;

	memcpy(me->edge[turn][0], now + w, bytes);
	memcpy(me->edge[turn][1], now + m, bytes);
	__atomic_store_n(&me->round, round, __ATOMIC_RELEASE);
	await(before, round);
	memcpy(now, before->edge[turn][1], bytes);
	await(behind, round);
	memcpy(now + w + m, behind->edge[turn][0], bytes);
}

/* Parts have WIDE cells at least, or there is one. */
static void all_steps(const struct aisp_io *io, struct part *part, int64_t me,
		      int64_t n_parts)
{
	int64_t n = io->param[N], steps = io->param[STEPS], first = n * me / n_parts;
	int64_t m = n * (me + 1) / n_parts - first, w = n < WIDE ? n : WIDE;
	float *now = part[me].cells[0], *next = part[me].cells[1], *done;

	memcpy(now + w, aisp_in_f32(io, 0) + first, (size_t)m * sizeof(*now));
	for (int64_t left = steps; left > 0; left -= w) {
		swap_edges(part + me, part + (me + n_parts - 1) % n_parts,
			   part + (me + 1) % n_parts, now, m, w);
		for (int64_t k = 1; k <= w && k <= left; k++) {
			spread(next + k, now + k, m + 2 * (w - k));
			done = now;
			now = next;
			next = done;
		}
	}
	memcpy(aisp_out_f32(io, 0) + first, now + w, (size_t)m * sizeof(*now));
}

static int setup(const struct aisp_io *io, void **state)
{
	*state = aligned_alloc(64, sizeof(struct part) * (size_t)io->n_threads);
	return *state ? aisp_team_start(io, state) : -ENOMEM;
}

static int run(const struct aisp_io *io, void *state)
{
	struct part *part = (struct part *)state;

	for (int i = 0; i < io->n_threads; i++)
		part[i].round = 0;
#pragma omp parallel num_threads(io->n_threads)
	{
		int64_t most = io->param[N] / WIDE, n_parts = omp_get_num_threads();
		int64_t me = omp_get_thread_num();

		n_parts = n_parts < most ? n_parts : most > 1 ? most : 1;
		if (me < n_parts)
			all_steps(io, part, me, n_parts);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "threads are woken once and keep their cells",
	.setup = setup,
	.run = run,
	.teardown = free,
};
