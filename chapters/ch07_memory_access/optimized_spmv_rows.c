/* SPDX-License-Identifier: MIT
 *
 * An equal number of rows to each thread, as one cuts a loop over rows: the first
 * thread has nearly all elements.
 * FLAGS: -fopenmp
 */
#include <omp.h>

#include "workload_spmv.h"

#include "sparse_rows.h"

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
	struct sparse a = sparse_of(io);
	int64_t rows = io->param[ROWS];

	(void)state;
#pragma omp parallel num_threads(io->n_threads)
	{
		int64_t k = omp_get_thread_num(), n = omp_get_num_threads();

		multiply_rows(&a, rows * k / n, rows * (k + 1) / n);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "an equal number of rows to each thread",
	.setup = setup,
	.run = run,
};
