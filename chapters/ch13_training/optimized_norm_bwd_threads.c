/* SPDX-License-Identifier: MIT
 *
 * Each thread has a part of the rows and its own sums of the columns, which are added
 * up in the threads' order: the same bits in every call.
 * FLAGS: -O3 -fopenmp
 */
#include "workload_norm_bwd.h"

#include <aisp/team.h>
#include <string.h>

#include "norm_once.h"

/* Where a thread's sums lie: dgain's, then dbias's. */
static float *sums_of(const struct aisp_io *io, int64_t part)
{
	return (float *)io->workspace + 2 * part * io->param[COLS];
}

static void add_part(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	int64_t rows = io->param[ROWS], cols = io->param[COLS];
	float *sums = sums_of(io, part);

	memset(sums, 0, 2 * (size_t)cols * sizeof(*sums));
	for (int64_t i = rows * part / n_parts; i < rows * (part + 1) / n_parts; i++) {
		struct norm_row r = norm_row_of(io, i);

		norm_row_once(&r, sums, sums + cols);
	}
}

static void add_up(const struct aisp_io *io, int64_t n_parts)
{
	float *dgain = aisp_out_f32(io, DGAIN), *dbias = aisp_out_f32(io, DBIAS);
	int64_t cols = io->param[COLS];

	memcpy(dgain, sums_of(io, 0), (size_t)cols * sizeof(*dgain));
	memcpy(dbias, sums_of(io, 0) + cols, (size_t)cols * sizeof(*dbias));
	for (int64_t part = 1; part < n_parts; part++)
		for (int64_t j = 0; j < cols; j++) {
			dgain[j] += sums_of(io, part)[j];
			dbias[j] += sums_of(io, part)[cols + j];
		}
}

static int run(const struct aisp_io *io, void *state)
{
	int n_parts = 1;

	(void)state;
#pragma omp parallel num_threads(io->n_threads)
	{
#pragma omp single
		n_parts = omp_get_num_threads();
		add_part(io, omp_get_thread_num(), n_parts);
	}
	add_up(io, n_parts);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "one pass, rows divided among threads",
	.setup = aisp_team_start,
	.run = run,
};
