/* SPDX-License-Identifier: MIT
 *
 * A tensor of a training, as it comes in each step, to e4m3: its size drifts and now
 * and then jumps, rows differ in size, few columns are large.  Each block of 128 of a
 * row has a scale, a power of two whose choice is the variant's:
 *
 *     q = x / 2^(scale - 127) to the nearest e4m3, ties to even; beyond 448 it is 448
 *
 * The score is the error of a row, |q 2^(scale - 127) - x| / |x|, the mean of all rows
 * of all steps.  A recipe that has one scale for the tensor writes it to each block.
 */
#include <aisp/bf16_cpu.h>
#include <aisp/draw.h>
#include <aisp/formats.h>
#include <aisp/workload.h>

enum { STEPS, ROWS, BLOCKS };
enum { SCALE, Q };

#define BLOCK     128
#define E4M3_MAX  448.0f
#define BIAS      127 /* of scales */
#define MOST_BITS 60  /* a scale is 2^-60 to 2^60 */
#define JUMP      8   /* of sizes, in powers of two */

static inline int64_t cols_of(const int64_t *p)
{
	return p[BLOCKS] * BLOCK;
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t steps = p[STEPS], rows = p[ROWS], cols = cols_of(p);

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_BF16, 3, { steps, rows, cols } });
	aisp_add_out(pr, (struct aisp_spec){ .name = "scale",
					     .dtype = AISP_U8,
					     .rank = 3,
					     .shape = { steps, rows, p[BLOCKS] },
					     .is_choice = 1 });
	aisp_add_out(pr,
		     (struct aisp_spec){ "q", AISP_F8E4M3, 3, { steps, rows, cols } });
	pr->bytes = (double)steps * (double)rows * (double)p[BLOCKS] * (3 * BLOCK + 1);
	/* For the largest of each step, on a GPU. */
	pr->workspace_bytes = (size_t)steps * sizeof(uint32_t);
	pr->bound_by = "what a scale leaves of a row";
}

static float power(int64_t e)
{
	return (float)aisp_power_of_two((int)e);
}

/* A row of sizes about 2^e; one of 64 columns is 32 times as large. */
static void resize(uint16_t *x, int64_t cols, int64_t e, uint64_t bits)
{
	for (int64_t c = 0; c < cols; c++)
		x[c] = to_bf16(from_bf16(x[c]) *
			       power(aisp_draw(bits, (uint64_t)c) % 64 ? e : e + 5));
}

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	int64_t rows = io->param[ROWS], cols = cols_of(io->param), e = 0;
	uint16_t *x = (uint16_t *)io->in[0].data;

	for (int64_t s = 0; s < io->param[STEPS]; s++) {
		uint64_t step = aisp_draw(bits, (uint64_t)s);

		e += (int64_t)(step % 3) - 1;
		if (step / 4 % 16 == 0)
			e += e > 0 ? -JUMP : JUMP;
		for (int64_t r = 0; r < rows; r++, x += cols)
			resize(x, cols,
			       e - (int64_t)(aisp_draw(step, (uint64_t)r) % 12), bits);
	}
}

static int is_scale(int code)
{
	return code >= BIAS - MOST_BITS && code <= BIAS + MOST_BITS;
}

static double nearest_q(const struct aisp_io *io, int64_t i)
{
	int code = ((const uint8_t *)io->out[SCALE].data)[i / BLOCK];
	double x = (double)from_bf16(((const uint16_t *)io->in[0].data)[i]);
	double y = x * aisp_power_of_two(BIAS - code);
	double step = ldexp(1, (fabs(y) < 0x1p-6 ? -6 : ilogb(y)) - 3);
	double q = rint(y / step) * step;

	return fabs(q) > (double)E4M3_MAX ? copysign((double)E4M3_MAX, x) : q;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const uint8_t *scale = (const uint8_t *)io->out[SCALE].data;

	for (int64_t i = 0; i < n; i++) {
		if (o == Q)
			ref[i] = nearest_q(io, first + i);
		else
			ref[i] = is_scale(scale[first + i]) ? scale[first + i] : BIAS;
		mag[i] = 0;
	}
}

/* A row's error over its size; negative: there is nothing in it. */
static double row_error(const struct aisp_io *io, const float value[256], int64_t row)
{
	int64_t cols = cols_of(io->param), at = row * cols;
	const uint16_t *x = (const uint16_t *)io->in[0].data + at;
	const uint8_t *q = (const uint8_t *)io->out[Q].data + at;
	const uint8_t *scale = (const uint8_t *)io->out[SCALE].data + at / BLOCK;
	double off = 0, all = 0;

	for (int64_t c = 0; c < cols; c++) {
		double was = (double)from_bf16(x[c]);
		double d = (double)value[q[c]] *
				   aisp_power_of_two(scale[c / BLOCK] - BIAS) -
			   was;

		off += d * d;
		all += was * was;
	}
	return all > 0 ? sqrt(off / all) : -1;
}

static double compute(const struct aisp_io *io, double *figures)
{
	double sum = 0, most = 0;
	float value[256];
	int64_t n = 0;

	for (unsigned c = 0; c < 256; c++)
		value[c] = (float)aisp_value_of(AISP_F8E4M3, c);
	for (int64_t r = 0; r < io->param[STEPS] * io->param[ROWS]; r++) {
		double e = row_error(io, value, r);

		if (e < 0)
			continue;
		sum += e;
		most = fmax(most, e);
		n++;
	}
	figures[0] = most;
	return sum > 0 ? sum / (double)n : 0x1p-20;
}

static const struct aisp_score score = {
	.name = "relative error of a row",
	.figures = { "the largest of a row" },
	.compute = compute,
};

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "tensors of a training run to e4m3",
	.n_params = 3,
	.params = { [STEPS] = { "steps", 5, 64, 64, "tensors, one after the other" },
		    [ROWS] = { "rows", 7, 64, 256, "rows of each", 256 },
		    [BLOCKS] = { "blocks", 2, 8, 32, "blocks of 128 of a row" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
	.score = &score,
};
