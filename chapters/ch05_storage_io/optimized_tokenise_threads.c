/* SPDX-License-Identifier: MIT
 *
 * The same, with a part of the documents for each thread.  All threads read one table
 * of pairs, and each keeps a table of words of its own: few words are encoded twice,
 * and no thread waits for another.
 * FLAGS: -fopenmp
 */
#include <aisp/team.h>

#include "workload_tokenise.h"

#include "cache_tokenise.h"

static int setup(const struct aisp_io *io, void **state)
{
	int rc = tables_new(io, io->n_threads, state);

	return rc ? rc : aisp_team_start(io, state);
}

static int run(const struct aisp_io *io, void *state)
{
	struct tables *x = state;
	int64_t n = io->param[DOCUMENTS];

	pairs_fill(x->pairs, io->in[MERGE].data, io->param[MERGES]);
#pragma omp parallel num_threads(io->n_threads)
	{
		int64_t k = omp_get_thread_num(), parts = omp_get_num_threads();

		encode_documents(io, x->pairs, x->seen + k * N_SEEN, n * k / parts,
				 n * (k + 1) / parts);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "documents divided among threads, each with its own words",
	.setup = setup,
	.run = run,
	.teardown = tables_free,
};
