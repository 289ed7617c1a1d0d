/* SPDX-License-Identifier: MIT
 *
 * Signatures of documents by which near duplicates are found: of each document the
 * least hash of its shingles, under N_HASHES functions (A. Broder, On the Resemblance
 * and Containment of Documents, 1997: two documents agree in as many minima as they
 * share shingles).  Shingles are 64-bit already.  The functions are multiply-shift (M.
 * Dietzfelbinger 1996), of 32 bits: bits 32 to 63 of a x + b, a odd.
 */
#include <aisp/workload.h>

enum { DOCUMENTS, SHINGLES, THREADS };
enum { SHINGLE, FACTOR, ADDEND };

#define N_HASHES 128
#define SHIFT    32

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = p[DOCUMENTS], words = p[SHINGLES];

	aisp_add_in(pr,
		    (struct aisp_spec){
			    "shingle", AISP_U64, 2, { n, words }, AISP_FILL_BYTES });
	aisp_add_in(pr, (struct aisp_spec){
				"factor", AISP_U64, 1, { N_HASHES }, AISP_FILL_BYTES });
	aisp_add_in(pr, (struct aisp_spec){
				"addend", AISP_U64, 1, { N_HASHES }, AISP_FILL_BYTES });
	aisp_add_out(pr, (struct aisp_spec){ "least", AISP_U32, 2, { n, N_HASHES } });
	pr->bytes = 8.0 * ((double)n * (double)words + 2 * N_HASHES) +
		    4.0 * N_HASHES * (double)n;
	pr->bound_by = "integer multiplies";
	pr->n_threads = (int)p[THREADS];
}

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	uint64_t *factor = (uint64_t *)io->in[FACTOR].data;

	(void)bits;
	for (int k = 0; k < N_HASHES; k++)
		factor[k] |= 1;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const uint64_t *x = (const uint64_t *)io->in[SHINGLE].data;
	const uint64_t *a = (const uint64_t *)io->in[FACTOR].data;
	const uint64_t *b = (const uint64_t *)io->in[ADDEND].data;
	int64_t words = io->param[SHINGLES];

	(void)o;
	for (int64_t e = 0; e < n; e++) {
		const uint64_t *doc = x + (first + e) / N_HASHES * words;
		int64_t k = (first + e) % N_HASHES;
		uint64_t least = UINT64_MAX;

		for (int64_t i = 0; i < words; i++) {
			uint64_t hash = a[k] * doc[i] + b[k];

			least = hash < least ? hash : least;
		}
		ref[e] = mag[e] = (double)(least >> SHIFT);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "MinHash signatures of documents",
	.n_params = 3,
	.params = { [DOCUMENTS] = { "documents", 61, 1024, 8192, "documents" },
		    [SHINGLES] = { "shingles", 83, 500, 1000,
				   "shingles of a document" },
		    [THREADS] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};
