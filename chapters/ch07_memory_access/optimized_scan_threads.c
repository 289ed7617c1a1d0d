/* SPDX-License-Identifier: MIT
 *
 * Blocks that fit a core's caches, one to each thread at a time.  All add up theirs,
 * meet, and scan with what lies before; the second read of a block finds it in a cache,
 * so that memory is read once, as by one thread.
 * FLAGS: -fopenmp
 */
#include "workload_scan.h"

#include "lanes_scan.h"
#include <aisp/team.h>
#include <errno.h>

#define BLOCK        ((int64_t)32768) /* 128 KiB and its output: a part of L2 */
#define MOST_THREADS 256

AISP_CLONES static uint32_t add_up(const int32_t *x, int64_t n)
{
	uint32_t sum = 0;

	for (int64_t i = 0; i < n; i++)
		sum += (uint32_t)x[i];
	return sum;
}

/* A round is a block for each thread; sums of two rounds, as one may be read still. */
static void scan_blocks(const struct aisp_io *io, uint32_t sum[2][MOST_THREADS], int k,
			int n_threads)
{
	const int32_t *x = io->in[0].data;
	int64_t n = io->param[N];
	int32_t *y = io->out[0].data;
	uint32_t before = 0;

	for (int64_t at = 0, round = 0; at < n; at += BLOCK * n_threads, round++) {
		int64_t first = at + k * BLOCK, left = n - first;
		int64_t mine = left < 0 ? 0 : left < BLOCK ? left : BLOCK;
		uint32_t *part = sum[round % 2], start;

		part[k] = add_up(x + first, mine);
#pragma omp barrier
		start = before;
		for (int i = 0; i < k; i++)
			start += part[i];
		for (int i = 0; i < n_threads; i++)
			before += part[i];
		scan_lanes(y + first, x + first, mine, start);
	}
}

static int setup(const struct aisp_io *io, void **state)
{
	return io->n_threads > MOST_THREADS ? -ENOTSUP : aisp_team_start(io, state);
}

static int run(const struct aisp_io *io, void *state)
{
	uint32_t sum[2][MOST_THREADS];

	(void)state;
#pragma omp parallel num_threads(io->n_threads)
	scan_blocks(io, sum, omp_get_thread_num(), omp_get_num_threads());
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "blocks in the caches of all threads, added up and then scanned",
	.setup = setup,
	.run = run,
	.needs = "at most 256 threads",
};
