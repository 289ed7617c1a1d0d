/* SPDX-License-Identifier: MIT
 *
 * The same, an equal part of the documents to each thread.
 * FLAGS: -O3 -fopenmp
 */
#include <omp.h>

#include "workload_dedup.h"

#include "minhash.h"

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
	int64_t n = io->param[DOCUMENTS];

	(void)state;
#pragma omp parallel num_threads(io->n_threads)
	{
		int64_t k = omp_get_thread_num(), parts = omp_get_num_threads();

		sign_documents(io, n * k / parts, n * (k + 1) / parts);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "32 functions at a time, a part of the documents to each thread",
	.setup = setup,
	.run = run,
};
