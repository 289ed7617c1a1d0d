/* SPDX-License-Identifier: MIT
 *
 * The next token of some sequences: the row of W with the largest product with x, and
 * of several such the first.  A weight has 16 bits in two planes, high[v, i] with sign
 * and low[v, i] without: w = 256 high + low.  Most products are so far ahead of all
 * others that the high plane decides; `unsure` of a hundred are not.
 * FLAGS: -O3
 */
#include <aisp/draw.h>
#include <aisp/workload.h>
#include <string.h>

enum { TOKENS, ROWS, WIDTH, UNSURE };
enum { HIGH, LOW, X };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = p[ROWS], width = p[WIDTH];

	aisp_add_in(pr, (struct aisp_spec){
				"high", AISP_I8, 2, { n, width }, AISP_FILL_BYTES });
	aisp_add_in(pr, (struct aisp_spec){
				"low", AISP_U8, 2, { n, width }, AISP_FILL_BYTES });
	aisp_add_in(pr,
		    (struct aisp_spec){
			    "x", AISP_I8, 2, { p[TOKENS], width }, AISP_FILL_BYTES });
	aisp_add_out(pr, (struct aisp_spec){ "token", AISP_I32, 1, { p[TOKENS] } });
	/* Only rows that might win need the low plane. */
	pr->bytes = (double)(n * width + p[TOKENS] * (width + 4));
	pr->workspace_bytes = 4 * (size_t)(p[TOKENS] * n);
	pr->is_cold = 1;
	if (p[TOKENS] < 1 || n < 2 || width < 1 || width > 65536 || p[UNSURE] < 0 ||
	    p[UNSURE] > 100)
		pr->invalid = "at least a token and 2 rows, width 1 to 65536, unsure 0 "
			      "to 100";
}

/* x is like a row of W, as that of a model that was trained.  Where a token is unsure
 * another row has the same high plane, or one that differs in a place. */
static void prepare_token(const struct aisp_io *io, uint64_t bits, int64_t t)
{
	int64_t width = io->param[WIDTH], n = io->param[ROWS], i = t % width;
	int64_t a = (int64_t)(aisp_draw(bits, (uint64_t)(4 * t)) % (uint64_t)n),
		b = (int64_t)(aisp_draw(bits, (uint64_t)(4 * t + 1)) % (uint64_t)n);
	int8_t *high = (int8_t *)io->in[HIGH].data, *x = (int8_t *)io->in[X].data;

	memcpy(x + t * width, high + a * width, (size_t)width);
	if (aisp_draw(bits, (uint64_t)(4 * t + 2)) % 100 >= (uint64_t)io->param[UNSURE])
		return;
	memmove(high + b * width, high + a * width, (size_t)width);
	if (aisp_draw(bits, (uint64_t)(4 * t + 3)) % 2)
		high[b * width + i] += high[b * width + i] > 0 ? -1 : 1;
}

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	int64_t n = io->param[TOKENS];

	for (int64_t t = 0; t < n; t++)
		prepare_token(io, bits, t);
}

static int64_t product(const struct aisp_io *io, int64_t t, int64_t v)
{
	int64_t width = io->param[WIDTH], high = 0, low = 0;
	const int8_t *h = (const int8_t *)io->in[HIGH].data + v * width;
	const uint8_t *l = (const uint8_t *)io->in[LOW].data + v * width;
	const int8_t *x = (const int8_t *)io->in[X].data + t * width;

	for (int64_t i = 0; i < width; i++) {
		high += x[i] * h[i];
		low += x[i] * l[i];
	}
	return 256 * high + low;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	(void)o;
	for (int64_t t = first; t < first + n; t++) {
		int64_t best = product(io, t, 0);

		ref[t - first] = 0;
		mag[t - first] = 1;
		for (int64_t v = 1; v < io->param[ROWS]; v++) {
			int64_t x = product(io, t, v);

			if (x <= best)
				continue;
			best = x;
			ref[t - first] = (double)v;
		}
	}
}

static const struct aisp_workload workload = {
	.abi = AISP_ABI,
	.title = "the next token, from as many bits as necessary",
	.n_params = 4,
	.params = { { "tokens", 3, 4, 16, "sequences, of each its next token" },
		    { "rows", 997, 16384, 65536, "of W: the vocabulary" },
		    { "width", 65, 1024, 2048, "of the model" },
		    { "unsure", 40, 10, 10,
		      "tokens that the high plane cannot decide, about, in %" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};
