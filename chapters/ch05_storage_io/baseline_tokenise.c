/* SPDX-License-Identifier: MIT
 *
 * As the algorithm is described: for each merge all pairs of the word are looked up.
 */
#include <errno.h>

#include "workload_tokenise.h"

static int setup(const struct aisp_io *io, void **state)
{
	*state = malloc(pairs_bytes(io->param[MERGES]));
	return *state ? 0 : -ENOMEM;
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[LENGTH];
	int32_t *t = io->out[TOKENS].data, *n_tokens = io->out[N_TOKENS].data;
	const uint8_t *s = io->in[TEXT].data;

	pairs_fill(state, io->in[MERGE].data, io->param[MERGES]);
	for (int64_t i = 0; i < io->param[DOCUMENTS]; i++)
		n_tokens[i] = (int32_t)encode_document(state, s + i * n, n, t + i * n);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "all pairs of a word looked up for each merge",
	.setup = setup,
	.run = run,
	.teardown = free,
};
