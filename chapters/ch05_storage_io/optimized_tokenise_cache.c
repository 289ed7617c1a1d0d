/* SPDX-License-Identifier: MIT
 *
 * Most words of a text have occurred in it before: their tokens are copied from a
 * table.
 */
#include "workload_tokenise.h"

#include "cache_tokenise.h"

static int setup(const struct aisp_io *io, void **state)
{
	return tables_new(io, 1, state);
}

static int run(const struct aisp_io *io, void *state)
{
	struct tables *x = state;

	pairs_fill(x->pairs, io->in[MERGE].data, io->param[MERGES]);
	encode_documents(io, x->pairs, x->seen, 0, io->param[DOCUMENTS]);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "words seen before are copied",
	.setup = setup,
	.run = run,
	.teardown = tables_free,
};
