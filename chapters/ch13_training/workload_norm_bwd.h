/* SPDX-License-Identifier: MIT
 *
 * The backward pass of LayerNorm (J. L. Ba, J. R. Kiros and G. E. Hinton, 2016): from
 * the gradient dy of y = gain x' + bias, x' = (x - mean) rstd along each row,
 *
 *     dx = rstd (h - mean(h) - x' mean(h x')),  h = dy gain
 *     dgain = sum of rows of dy x',  dbias = sum of rows of dy
 *
 * Sums along rows and sums along columns of the same two arrays.
 */
#include <aisp/bf16.h>
#include <aisp/workload.h>

enum { ROWS, COLS, THREADS };
enum { X, DY, GAIN, MEAN, RSTD };
enum { DX, DGAIN, DBIAS };

#define NORM_EPS     1e-5
#define STRIPS       264 /* partial sums of the columns that a workspace has room for */
#define LEAST_NORMAL 0x1p-126

/* Of fp32: a sum of rows or of columns, of products of a few factors. */
static inline double error_c(const int64_t *p)
{
	return aisp_error_sum(p[ROWS] > p[COLS] ? p[ROWS] : p[COLS]) + 8;
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t rows = p[ROWS], cols = p[COLS];

	if (p[THREADS] > STRIPS)
		pr->invalid = "more threads than partial sums";
	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_BF16, 2, { rows, cols } });
	aisp_add_in(pr, (struct aisp_spec){ "dy", AISP_BF16, 2, { rows, cols } });
	aisp_add_in(pr, (struct aisp_spec){ "gain", AISP_BF16, 1, { cols } });
	aisp_add_in(pr, (struct aisp_spec){ "mean", AISP_F32, 1, { rows } });
	aisp_add_in(pr, (struct aisp_spec){ "rstd", AISP_F32, 1, { rows } });
	aisp_add_out(pr, (struct aisp_spec){ "dx", AISP_BF16, 2, { rows, cols } });
	aisp_add_out(pr, (struct aisp_spec){ "dgain", AISP_F32, 1, { cols } });
	aisp_add_out(pr, (struct aisp_spec){ "dbias", AISP_F32, 1, { cols } });
	pr->flops = 14.0 * (double)rows * (double)cols;
	pr->bytes = 6.0 * (double)rows * (double)cols + 8.0 * (double)rows +
		    10.0 * (double)cols;
	pr->compute = AISP_F32;
	pr->is_cold = 1;
	pr->n_threads = (int)p[THREADS];
	pr->workspace_bytes = 2 * STRIPS * (size_t)cols * sizeof(float);
	pr->error_c = error_c(p);
}

/* What the forward pass left. */
static void prepare_part(const struct aisp_io *io, uint64_t bits, int64_t part,
			 int64_t n_parts)
{
	int64_t rows = io->param[ROWS], cols = io->param[COLS];
	int64_t end = aisp_part_begin(rows, part + 1, n_parts);

	(void)bits;
	for (int64_t i = aisp_part_begin(rows, part, n_parts); i < end; i++) {
		double mean = 0, var = 0;

		for (int64_t j = 0; j < cols; j++)
			mean += aisp_bf16_at(&io->in[X], i * cols + j) / (double)cols;
		for (int64_t j = 0; j < cols; j++) {
			double d = aisp_bf16_at(&io->in[X], i * cols + j) - mean;

			var += d * d / (double)cols;
		}
		((float *)io->in[MEAN].data)[i] = (float)mean;
		((float *)io->in[RSTD].data)[i] = (float)(1 / sqrt(var + NORM_EPS));
	}
}

/* An element's x', the gradient that reaches it, and what roundings of x' follow. */
struct normed {
	double x, size, dy, h;
};

static struct normed normed_at(const struct aisp_io *io, int64_t i, int64_t j)
{
	int64_t e = i * io->param[COLS] + j;
	double x = aisp_bf16_at(&io->in[X], e), dy = aisp_bf16_at(&io->in[DY], e);
	double mean = (double)aisp_in_f32(io, MEAN)[i];
	double rstd = (double)aisp_in_f32(io, RSTD)[i];

	return (struct normed){ (x - mean) * rstd,
				(fabs(x) + fabs(mean)) * rstd + LEAST_NORMAL, dy,
				dy * aisp_bf16_at(&io->in[GAIN], j) };
}

static void reference_row(const struct aisp_io *io, int64_t i, double *ref, double *mag)
{
	int64_t cols = io->param[COLS];
	double h = 0, hx = 0, h_size = 0, hx_size = 0, c = error_c(io->param);
	double rstd = (double)aisp_in_f32(io, RSTD)[i];

	for (int64_t j = 0; j < cols; j++) {
		struct normed e = normed_at(io, i, j);

		h += e.h / (double)cols;
		hx += e.h * e.x / (double)cols;
		h_size += fabs(e.h) / (double)cols;
		hx_size += fabs(e.h) * e.size / (double)cols;
	}
	for (int64_t j = 0; j < cols; j++) {
		struct normed e = normed_at(io, i, j);
		double size = fabs(e.h) + h_size + e.size * hx_size + LEAST_NORMAL;

		ref[j] = rstd * (e.h - h - e.x * hx);
		/* Rounded once: the model's constant is that of fp32. */
		mag[j] = (AISP_BF16_ONCE * fabs(ref[j]) +
			  aisp_bf16_share(c) * rstd * size) /
			 c;
	}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t rows = io->param[ROWS], cols = io->param[COLS];

	if (o == DX) {
		for (int64_t k = 0; k < n; k += cols)
			reference_row(io, (first + k) / cols, ref + k, mag + k);
		return;
	}
	for (int64_t k = 0; k < n; k++)
		ref[k] = mag[k] = 0;
	for (int64_t i = 0; i < rows; i++)
		for (int64_t k = 0; k < n; k++) {
			struct normed e = normed_at(io, i, first + k);

			ref[k] += e.dy * (o == DGAIN ? e.x : 1);
			mag[k] += fabs(e.dy) * (o == DGAIN ? e.size : 1) + LEAST_NORMAL;
		}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "LayerNorm, backward",
	.n_params = 3,
	.params = { [ROWS] = { "rows", 61, 2000, 8192, "rows", 16384 },
		    [COLS] = { "cols", 83, 1024, 4096, "elements of a row", 8192 },
		    [THREADS] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.prepare_part = prepare_part,
	.reference = reference,
};
