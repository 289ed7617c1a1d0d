/* SPDX-License-Identifier: MIT
 *
 * Drafts without a model (A. Saxena, Prompt Lookup Decoding, 2023): tokens that
 * followed an earlier occurrence of the last few tokens may follow again.  For every
 * position i of a text, of which [0, i] is known then: the largest n up to `ngram` such
 * that the last n tokens also end at an earlier position, the first such position e,
 * and the `draft` tokens behind it, NONE where they are not known yet.  If n is below
 * LEAST nothing is drafted: matched is 0, all tokens are NONE.
 */
#include <aisp/draw.h>
#include <aisp/workload.h>

enum { TOKENS, NGRAM, DRAFT, VOCAB };
enum { TEXT };
enum { MATCHED, DRAFTED };

#define LEAST 2 /* tokens that a match has: one alone says little */
#define NONE  -1

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = p[TOKENS];

	if (p[NGRAM] < LEAST || p[NGRAM] > 64)
		pr->invalid = "ngram is 2 to 64";
	if (n < 32 || p[VOCAB] < 2)
		pr->invalid = "a text has 32 tokens at least, and 2 different ones";
	aisp_add_in(pr,
		    (struct aisp_spec){
			    "text", AISP_I32, 1, { n }, AISP_FILL_INDEX, p[VOCAB] });
	aisp_add_out(pr, (struct aisp_spec){ "matched", AISP_I32, 1, { n } });
	aisp_add_out(pr, (struct aisp_spec){ "drafted", AISP_I32, 2, { n, p[DRAFT] } });
	pr->bytes = 4.0 * (double)(n * (2 + p[DRAFT]));
	pr->bound_by = "dependent loads";
	pr->compute = AISP_I32;
	pr->workspace_bytes = (size_t)n * 32 * (size_t)(p[NGRAM] + 8);
}

/* Tokens that were drawn, and pieces of what stands before them. */
static void prepare(const struct aisp_io *io, uint64_t bits)
{
	int32_t *text = (int32_t *)io->in[TEXT].data;
	int64_t n = io->param[TOKENS], i = 1;

	for (uint64_t piece = 0; i < n; piece++) {
		uint64_t r = aisp_draw(bits, piece);
		int64_t from = (int64_t)((r >> 32) % (uint64_t)i);
		int64_t end = i + 1 + (int64_t)(r >> 8) % 24;

		if (r % 4 == 0)
			i += 1 + (int64_t)(r >> 8) % 4;
		else
			for (; i < end && i < n; i++)
				text[i] = text[from++];
	}
}

/* How many of the last tokens of [0, i] and of [0, e] agree, at most `most`. */
static inline int64_t agree(const int32_t *text, int64_t i, int64_t e, int64_t most)
{
	int64_t n = 0;

	while (n < most && n <= e && text[i - n] == text[e - n])
		n++;
	return n;
}

/* The first end of the longest match at i, and how long that is; 0 below LEAST. */
static int64_t reference_match(const struct aisp_io *io, int64_t i, int64_t *end)
{
	const int32_t *text = (const int32_t *)io->in[TEXT].data;
	int64_t longest = 0;

	for (int64_t e = i - 1; e >= 0; e--) {
		int64_t n = agree(text, i, e, io->param[NGRAM]);

		if (n >= longest) {
			longest = n;
			*end = e;
		}
	}
	return longest < LEAST ? 0 : longest;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int32_t *text = (const int32_t *)io->in[TEXT].data;
	int64_t width = o == MATCHED ? 1 : io->param[DRAFT], end = 0;

	for (int64_t k = 0; k < n; k += width) {
		int64_t i = (first + k) / width;
		int64_t longest = reference_match(io, i, &end);

		for (int64_t d = 0; d < width; d++) {
			int is_known = longest && end + 1 + d <= i;

			ref[k + d] = is_known ? text[end + 1 + d] : NONE;
			mag[k + d] = 0;
		}
		if (o == MATCHED)
			ref[k] = (double)longest;
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "drafts by look-up of the last tokens in the text before",
	.n_params = 4,
	.params = { [TOKENS] = { "tokens", 331, 4096, 16384, "tokens of the text" },
		    [NGRAM] = { "ngram", 5, 8, 8, "tokens of the longest match" },
		    [DRAFT] = { "draft", 3, 4, 4, "tokens that are drafted" },
		    [VOCAB] = { "vocab", 23, 32000, 32000, "different tokens" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};
