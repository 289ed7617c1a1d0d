/* SPDX-License-Identifier: MIT
 *
 * y = W x with weights and activations quantised to 8 bits, a scale for each GROUP of
 * 64: y_i = sum over groups of ws xs sum of wq xq.  Each weight is used once, so memory
 * binds, by the bytes a weight has.  The same numbers in fp32 are inputs too: w and x
 * are exactly the rounded products of scales and integers.
 */
#include <aisp/workload.h>
#include <float.h>

#define GROUP 64

enum { ROWS, COLS };

enum { IN_W, IN_X, IN_WQ, IN_WS, IN_XQ, IN_XS };

static inline int64_t n_groups(const int64_t *p)
{
	return (p[COLS] + GROUP - 1) / GROUP;
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t m = p[ROWS], k = p[COLS], g = n_groups(p);

	aisp_add_in(pr, (struct aisp_spec){ "w", AISP_F32, 2, { m, k } });
	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 1, { k } });
	aisp_add_in(pr,
		    (struct aisp_spec){ "wq", AISP_I8, 2, { m, k }, AISP_FILL_BYTES });
	aisp_add_in(pr, (struct aisp_spec){ "ws", AISP_F32, 2, { m, g } });
	aisp_add_in(pr, (struct aisp_spec){ "xq", AISP_I8, 1, { k }, AISP_FILL_BYTES });
	aisp_add_in(pr, (struct aisp_spec){ "xs", AISP_F32, 1, { g } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 1, { m } });
	pr->flops = 2.0 * (double)m * (double)k;
	pr->bytes = (double)(m + 1) * ((double)k + 4 * (double)g) + 4 * (double)m;
	pr->compute = AISP_I8;
	pr->is_cold = 1;
	/* A group's sum of integers is exact, or one of at least 16 of floats. */
	pr->error_c = aisp_error_sum((k + 15) / 16);
}

static inline const int8_t *in_i8(const struct aisp_io *io, int i)
{
	return (const int8_t *)io->in[i].data;
}

static void dequantise(const int8_t *q, const float *scale, int64_t n, float *to)
{
	for (int64_t i = 0; i < n; i++)
		to[i] = (float)q[i] * scale[i / GROUP];
}

/* w and x follow from the rest. */
static void prepare(const struct aisp_io *io, uint64_t bits)
{
	(void)bits;
	dequantise(in_i8(io, IN_XQ), aisp_in_f32(io, IN_XS), io->param[COLS],
		   (float *)io->in[IN_X].data);
}

static void prepare_part(const struct aisp_io *io, uint64_t bits, int64_t part,
			 int64_t n_parts)
{
	int64_t rows = io->param[ROWS], k = io->param[COLS], g = n_groups(io->param);
	float *w = (float *)io->in[IN_W].data;

	(void)bits;
	for (int64_t i = aisp_part_begin(rows, part, n_parts);
	     i < aisp_part_begin(rows, part + 1, n_parts); i++)
		dequantise(in_i8(io, IN_WQ) + i * k, aisp_in_f32(io, IN_WS) + i * g, k,
			   w + i * k);
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t k = io->param[COLS], g = n_groups(io->param);
	const float *xs = aisp_in_f32(io, IN_XS);
	const int8_t *xq = in_i8(io, IN_XQ);

	(void)o;
	for (int64_t e = 0; e < n; e++) {
		const int8_t *wq = in_i8(io, IN_WQ) + (first + e) * k;
		const float *ws = aisp_in_f32(io, IN_WS) + (first + e) * g;

		ref[e] = 0;
		/* A product of scales that underflows, times up to 2^14. */
		mag[e] = (double)k * 1024 * FLT_MIN;
		for (int64_t i = 0; i < k; i++) {
			double t = (double)ws[i / GROUP] * (double)xs[i / GROUP] *
				   (wq[i] * xq[i]);

			ref[e] += t;
			mag[e] += fabs(t);
		}
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "matrix-vector product, 8-bit groups",
	.n_params = 2,
	.params = { [ROWS] = { "rows", 61, 4096, 8192, "rows of W", 16384 },
		    [COLS] = { "cols", 347, 4096, 8192, "columns of W, elements of x",
			       8192 } },
	.problem = problem,
	.prepare = prepare,
	.prepare_part = prepare_part,
	.reference = reference,
};
