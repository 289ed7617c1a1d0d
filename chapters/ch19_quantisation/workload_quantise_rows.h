/* SPDX-License-Identifier: MIT
 *
 * A matrix in bf16 to e4m3 (P. Micikevicius et al., FP8 Formats for Deep Learning,
 * 2022) with a scale in fp32 for every block of a row, and its transpose, as the
 * backward pass of a product needs it.  The bits follow from this rule:
 *
 *     scale = max |x| / 448, rounded to fp32; 1 if the maximum is below LEAST_MAX
 *     q = x (1 / scale), both rounded to fp32, then to the nearest e4m3, ties to even;
 *         beyond 448 it is 448
 */
#include <aisp/bf16.h>
#include <aisp/host_device.h>
#include <aisp/workload.h>

enum { ROWS, COLS, BLOCK, THREADS };
enum { SCALE, Q, QT };

#define E4M3_MAX  448.0f
#define LEAST_MAX 0x1p-100f /* 1 / scale is a normal number */

/* Elements that share a scale. */
static inline int64_t block_elems(const int64_t *p)
{
	return p[BLOCK] ? p[BLOCK] : p[COLS];
}

static inline int64_t n_blocks(const int64_t *p)
{
	return (p[COLS] + block_elems(p) - 1) / block_elems(p);
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t rows = p[ROWS], cols = p[COLS];

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_BF16, 2, { rows, cols } });
	aisp_add_out(pr,
		     (struct aisp_spec){ "scale", AISP_F32, 2, { rows, n_blocks(p) } });
	aisp_add_out(pr, (struct aisp_spec){ "q", AISP_F8E4M3, 2, { rows, cols } });
	aisp_add_out(pr, (struct aisp_spec){ "qt", AISP_F8E4M3, 2, { cols, rows } });
	pr->bytes = 4.0 * (double)rows * (double)cols +
		    4.0 * (double)rows * (double)n_blocks(p);
	pr->is_cold = 1;
	pr->n_threads = (int)p[THREADS];
}

AISP_HD static inline float scale_of(float max)
{
	return max < LEAST_MAX ? 1 : max / E4M3_MAX;
}

/* Of the block that element (i, j) lies in. */
static inline float reference_scale(const struct aisp_io *io, int64_t i, int64_t j)
{
	int64_t cols = io->param[COLS], n = block_elems(io->param), first = j / n * n;
	double max = 0;

	for (int64_t k = first; k < first + n && k < cols; k++)
		max = fmax(max, fabs(aisp_bf16_at(&io->in[0], i * cols + k)));
	return scale_of((float)max);
}

/* The nearest e4m3: multiples of the step that numbers of this size have. */
static inline double nearest_e4m3(double x)
{
	double step = ldexp(1, (fabs(x) < 0x1p-6 ? -6 : ilogb(x)) - 3);
	double y = rint(x / step) * step;

	return fabs(y) > 448 ? copysign(448, x) : y;
}

static inline double reference_q(const struct aisp_io *io, int64_t i, int64_t j,
				 float scale)
{
	float x = (float)aisp_bf16_at(&io->in[0], i * io->param[COLS] + j);
	float inverse = 1 / scale, product = x * inverse;

	return nearest_e4m3((double)product);
}

/* Row i of x from column j on, or row j of its transpose from i on. */
static void reference_line(const struct aisp_io *io, int64_t i, int64_t j, int64_t n,
			   int is_transposed, double *ref)
{
	float scale = 1;

	for (int64_t k = 0; k < n; k++) {
		int64_t row = is_transposed ? i + k : i,
			col = is_transposed ? j : j + k;

		if (k == 0 || is_transposed || col % block_elems(io->param) == 0)
			scale = reference_scale(io, row, col);
		ref[k] = reference_q(io, row, col, scale);
	}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t rows = io->param[ROWS], cols = io->param[COLS];
	int64_t blocks = n_blocks(io->param), line = o == Q ? cols : rows;

	if (o == SCALE) {
		for (int64_t e = 0; e < n; e++)
			ref[e] = (double)reference_scale(
				io, (first + e) / blocks,
				(first + e) % blocks * block_elems(io->param));
	} else {
		for (int64_t e = 0; e < n; e += line) {
			int64_t at = (first + e) / line;

			reference_line(io, o == Q ? at : 0, o == Q ? 0 : at, line,
				       o == QT, ref + e);
		}
	}
	for (int64_t e = 0; e < n; e++)
		mag[e] = fabs(ref[e]);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "bf16 to e4m3 with a scale a block, and the transpose",
	.n_params = 4,
	.params = { [ROWS] = { "rows", 61, 1024, 4096, "rows", 16384 },
		    [COLS] = { "cols", 83, 4096, 8192, "elements of a row", 8192 },
		    [BLOCK] = { "block", 0, 128, 128,
				"elements that share a scale; 0: a row" },
		    [THREADS] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.reference = reference,
};
