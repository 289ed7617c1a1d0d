/* SPDX-License-Identifier: MIT
 *
 * One token's latent attention for a batch of sequences, bf16 (DeepSeek-AI,
 * DeepSeek-V2, arXiv:2405.04434): with the up-projections absorbed into queries and
 * outputs, all heads share one row of 512 latent and 64 rotary numbers for each token;
 * all of it is the key, the latent part the value as well.  Rows lie in pages of `page`
 * tokens anywhere in memory; a table lists each sequence's pages.
 *
 * 2 (576 + 512) operations for each head and token, 1152 bytes for each token: at 128
 * heads 242 operations a byte, where an H200's tensor cores and memory meet at 206, so
 * arithmetic binds; at 64 heads and fewer memory does.
 */
#include <aisp/workload.h>

#define MOST_DIM 512
#include "attention_reference.h"

enum { BATCH, TOKENS, HEADS, PAGE, SPREAD };

enum { IN_Q, IN_ROWS, IN_TABLE, IN_LENGTH };

#define LATENT      512
#define ROW_DIM     (LATENT + 64)
#define MOST_PIECES 256 /* that the workspace has room for, each with two ends */

/* Of a head before absorption: 128 numbers and 64 rotary ones. */
#define SCALE_DIM 192

#include "paged.h"

static void set_sizes(const int64_t *p, struct aisp_problem *pr)
{
	int64_t batch = p[BATCH], heads = p[HEADS], pages = batch * pages_of(p);
	double tokens = 0;

	for (int64_t r = 0; r < batch; r++)
		tokens += (double)length_of(p, r);
	pr->flops = 2.0 * tokens * (double)(heads * (ROW_DIM + LATENT));
	pr->bytes = 2.0 * tokens * ROW_DIM +
		    2.0 * (double)(batch * heads * (ROW_DIM + LATENT)) +
		    4.0 * (double)(pages + batch);
	pr->workspace_bytes =
		(size_t)((batch + MOST_PIECES) * heads) * (LATENT + 4) * sizeof(float);
}

static const char *invalid_of(const int64_t *p)
{
	if (p[BATCH] < 1 || p[BATCH] > 4096)
		return "batch is 1 to 4096";
	if (p[TOKENS] < 1)
		return "tokens is at least 1";
	if (p[HEADS] < 16 || p[HEADS] > 128)
		return "heads is 16 to 128";
	if (p[PAGE] < 1 || p[PAGE] > 256)
		return "page is 1 to 256";
	return p[SPREAD] < 0 || p[SPREAD] > 100 ? "spread is 0 to 100" : NULL;
}

static void add_tensors(const int64_t *p, struct aisp_problem *pr)
{
	int64_t batch = p[BATCH], heads = p[HEADS], pages = batch * pages_of(p);

	aisp_add_in(pr,
		    (struct aisp_spec){ "q", AISP_BF16, 3, { batch, heads, ROW_DIM } });
	aisp_add_in(pr, (struct aisp_spec){
				"rows", AISP_BF16, 3, { pages, p[PAGE], ROW_DIM } });
	aisp_add_in(pr, (struct aisp_spec){ "table",
					    AISP_I32,
					    2,
					    { batch, pages_of(p) },
					    AISP_FILL_INDEX,
					    pages });
	aisp_add_in(
		pr,
		(struct aisp_spec){
			"length", AISP_I32, 1, { batch }, AISP_FILL_INDEX, p[TOKENS] });
	aisp_add_out(pr,
		     (struct aisp_spec){ "o", AISP_BF16, 3, { batch, heads, LATENT } });
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	pr->invalid = invalid_of(p);
	if (pr->invalid)
		return;
	add_tensors(p, pr);
	set_sizes(p, pr);
	pr->compute = AISP_BF16;
	pr->is_cold = 1;
	pr->error_c = AISP_BF16_ONCE;
}

/* at[]: the first entry of the sequence's table. */
static int64_t row_of(const struct view *v, int64_t j)
{
	const int64_t *p = v->io->param;
	const int32_t *table = (const int32_t *)v->io->in[IN_TABLE].data + v->at[0];

	return (table[j / p[PAGE]] * p[PAGE] + j % p[PAGE]) * ROW_DIM;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int32_t *length = (const int32_t *)io->in[IN_LENGTH].data;
	const int64_t *p = io->param;

	(void)o;
	for (int64_t e = 0; e < n; e += LATENT) {
		int64_t row = (first + e) / LATENT, sequence = row / p[HEADS];
		struct view v = { .io = io,
				  .dim = ROW_DIM,
				  .q = row * ROW_DIM,
				  .n = length[sequence],
				  .key = row_of,
				  .at = { sequence * pages_of(p) },
				  .latent = LATENT,
				  .scale_dim = SCALE_DIM };

		reference_row(&v, ref + e, mag + e);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "paged latent decode attention, bf16",
	.n_params = 5,
	.params = { [BATCH] = { "batch", 3, 8, 128, "sequences", 64 },
		    [TOKENS] = { "tokens", 150, 1024, 8192,
				 "rows of the longest sequence", 4096 },
		    [HEADS] = { "heads", 70, 128, 128,
				"queries, which share all rows" },
		    [PAGE] = { "page", 16, 64, 64, "tokens of a page" },
		    [SPREAD] = { "spread", 70, 0, 50,
				 "the shortest sequence lacks about this many %" } },
	.problem = problem,
	.prepare = deal_pages,
	.reference = reference,
};
