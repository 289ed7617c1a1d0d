/* SPDX-License-Identifier: MIT
 *
 * blocks_add.h - the addition of one block, and the threads, which check that no block
 * was added twice.
 */
#ifndef BLOCKS_ADD_H
#define BLOCKS_ADD_H

#include <errno.h>
#include <omp.h>

#define BLOCK 4096 /* elements */

/* What thread `thread` of n_threads works on. */
struct job {
	const float *a, *b;
	float *c;
	int64_t n; /* elements; the last block may have fewer than BLOCK */
	int thread, n_threads;
	int64_t n_added; /* blocks, by this thread */
};

static inline void add_block(struct job *j, int64_t block)
{
	int64_t end = (block + 1) * BLOCK < j->n ? (block + 1) * BLOCK : j->n;

	for (int64_t i = block * BLOCK; i < end; i++)
		j->c[i] = j->a[i] + j->b[i];
	j->n_added++;
}

static void add_blocks(struct job *j);

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
	int64_t n_added = 0;

	(void)state;
#pragma omp parallel num_threads(io->n_threads) reduction(+ : n_added)
	{
		struct job j = { aisp_in_f32(io, 0),
				 aisp_in_f32(io, 1),
				 aisp_out_f32(io, 0),
				 io->param[N],
				 omp_get_thread_num(),
				 omp_get_num_threads(),
				 0 };

		add_blocks(&j);
		n_added = j.n_added;
	}
	return n_added > (io->param[N] + BLOCK - 1) / BLOCK ? -EINVAL : 0;
}

#endif
