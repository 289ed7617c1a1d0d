/* SPDX-License-Identifier: MIT
 *
 * One rank computes a prompt's keys and values, the others decode: rank 0 prefills, and
 * each rank needs the pages in its own cache, where its own table has room for them.
 *
 *     page p of layer l: rows of x, of 16 tokens, times w[l]; it goes to
 * cache[l][slot[p]]
 *
 * Only rank 0 has the prompt: x is unused at other ranks.  A product for each layer
 * stands for all of its prefill.
 */
#include <aisp/gemm_reference.h>
#include <aisp/ranks.h>
#include <string.h>

enum { RANKS, LAYERS, PAGES, WIDTH, ELEMS };
enum { X, W, SLOT };

#define PAGE_TOKENS 16

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t tokens = p[PAGES] * PAGE_TOKENS, page = PAGE_TOKENS * p[ELEMS];
	double elems = (double)(p[LAYERS] * tokens * p[ELEMS]);

	aisp_add_in(pr, (struct aisp_spec){ .name = "x",
					    .dtype = AISP_F32,
					    .rank = 3,
					    .shape = { p[RANKS], tokens, p[WIDTH] },
					    .part = { AISP_PART_RANKS } });
	aisp_add_in(pr, (struct aisp_spec){
				"w", AISP_F32, 3, { p[LAYERS], p[WIDTH], p[ELEMS] } });
	aisp_add_in(pr, (struct aisp_spec){ .name = "slot",
					    .dtype = AISP_I32,
					    .rank = 2,
					    .shape = { p[RANKS], p[PAGES] },
					    .fill = AISP_FILL_PERMUTATION,
					    .limit = p[PAGES],
					    .part = { AISP_PART_RANKS } });
	aisp_add_out(pr, (struct aisp_spec){
				 .name = "cache",
				 .dtype = AISP_F32,
				 .rank = 4,
				 .shape = { p[RANKS], p[LAYERS], p[PAGES], page },
				 .part = { AISP_PART_RANKS } });
	pr->ranks.n = (int)p[RANKS];
	pr->ranks.window_bytes = sizeof(float) * (size_t)elems;
	pr->ranks.peers_write = 1;
	pr->ranks.size_bytes = pr->ranks.wire_bytes = 4 * elems;
	pr->flops = 2 * elems * (double)p[WIDTH];
	pr->bytes = 4 * (elems * (double)p[RANKS] +
			 (double)(p[WIDTH] * (tokens + p[LAYERS] * p[ELEMS])));
	pr->compute = AISP_F32;
	pr->error_c = aisp_error_sum(p[WIDTH]);
}

/* The page that lies in a slot of that rank. */
static int64_t page_at(const struct aisp_io *io, int64_t rank, int64_t slot)
{
	const int32_t *table = (const int32_t *)io->in[SLOT].data;
	int64_t page = 0;

	table += rank * io->param[PAGES];
	while (table[page] != slot)
		page++;
	return page;
}

/* Slot `row` of all caches, one behind the other. */
static void reference_page(const struct aisp_io *io, int64_t row, double *ref,
			   double *mag)
{
	const int64_t *p = io->param;
	int64_t layer = row / p[PAGES] % p[LAYERS], n = p[ELEMS];
	int64_t page = page_at(io, row / p[PAGES] / p[LAYERS], row % p[PAGES]);

	for (int64_t e = 0; e < PAGE_TOKENS * n; e++) {
		ref[e] = 0;
		mag[e] = (double)p[WIDTH] * FLT_MIN;
	}
	for (int64_t t = 0; t < PAGE_TOKENS; t++)
		aisp_gemm_row(aisp_in_f32(io, X) + (page * PAGE_TOKENS + t) * p[WIDTH],
			      aisp_in_f32(io, W) + layer * p[WIDTH] * n, n, p[WIDTH],
			      ref + t * n, mag + t * n);
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t page = PAGE_TOKENS * io->param[ELEMS];

	(void)o;
	for (int64_t e = 0; e < n; e += page)
		reference_page(io, (first + e) / page, ref + e, mag + e);
}

/* A hand-over copies. */
static const char *invariant(const struct aisp_io *io)
{
	const int64_t *p = io->param;
	const int32_t *slot = (const int32_t *)io->in[SLOT].data;
	int64_t page = PAGE_TOKENS * p[ELEMS], all = p[LAYERS] * p[PAGES];
	const float *cache = aisp_out_f32(io, 0);

	for (int64_t i = p[PAGES]; i < p[RANKS] * p[PAGES]; i++)
		for (int64_t l = 0; l < p[LAYERS]; l++) {
			int64_t at = i / p[PAGES] * all + l * p[PAGES] + slot[i];
			int64_t from = l * p[PAGES] + slot[i % p[PAGES]];

			if (memcmp(cache + at * page, cache + from * page,
				   (size_t)page * sizeof(float)))
				return "a page has other bits at the rank that "
				       "prefilled";
		}
	return NULL;
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "cache pages sent from prefill ranks to decode ranks",
	.n_params = 5,
	.params = { [RANKS] = { "ranks", 2, 2, 4, "processes: one prefills" },
		    [LAYERS] = { "layers", 3, 16, 32, "of the model" },
		    [PAGES] = { "pages", 5, 16, 64, "of 16 tokens, of each layer", 64 },
		    [WIDTH] = { "width", 19, 64, 128, "elements of a token", 256 },
		    [ELEMS] = { "elems", 22, 256, 256, "of a token's keys and values",
				1024 } },
	.problem = problem,
	.reference = reference,
	.invariant = invariant,
};
