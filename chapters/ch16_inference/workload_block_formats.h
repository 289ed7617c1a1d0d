/* SPDX-License-Identifier: MIT
 *
 * y = W x with weights in the block formats of GGUF files (formats.h), and x as signed
 * bytes with a scale for each GROUP of 32, as engines quantise it before they multiply.
 * Each weight is used once, so memory binds, by the bytes of the format.  `packed` has
 * the same weights in another order: eight rows, the last of them zeros where rows
 * lack, block by block; of each block first what stands before the weights, byte by
 * byte (halves whole) of all eight rows, then the weights, four bytes of each row in
 * turn.
 */
#include <aisp/draw.h>
#include <aisp/workload.h>

#include "formats.h"

enum { ROWS, BLOCKS, FORMAT };
enum { IN_W, IN_PACKED, IN_XQ, IN_XS };

#define TOGETHER 8 /* rows that are packed */

static inline int64_t cols_of(const int64_t *p)
{
	return p[BLOCKS] * SUPER;
}

static inline int64_t row_bytes(const int64_t *p)
{
	struct format f = format_of(p[FORMAT]);

	return cols_of(p) / f.weights * f.bytes;
}

static inline int64_t n_packs(const int64_t *p)
{
	return (p[ROWS] + TOGETHER - 1) / TOGETHER;
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t m = p[ROWS], k = cols_of(p), bytes;

	if (p[FORMAT] < 0 || p[FORMAT] >= N_FORMATS) {
		pr->invalid = "format is 0 (Q8_0), 1 (Q4_1) or 2 (Q4_K)";
		return;
	}
	bytes = row_bytes(p);
	aisp_add_in(pr, (struct aisp_spec){
				"w", AISP_U8, 2, { m, bytes }, AISP_FILL_BYTES });
	aisp_add_in(pr, (struct aisp_spec){ "packed",
					    AISP_U8,
					    2,
					    { n_packs(p), TOGETHER * bytes },
					    AISP_FILL_BYTES });
	aisp_add_in(pr, (struct aisp_spec){ "xq", AISP_I8, 1, { k }, AISP_FILL_BYTES });
	aisp_add_in(pr, (struct aisp_spec){ "xs", AISP_F32, 1, { k / GROUP } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 1, { m } });
	pr->flops = 2.0 * (double)m * (double)k;
	pr->bytes = (double)m * (double)(bytes + 4) + (double)k * 9 / 8;
	pr->compute = AISP_I8;
	pr->is_cold = 1;
	/* Fp32 numbers of a row and of x, and the sums of x's groups. */
	pr->workspace_bytes = (size_t)(3 * k) * sizeof(float);
	pr->error_c = aisp_error_sum((k + 15) / 16);
}

/* Halves of 2^-7 to 2^-4, minima of either sign, and no byte of -128. */
static void prepare_block(int64_t f, uint8_t *block, uint64_t bits)
{
	struct format is = format_of(f);

	for (int h = 0; h < is.halves; h++) {
		block[2 * h + 1] = (uint8_t)(0x20 + (bits >> 16 * h) % 12);
		if (h && bits >> 40 & 1 && f == Q4_1)
			block[2 * h + 1] |= 0x80;
	}
	for (int i = 2; f == Q8_0 && i < is.bytes; i++)
		if (block[i] == 0x80)
			block[i] = 0x81;
}

/* A block of row r of eight, into theirs. */
static void pack_block(int64_t f, uint8_t *to, const uint8_t *from, int r)
{
	struct format is = format_of(f);
	int head = 2 * is.halves, body = head + is.scales;

	for (int i = 0; i < head; i++)
		to[i / 2 * 2 * TOGETHER + 2 * r + i % 2] = from[i];
	for (int i = head; i < body; i++)
		to[i * TOGETHER + r] = from[i];
	for (int i = body; i < is.bytes; i++) {
		int word = (i - body) / 4;

		to[body * TOGETHER + 4 * (word * TOGETHER + r) + (i - body) % 4] =
			from[i];
	}
}

/* Numbers of x as a quantiser leaves them: no -128, scales above 0 and of one size, so
 * that no group hides the others. */
static void prepare_x(const struct aisp_io *io, uint64_t bits)
{
	int8_t *xq = (int8_t *)io->in[IN_XQ].data;
	float *xs = (float *)io->in[IN_XS].data;

	for (int64_t i = 0; i < cols_of(io->param); i++)
		if (xq[i] == INT8_MIN)
			xq[i]++;
	for (int64_t g = 0; g < cols_of(io->param) / GROUP; g++)
		xs[g] = 0x1p-8f +
			0x1p-30f * (float)(aisp_draw(bits, (uint64_t)g) >> 40);
}

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	prepare_x(io, ~bits);
}

/* Rows that are packed together stay together. */
static void prepare_part(const struct aisp_io *io, uint64_t bits, int64_t part,
			 int64_t n_parts)
{
	const int64_t *p = io->param;
	struct format is = format_of(p[FORMAT]);
	int64_t n = cols_of(p) / is.weights, together = TOGETHER * row_bytes(p);
	int64_t pack = aisp_part_begin(n_packs(p), part, n_parts);
	int64_t end = aisp_part_begin(n_packs(p), part + 1, n_parts);
	uint8_t *w = (uint8_t *)io->in[IN_W].data;
	uint8_t *packed = (uint8_t *)io->in[IN_PACKED].data;

	memset(packed + pack * together, 0, (size_t)((end - pack) * together));
	for (int64_t row = TOGETHER * pack; row < TOGETHER * end && row < p[ROWS];
	     row++)
		for (int64_t b = row * n; b < row * n + n; b++) {
			int64_t to = row / TOGETHER * n + b % n;

			prepare_block(p[FORMAT], w + b * is.bytes,
				      aisp_draw(bits, (uint64_t)b));
			pack_block(p[FORMAT], packed + to * TOGETHER * is.bytes,
				   w + b * is.bytes, (int)(row % TOGETHER));
		}
}

static void add_group(const struct aisp_io *io, const uint8_t *block, int j, int64_t at,
		      double *ref, double *mag)
{
	const int8_t *xq = (const int8_t *)io->in[IN_XQ].data + at;
	double xs = (double)aisp_in_f32(io, IN_XS)[at / GROUP];
	struct group g = group_of(io->param[FORMAT], block, j);

	for (int i = 0; i < GROUP; i++) {
		struct group h = half_group(g, io->param[FORMAT], i / 16);
		double own = (double)g.scale * weight_of(&h, i % 16), x = xs * xq[i];

		*ref += (own + (double)g.least) * x;
		*mag += (fabs(own) + fabs((double)g.least)) * fabs(x);
	}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int64_t *p = io->param;
	struct format is = format_of(p[FORMAT]);

	(void)o;
	for (int64_t e = 0; e < n; e++) {
		const uint8_t *w =
			(const uint8_t *)io->in[IN_W].data + (first + e) * row_bytes(p);

		ref[e] = mag[e] = 0;
		for (int64_t at = 0; at < cols_of(p); at += GROUP)
			add_group(io, w + at / is.weights * is.bytes,
				  (int)(at % is.weights / GROUP), at, ref + e, mag + e);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "matrix-vector product, weights in GGUF's blocks",
	.n_params = 3,
	.params = { [ROWS] = { "rows", 61, 4096, 8192, "rows of W", 16384 },
		    [BLOCKS] = { "blocks", 3, 8, 32, "columns of W / 256", 32 },
		    [FORMAT] = { "format", 2, 2, 2, "0: Q8_0, 1: Q4_1, 2: Q4_K" } },
	.problem = problem,
	.prepare = prepare,
	.prepare_part = prepare_part,
	.reference = reference,
};
