/* SPDX-License-Identifier: MIT
 *
 * Exercise: give each thread counters that share no cache line with another thread's,
 * without padding: count in an array of the thread's own and add it up at the end.
 * FLAGS: -fopenmp
 */
#include "workload_false_sharing.h"

#include "count_false_sharing.h"

static int setup(const struct aisp_io *io, void **state)
{
	(void)state;
	start_threads(io);
	return 0;
}

static int run(const struct aisp_io *io, void *state)
{
	const uint8_t *x = io->in[0].data;
	int32_t *total = io->out[0].data;

	(void)state;
	memset(total, 0, CLASSES * sizeof(*total));
#pragma omp parallel num_threads(io->n_threads)
	{
		int32_t mine[CLASSES] = { 0 };

#pragma omp for schedule(static)
		for (int64_t i = 0; i < io->param[N]; i++)
			mine[class_of(x[i])]++;
		/* yours: add mine to total; only one thread at a time may do so */
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "counters on the stack of each thread",
	.setup = setup,
	.run = run,
};
