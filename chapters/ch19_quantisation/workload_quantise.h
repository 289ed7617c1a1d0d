/* SPDX-License-Identifier: MIT
 *
 * Weights to 4 bits, judged by what they do to a layer's outputs: a group of columns of
 * a row shares a scale, a column has a factor that the layer before it takes, and
 *
 *     w4 = scale (code - 8) / column
 *
 * Which scale, factor and code is the variant's choice, as far as these stay near the
 * weights: a factor from 1/64 to 64; a scale of 1/4 to 3/2 of the one that brings the
 * group's largest to 7; a code no more than REACH from the weight in such steps.
 * Inputs of the layer are given to calibrate by; others of the same kind, which nobody
 * sees, give the score: |(w4 - w) x| over |w x|.  Few columns have large inputs, and
 * neighbours are alike in part, as in a language model's layers.
 */
#include <aisp/draw.h>
#include <aisp/workload.h>

enum { ROWS, GROUPS, SAMPLES, HELD };
enum { W, X, X_HELD };
enum { COLUMN, SCALE, CODE, W4 };

#define GROUP 32  /* columns that share a scale */
#define REACH 2.5 /* steps */
#define MOST  64  /* of a column's factor, and of its inverse */

static inline int64_t cols_of(const int64_t *p)
{
	return p[GROUPS] * GROUP;
}

static void add_choice(struct aisp_problem *pr, const char *name, enum aisp_dtype dtype,
		       int64_t rows, int64_t cols)
{
	aisp_add_out(pr, (struct aisp_spec){ .name = name,
					     .dtype = dtype,
					     .rank = 2,
					     .shape = { rows, cols },
					     .is_choice = 1 });
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t rows = p[ROWS], cols = cols_of(p);

	aisp_add_in(pr, (struct aisp_spec){ "w", AISP_F32, 2, { rows, cols } });
	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 2, { p[SAMPLES], cols } });
	aisp_add_in(pr, (struct aisp_spec){ .name = "x_held",
					    .dtype = AISP_F32,
					    .rank = 2,
					    .shape = { p[HELD], cols },
					    .is_hidden = 1 });
	add_choice(pr, "column", AISP_F32, 1, cols);
	add_choice(pr, "scale", AISP_F32, rows, p[GROUPS]);
	add_choice(pr, "code", AISP_U8, rows, cols);
	aisp_add_out(pr, (struct aisp_spec){ "w4", AISP_F32, 2, { rows, cols } });
	pr->bytes = 9.0 * (double)rows * (double)cols;
	pr->bound_by = "what is left of an error";
	pr->workspace_bytes = (size_t)((3 * cols + 4) * cols) * sizeof(double);
	/* Of one product and one quotient; codes of weights that were rounded before
	 * are a choice like others, which no bound can tell. */
	pr->error_c = 4;
}

/* A row of inputs: neighbours share a part, some columns are large. */
static void make_inputs(float *x, int64_t cols, uint64_t bits)
{
	for (int64_t c = 1; c < cols; c++)
		x[c] = 0.6f * x[c] + 0.8f * x[c - 1];
	for (int64_t c = 0; c < cols; c++)
		x[c] *= aisp_draw(bits, (uint64_t)c) % 16 ? 1 : 8;
}

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	int64_t cols = cols_of(io->param);

	for (int in = X; in <= X_HELD; in++)
		for (int64_t i = 0; i < io->in[in].shape[0]; i++)
			make_inputs((float *)io->in[in].data + i * cols, cols, bits);
}

/* The scale that brings the group's largest to 7; of nothing 1. */
static double full_scale(const struct aisp_io *io, const float *column, int64_t row,
			 int64_t group)
{
	const float *w = aisp_in_f32(io, W) + row * cols_of(io->param);
	double most = 0;

	for (int64_t c = group * GROUP; c < (group + 1) * GROUP; c++)
		most = fmax(most, fabs((double)w[c] * (double)column[c]));
	return most < 0x1p-100 ? 1 : most / 7;
}

static int is_factor(double x)
{
	return x >= 1.0 / MOST && x <= MOST;
}

/* Where a weight lies among the codes, in steps from 0. */
static double place_of(const struct aisp_io *io, int64_t row, int64_t c)
{
	int64_t at = row * cols_of(io->param) + c;
	double column = (double)((const float *)io->out[COLUMN].data)[c];
	double scale = (double)((const float *)io->out[SCALE].data)[at / GROUP];

	return fmin(fmax((double)aisp_in_f32(io, W)[at] * column / scale, -8), 7);
}

static double right_code(const struct aisp_io *io, int64_t i)
{
	int64_t cols = cols_of(io->param);
	double place = place_of(io, i / cols, i % cols);
	double got = (double)((const uint8_t *)io->out[CODE].data)[i];

	if (got < 16 && fabs(got - 8 - place) <= REACH)
		return got;
	return isfinite(place) ? rint(place) + 8 : 8;
}

static double right_one(const struct aisp_io *io, int o, int64_t i)
{
	const float *column = (const float *)io->out[COLUMN].data;
	int64_t cols = cols_of(io->param);
	double got, full;

	if (o == CODE)
		return right_code(io, i);
	if (o == W4)
		return (double)((const float *)io->out[SCALE].data)[i / GROUP] *
		       ((double)((const uint8_t *)io->out[CODE].data)[i] - 8) /
		       (double)column[i % cols];
	got = (double)((const float *)io->out[o].data)[i];
	if (o == COLUMN)
		return is_factor(got) ? got : 1;
	full = full_scale(io, column, i * GROUP / cols, i % io->param[GROUPS]);
	return got >= 0.25 * full && got <= 1.5 * full ? got : full;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	for (int64_t i = 0; i < n; i++) {
		ref[i] = right_one(io, o, first + i);
		mag[i] = fabs(ref[i]);
	}
}

/* |(w4 - w) x| over |w x|, of the rows of an input. */
static double error_on(const struct aisp_io *io, int in)
{
	const float *w = aisp_in_f32(io, W), *w4 = aisp_out_f32(io, W4);
	int64_t cols = cols_of(io->param);
	double off = 0, all = 0;

	for (int64_t s = 0; s < io->in[in].shape[0]; s++) {
		const float *x = aisp_in_f32(io, in) + s * cols;

		for (int64_t r = 0; r < io->param[ROWS]; r++) {
			double y = 0, d = 0;

			for (int64_t c = 0; c < cols; c++) {
				double was = (double)w[r * cols + c];

				y += was * (double)x[c];
				d += ((double)w4[r * cols + c] - was) * (double)x[c];
			}
			off += d * d;
			all += y * y;
		}
	}
	return all > 0 && off > 0 ? sqrt(off / all) : 1;
}

static double compute(const struct aisp_io *io, double *figures)
{
	figures[0] = error_on(io, X);
	return error_on(io, X_HELD);
}

static const struct aisp_score score = {
	.name = "relative error of outputs on held-out inputs",
	.figures = { "the same on the inputs that are given" },
	.compute = compute,
};

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "weights of 4 bits, by the error of the outputs",
	.n_params = 4,
	.params = { [ROWS] = { "rows", 19, 128, 512, "rows of weights" },
		    [GROUPS] = { "groups", 2, 8, 16, "groups of 32 columns" },
		    [SAMPLES] = { "samples", 150, 1024, 2048,
				  "inputs to calibrate by" },
		    [HELD] = { "held", 50, 128, 256, "inputs to judge by" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
	.score = &score,
};
