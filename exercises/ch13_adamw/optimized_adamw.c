/* SPDX-License-Identifier: MIT
 *
 * Exercise: part `part` of n_parts equal ones, which begins at a multiple of LINE;
 * adamw_lines() refuses others.
 * FLAGS: -O3 -fopenmp -fno-math-errno
 */
#include "workload_adamw.h"

#include <omp.h>

#include "lines_adamw.h"

static int step_part(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	int64_t n = all_elems(io->param);

	/* yours: this leaves out what is behind the first line of each part */
	return adamw_lines(io, n * part / n_parts / LINE * LINE,
			   n * part / n_parts / LINE * LINE + LINE);
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
