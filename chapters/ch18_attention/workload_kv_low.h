/* SPDX-License-Identifier: MIT
 *
 * decode from a cache of 8 or 4 bits a number: keys and values lie in pages, and each
 * page and head has a scale for its keys and one for its values.  A number is its scale
 * times a signed byte (0), an e4m3 (1; P. Micikevicius et al., FP8 Formats for Deep
 * Learning, 2022), or a nibble less 8 (2), of which byte c of a row has number c in its
 * lower half and number c + 64 in its upper one.  What is compared is the attention of
 * these very numbers: how far they are from those that were quantised is not asked.
 */
#include <aisp/formats.h>
#include <aisp/workload.h>

#include "attention_reference.h"

enum { BATCH, TOKENS, HEADS, GROUP, PAGE, SPREAD, FORMAT };

enum { IN_Q, IN_K, IN_V, IN_TABLE, IN_LENGTH, IN_K_SCALE, IN_V_SCALE };

enum { INT8, E4M3, INT4, N_FORMATS };

#define HEAD_DIM    128
#define HALF        64
#define MOST_GROUPS 16384 /* heads of keys of all sequences */

#define CPU_THREADS 2

#include "paged.h"

/* Bytes of a row of HEAD_DIM numbers. */
static inline int64_t row_bytes(const int64_t *p)
{
	return p[FORMAT] == INT4 ? HALF : HEAD_DIM;
}

static void add_tensors(const int64_t *p, struct aisp_problem *pr)
{
	int64_t batch = p[BATCH], heads = p[HEADS], pages = batch * pages_of(p);
	struct aisp_spec rows = {
		"q", AISP_BF16, 3, { batch, heads * p[GROUP], HEAD_DIM }
	};
	struct aisp_spec cache = { "k",
				   AISP_U8,
				   4,
				   { pages, heads, p[PAGE], row_bytes(p) },
				   AISP_FILL_BYTES };
	struct aisp_spec scale = { "k_scale", AISP_F32, 2, { pages, heads } };

	aisp_add_in(pr, rows);
	aisp_add_in(pr, cache);
	cache.name = "v";
	aisp_add_in(pr, cache);
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
	aisp_add_in(pr, scale);
	scale.name = "v_scale";
	aisp_add_in(pr, scale);
	rows.name = "o";
	aisp_add_out(pr, rows);
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t rows = p[BATCH] * p[HEADS] * p[GROUP];
	double tokens = 0;

	for (int64_t r = 0; r < p[BATCH]; r++)
		tokens += (double)length_of(p, r);
	add_tensors(p, pr);
	pr->flops = 4.0 * tokens * (double)(p[HEADS] * p[GROUP] * HEAD_DIM);
	pr->bytes = 2.0 * tokens * (double)(p[HEADS] * row_bytes(p)) +
		    4.0 * (double)(rows * HEAD_DIM);
	pr->compute = AISP_BF16;
	pr->is_cold = 1;
	pr->n_threads = CPU_THREADS;
	/* A head of a sequence in fp32, keys and values. */
	pr->workspace_bytes =
		(size_t)(2 * pages_of(p) * p[PAGE] * HEAD_DIM) * sizeof(float);
	pr->error_c = AISP_BF16_ONCE;
	if (p[PAGE] % 16 || p[PAGE] > 256)
		pr->invalid = "page is a multiple of 16, at most 256";
	if (p[BATCH] * p[HEADS] > MOST_GROUPS)
		pr->invalid = "batch x heads is at most 16384";
	if (p[GROUP] > 16)
		pr->invalid = "group is at most 16";
	if (p[SPREAD] < 0 || p[SPREAD] > 100)
		pr->invalid = "spread is 0 to 100";
	if (p[FORMAT] < 0 || p[FORMAT] >= N_FORMATS)
		pr->invalid = "format is 0 to 2";
}

/* No e4m3 is NaN, and scales are those of numbers around 1. */
static void prepare_part(const struct aisp_io *io, uint64_t bits, int64_t part,
			 int64_t n_parts)
{
	static const float unit[N_FORMATS] = { 0x1p-6f, 0x1p-6f, 0x1p-2f };
	int64_t n = aisp_elems(&io->in[IN_K_SCALE]), format = io->param[FORMAT];
	int64_t all = format == E4M3 ? aisp_elems(&io->in[IN_K]) : 0;

	for (int in = IN_K; in <= IN_V; in++) {
		uint8_t *x = (uint8_t *)io->in[in].data;
		float *scale = (float *)io->in[IN_K_SCALE + in - IN_K].data;

		for (int64_t i = aisp_part_begin(all, part, n_parts);
		     i < aisp_part_begin(all, part + 1, n_parts); i++)
			x[i] ^= (x[i] & 0x7f) == 0x7f;
		for (int64_t i = aisp_part_begin(n, part, n_parts);
		     i < aisp_part_begin(n, part + 1, n_parts); i++)
			scale[i] = unit[format] *
				   (0.5f +
				    aisp_draw_share(bits + (uint64_t)in, (uint64_t)i));
	}
}

/* A code without its scale. */
static double number_of(const int64_t *p, const uint8_t *row, int64_t c)
{
	if (p[FORMAT] == INT8)
		return (int8_t)row[c];
	if (p[FORMAT] == INT4)
		return (c < HALF ? row[c] & 15 : row[c - HALF] >> 4) - 8;
	return aisp_value_of(AISP_F8E4M3, row[c]);
}

/* Element i as if a row had HEAD_DIM of them. */
static double cached(const struct view *v, int in, int64_t i)
{
	const int64_t *p = v->io->param;
	int64_t row = i / HEAD_DIM;
	const uint8_t *at = (const uint8_t *)v->io->in[in].data + row * row_bytes(p);
	float scale = aisp_in_f32(v->io, IN_K_SCALE + in - IN_K)[row / p[PAGE]];

	return (double)scale * number_of(p, at, i % HEAD_DIM);
}

#define CACHED cached
#include "paged_reference.h"

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "paged decode attention, keys and values of 8 or 4 bits",
	.n_params = 7,
	.params = { [BATCH] = { "batch", 3, 8, 128, "sequences", 64 },
		    [TOKENS] = { "tokens", 333, 1024, 8192,
				 "keys of the longest sequence", 4096 },
		    [HEADS] = { "heads", 2, 2, 8, "heads of keys and values", 4 },
		    [GROUP] = { "group", 5, 8, 8, "queries that share a head" },
		    [PAGE] = { "page", 16, 16, 16, "tokens of a page" },
		    [SPREAD] = { "spread", 70, 0, 50,
				 "the shortest sequence lacks about this many %" },
		    [FORMAT] = { "format", 1, 0, 0, "0 int8, 1 e4m3, 2 int4" } },
	.problem = problem,
	.prepare = deal_pages,
	.prepare_part = prepare_part,
	.reference = reference,
};
