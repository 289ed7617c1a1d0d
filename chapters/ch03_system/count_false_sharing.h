/* SPDX-License-Identifier: MIT
 *
 * count_false_sharing.h - the counting, which the variants share: they differ
 * in where a thread's counters lie.
 */
#include <errno.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

/* Counters of all threads, stride_elems apart. */
static inline void count_all(const struct aisp_io *io, int32_t *counter,
			     int64_t stride_elems)
{
	const uint8_t *x = io->in[0].data;
	int32_t *total = io->out[0].data;

	memset(counter, 0, (size_t)(io->n_threads * stride_elems) * sizeof(*counter));
#pragma omp parallel num_threads(io->n_threads)
	{
		int32_t *mine = counter + omp_get_thread_num() * stride_elems;

#pragma omp for schedule(static)
		for (int64_t i = 0; i < io->param[N]; i++)
			mine[class_of(x[i])]++;
	}
	memset(total, 0, CLASSES * sizeof(*total));
	for (int t = 0; t < io->n_threads; t++)
		for (int c = 0; c < CLASSES; c++)
			total[c] += counter[t * stride_elems + c];
}

/* An empty region starts the threads while that is still allowed. */
static void start_threads(const struct aisp_io *io)
{
#pragma omp parallel num_threads(io->n_threads)
	(void)omp_get_thread_num();
}
