/* SPDX-License-Identifier: MIT
 *
 * Text to tokens by byte pair encoding (bpe.h).  A word is a space and what follows up
 * to the next; no token goes beyond a word.  Of each document the tokens, of which
 * there are as many as its bytes at most, and their number.
 */
#include <aisp/workload.h>

#include "words_tokenise.h"

enum { DOCUMENTS, LENGTH, MERGES, THREADS };
enum { TEXT, MERGE };
enum { TOKENS, N_TOKENS };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = p[DOCUMENTS];

	aisp_add_in(pr,
		    (struct aisp_spec){
			    "text", AISP_U8, 2, { n, p[LENGTH] }, AISP_FILL_BYTES });
	aisp_add_in(pr, (struct aisp_spec){ "merge", AISP_I32, 2, { p[MERGES], 2 } });
	aisp_add_out(pr, (struct aisp_spec){ .name = "tokens",
					     .dtype = AISP_I32,
					     .rank = 2,
					     .shape = { n, p[LENGTH] },
					     .is_ragged = 1 });
	aisp_add_out(pr, (struct aisp_spec){ "n_tokens", AISP_I32, 1, { n } });
	/* How many tokens there are, the data say. */
	pr->bytes = (double)(n * p[LENGTH] + 8 * p[MERGES] + 4 * n);
	pr->bound_by = "dependent loads";
	pr->n_threads = (int)p[THREADS];
	if (p[MERGES] > 128 * 128)
		pr->invalid = "merges are at most 16384";
}

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	uint8_t *s = (uint8_t *)io->in[TEXT].data;
	int64_t n = io->param[LENGTH];

	for (int64_t i = 0; i < io->param[DOCUMENTS]; i++)
		write_text(s + i * n, n, bits, (uint64_t)i);
	draw_merges((int32_t(*)[2])io->in[MERGE].data, io->param[MERGES], bits);
}

/* t has room for n tokens. */
static int64_t encode_document(const struct pairs *p, const uint8_t *s, int64_t n,
			       int32_t *t)
{
	int64_t n_tokens = 0;

	for (int64_t at = 0, word; at < n; at += word) {
		word = word_bytes(s + at, n - at);
		n_tokens += encode_word(p, s + at, word, t + n_tokens);
	}
	return n_tokens;
}

static void reference_row(const int32_t *t, int64_t n, int64_t room, double *ref,
			  double *mag)
{
	for (int64_t i = 0; i < room; i++) {
		ref[i] = i < n ? (double)t[i] : 0;
		mag[i] = i < n ? 0 : -1; /* not there */
	}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t length = io->param[LENGTH], row = o == TOKENS ? length : 1;
	struct pairs *p = malloc(pairs_bytes(io->param[MERGES]));
	int32_t *t = malloc((size_t)length * sizeof(*t));

	if (!p || !t)
		abort();
	pairs_fill(p, io->in[MERGE].data, io->param[MERGES]);
	for (int64_t e = 0; e < n; e += row) {
		const uint8_t *s = io->in[TEXT].data;
		int64_t k =
			encode_document(p, s + (first + e) / row * length, length, t);

		if (o == TOKENS) {
			reference_row(t, k, length, ref + e, mag + e);
		} else {
			ref[e] = (double)k;
			mag[e] = 0;
		}
	}
	free(t);
	free(p);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "text to tokens by byte pair encoding",
	.n_params = 4,
	.params = { [DOCUMENTS] = { "documents", 5, 64, 1024, "documents" },
		    [LENGTH] = { "length", 333, 4096, 8192, "bytes of a document" },
		    [MERGES] = { "merges", 203, 2000, 8000, "tokens beyond bytes" },
		    [THREADS] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};
