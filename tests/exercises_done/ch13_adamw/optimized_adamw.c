/* SPDX-License-Identifier: MIT
 *
 * Whole lines to each thread.
 * FLAGS: -O3 -fopenmp -fno-math-errno
 */
#include "workload_adamw.h"

#include <omp.h>

#include "lines_adamw.h"

static int step_part(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	int64_t n = all_elems(io->param), lines = (n + LINE - 1) / LINE;
	int64_t end = LINE * (lines * (part + 1) / n_parts);

	return adamw_lines(io, LINE * (lines * part / n_parts), end < n ? end : n);
}

/* An empty region starts the threads while that is still allowed. */
static int setup(const struct aisp_io *io, void **state)
{
	(void)state;
#pragma omp parallel num_threads(io->n_threads)
	(void)omp_get_thread_num();
	return 0;
}

static int run(const struct aisp_io *io, void *state)
{
	int rc = 0;

	(void)state;
#pragma omp parallel num_threads(io->n_threads) reduction(min : rc)
	rc = step_part(io, omp_get_thread_num(), omp_get_num_threads());
	return rc;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "a part to each thread",
	.setup = setup,
	.run = run,
};
