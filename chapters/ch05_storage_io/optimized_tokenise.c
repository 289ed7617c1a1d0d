/* SPDX-License-Identifier: MIT
 *
 * The ranks of pairs are kept: a merge looks up two pairs, not all of them.
 */
#include <errno.h>

#include "workload_tokenise.h"

#include "ranks_tokenise.h"

static int setup(const struct aisp_io *io, void **state)
{
	struct pairs *p = malloc(pairs_bytes(io->param[MERGES]));

	*state = p;
	return p ? 0 : -ENOMEM;
}

static int64_t encode_ranks(const struct pairs *p, const uint8_t *s, int64_t n,
			    int32_t *t)
{
	int32_t *at = t;

	while (n > 0) {
		int64_t word = word_bytes(s, n);

		at += encode_ranked(p, s, word, at);
		s += word;
		n -= word;
	}
	return at - t;
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[LENGTH];
	int32_t *n_tokens = io->out[N_TOKENS].data;

	pairs_fill(state, io->in[MERGE].data, io->param[MERGES]);
	for (int64_t i = 0; i < io->param[DOCUMENTS]; i++)
		n_tokens[i] = (int32_t)encode_ranks(
			state, (const uint8_t *)io->in[TEXT].data + i * n, n,
			(int32_t *)io->out[TOKENS].data + i * n);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "ranks kept; a merge looks up two pairs",
	.setup = setup,
	.run = run,
	.teardown = free,
};
