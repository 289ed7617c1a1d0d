/* SPDX-License-Identifier: MIT
 *
 * y = W x with weights of 4 bits and a scale in bf16 for each GROUP of 128 of a row,
 * as in the decoding of quantised language models: w = scale (q - 8).  Each weight is
 * used once, so memory binds, by the half byte that a weight has.  The same weights in
 * bf16 are an input too: scales have 4 significant bits, so that the products are
 * exact.
 */
#include <aisp/bf16.h>
#include <aisp/workload.h>
#include <float.h>

#define GROUP 128

enum { ROWS, COLS };

enum { IN_W, IN_WQ, IN_WS, IN_X };

static inline int64_t n_groups(const int64_t *p)
{
	return (p[COLS] + GROUP - 1) / GROUP;
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t m = p[ROWS], k = p[COLS], g = n_groups(p);

	aisp_add_in(pr, (struct aisp_spec){ "w", AISP_BF16, 2, { m, k } });
	aisp_add_in(pr, (struct aisp_spec){
				"wq", AISP_U8, 2, { m, k / 2 }, AISP_FILL_BYTES });
	aisp_add_in(pr, (struct aisp_spec){ "ws", AISP_BF16, 2, { m, g } });
	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_BF16, 1, { k } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 1, { m } });
	pr->flops = 2.0 * (double)m * (double)k;
	pr->bytes = (double)m * ((double)k / 2 + 2 * (double)g) + 2 * (double)k +
		    4 * (double)m;
	pr->compute = AISP_BF16;
	pr->is_cold = 1;
	pr->error_c = aisp_error_sum(k);
	if (k % 32)
		pr->invalid = "cols is a multiple of 32";
}

/* Column j's weight without its scale: of a byte, the lower half comes first. */
static inline int quantum(const struct aisp_io *io, int64_t row, int64_t j)
{
	const uint8_t *q = (const uint8_t *)io->in[IN_WQ].data;

	return (q[(row * io->param[COLS] + j) / 2] >> (j % 2 * 4) & 15) - 8;
}

/* w follows from the rest. */
static void prepare(const struct aisp_io *io, uint64_t bits)
{
	uint16_t *w = (uint16_t *)io->in[IN_W].data,
		 *ws = (uint16_t *)io->in[IN_WS].data;
	int64_t k = io->param[COLS], g = n_groups(io->param);

	(void)bits;
	for (int64_t i = 0; i < io->param[ROWS] * g; i++)
		ws[i] &= 0xfff0;
	for (int64_t i = 0; i < io->param[ROWS]; i++)
		for (int64_t j = 0; j < k; j++) {
			union {
				float f;
				uint32_t bits;
			} x;

			x.f = (float)aisp_bf16_at(&io->in[IN_WS], i * g + j / GROUP) *
			      (float)quantum(io, i, j);
			w[i * k + j] = (uint16_t)(x.bits >> 16);
		}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t k = io->param[COLS], g = n_groups(io->param);

	(void)o;
	for (int64_t e = 0; e < n; e++) {
		ref[e] = 0;
		/* Products that underflow. */
		mag[e] = (double)k * 1024 * (double)FLT_MIN;
		for (int64_t j = 0; j < k; j++) {
			int64_t i = first + e;
			double t = aisp_bf16_at(&io->in[IN_WS], i * g + j / GROUP) *
				   quantum(io, i, j) * aisp_bf16_at(&io->in[IN_X], j);

			ref[e] += t;
			mag[e] += fabs(t);
		}
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "matrix-vector product, 4-bit groups",
	.n_params = 2,
	.params = { [ROWS] = { "rows", 61, 4096, 16384, "rows of W", 8192 },
		    [COLS] = { "cols", 352, 4096, 16384,
			       "columns of W, elements of x: a multiple of 32",
			       8192 } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};
