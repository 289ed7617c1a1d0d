/* SPDX-License-Identifier: MIT
 *
 * One hash function after the other over a document, in registers of 64 bits: the
 * definition as written, compiled for any machine.
 */
#include "workload_dedup.h"

static uint32_t least_hash(const uint64_t *x, int64_t n, uint64_t a, uint64_t b)
{
	uint64_t least = UINT64_MAX;

	for (int64_t i = 0; i < n; i++) {
		uint64_t hash = (a * x[i] + b) >> SHIFT;

		least = hash < least ? hash : least;
	}
	return (uint32_t)least;
}

static int run(const struct aisp_io *io, void *state)
{
	const uint64_t *x = io->in[SHINGLE].data;
	const uint64_t *a = io->in[FACTOR].data, *b = io->in[ADDEND].data;
	int64_t words = io->param[SHINGLES];
	uint32_t *least = io->out[0].data;

	(void)state;
	for (int64_t d = 0; d < io->param[DOCUMENTS]; d++)
		for (int k = 0; k < N_HASHES; k++)
			least[d * N_HASHES + k] =
				least_hash(x + d * words, words, a[k], b[k]);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "one hash function at a time",
	.run = run,
};
