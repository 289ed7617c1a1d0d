/* SPDX-License-Identifier: MIT
 *
 * minhash.h - LANES hash functions at a time over a document.  Their minima do not wait
 * for each other, so that compilers make vectors of them, which stay in registers while
 * the document goes by; a shingle is loaded once for all LANES.
 */
#include <aisp/clones.h>

#define LANES 32

/* The minima of LANES functions of the document x. */
AISP_CLONES static void least_hashes(const uint64_t *restrict x, int64_t n,
				     const uint64_t *restrict a,
				     const uint64_t *restrict b,
				     uint32_t *restrict least)
{
	uint64_t min[LANES];

	for (int k = 0; k < LANES; k++)
		min[k] = UINT64_MAX;
	for (int64_t i = 0; i < n; i++)
		for (int k = 0; k < LANES; k++) {
			uint64_t hash = a[k] * x[i] + b[k];

			min[k] = hash < min[k] ? hash : min[k];
		}
	for (int k = 0; k < LANES; k++)
		least[k] = (uint32_t)(min[k] >> SHIFT);
}

/* Signs documents [first, end). */
static inline void sign_documents(const struct aisp_io *io, int64_t first, int64_t end)
{
	const uint64_t *a = io->in[FACTOR].data, *b = io->in[ADDEND].data;
	int64_t words = io->param[SHINGLES];

	for (int64_t d = first; d < end; d++) {
		const uint64_t *x = io->in[SHINGLE].data;
		uint32_t *least = io->out[0].data;

		for (int k = 0; k < N_HASHES; k += LANES)
			least_hashes(x + d * words, words, a + k, b + k,
				     least + d * N_HASHES + k);
	}
}
