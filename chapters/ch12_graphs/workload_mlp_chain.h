/* SPDX-License-Identifier: MIT
 *
 * One token through many layers, y = squash(W2 silu(W1 x)) with squash(v) =
 * v / (1 + |v|), weights in bf16: as when a language model writes.  Each product needs
 * the one before, and each weight is used once.
 *
 * What every layer makes is an output, and is compared with what the layer is to make
 * of the output before it.  So errors of earlier layers, which grow, are nobody's.
 */
#include <aisp/bf16.h>
#include <aisp/workload.h>
#include <float.h>
#include <stdlib.h>

enum { LAYERS, WIDTH };
enum { IN_X, IN_W };

#define MOST_LAYERS  16
#define LANE_WEIGHTS 8 /* of a row, of 16 bytes: a warp has 32 times as many */

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	static const char *const names[MOST_LAYERS] = { "y0",  "y1",  "y2",  "y3",
							"y4",  "y5",  "y6",  "y7",
							"y8",  "y9",  "y10", "y11",
							"y12", "y13", "y14", "y15" };
	int64_t layers = p[LAYERS], d = p[WIDTH];
	double n = 2.0 * (double)layers * (double)d * (double)d;

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 1, { d } });
	/* W1 of the first layer, its W2, W1 of the second. */
	aisp_add_in(pr, (struct aisp_spec){ "w", AISP_BF16, 3, { 2 * layers, d, d } });
	for (int64_t l = 0; l < layers && l < MOST_LAYERS; l++)
		aisp_add_out(pr, (struct aisp_spec){ .name = names[l],
						     .dtype = AISP_F32,
						     .rank = 1,
						     .shape = { d },
						     .is_choice = l + 1 < layers });
	pr->flops = 2 * n;
	pr->bytes = 2 * n + 4.0 * (double)((layers + 1) * d);
	pr->compute = AISP_F32;
	pr->workspace_bytes = (size_t)d * sizeof(float);
	pr->uses = AISP_USES_GRAPHS | AISP_USES_FIXED_IO | AISP_USES_COOPERATIVE;
	pr->is_cold = 1;
	pr->error_c = 2 * aisp_error_sum(d);
	if (layers < 1 || layers > MOST_LAYERS)
		pr->invalid = "layers are 1 to 16";
	if (d % (32 * LANE_WEIGHTS))
		pr->invalid = "width is a multiple of 256";
}

/* Between -1 and 1, a row's over the root of its length: what comes out is as large. */
static void prepare(const struct aisp_io *io, uint64_t bits)
{
	uint16_t *w = (uint16_t *)io->in[IN_W].data;
	float *x = (float *)io->in[IN_X].data,
	      unit = 2 / sqrtf((float)io->param[WIDTH]);

	(void)bits;
	for (int64_t i = 0; i < io->param[WIDTH]; i++)
		x[i] /= 1 + fabsf(x[i]);
	for (int64_t i = 0; i < aisp_elems(&io->in[IN_W]); i++) {
		float v = (float)aisp_bf16_at(&io->in[IN_W], i);
		union {
			float f;
			uint32_t bits;
		} y = { unit * v / (1 + fabsf(v)) };

		w[i] = (uint16_t)(y.bits >> 16);
	}
}

/* A number, and what its error is in proportion to. */
struct term {
	double of, mag;
};

/* Row r of product p, times n terms. */
static struct term row_times(const struct aisp_io *io, int64_t p, int64_t r,
			     const struct term *x)
{
	int64_t d = io->param[WIDTH], at = (p * d + r) * d;
	struct term s = { 0, (double)d * (double)FLT_MIN };

	for (int64_t i = 0; i < d; i++) {
		double w = aisp_bf16_at(&io->in[IN_W], at + i);

		s.of += w * x[i].of;
		s.mag += fabs(w) * x[i].mag;
	}
	return s;
}

/* x[0..d) become what lies before the layer, x[d..2d) what is between its products. */
static void enter_layer(const struct aisp_io *io, int64_t layer, struct term *x)
{
	int64_t d = io->param[WIDTH];
	const float *before =
		layer ? aisp_out_f32(io, (int)layer - 1) : aisp_in_f32(io, IN_X);

	for (int64_t i = 0; i < d; i++)
		x[i] = (struct term){ (double)before[i], fabs((double)before[i]) };
	for (int64_t i = 0; i < d; i++) {
		struct term z = row_times(io, 2 * layer, i, x);
		double h = z.of / (1 + exp(-z.of));

		/* The slope of silu is at most 1.1. */
		x[d + i] = (struct term){ h, 1.1 * z.mag + fabs(h) };
	}
}

/* Output o is what layer o makes. */
static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t d = io->param[WIDTH];
	struct term *x = (struct term *)malloc(2 * (size_t)d * sizeof(*x));

	if (x)
		enter_layer(io, o, x);
	for (int64_t e = 0; e < n; e++) {
		struct term v;

		ref[e] = mag[e] = (double)NAN; /* without memory nothing passes */
		if (!x)
			continue;
		v = row_times(io, 2 * o + 1, first + e, x + d);
		ref[e] = v.of / (1 + fabs(v.of));
		mag[e] = v.mag / ((1 + fabs(v.of)) * (1 + fabs(v.of))) + fabs(ref[e]);
	}
	free(x);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "one token through a chain of layers",
	.n_params = 2,
	.params = { [LAYERS] = { "layers", 3, 4, 16, "layers, of two products each",
				 16 },
		    [WIDTH] = { "width", 256, 2048, 2048,
				"numbers between layers: a multiple of 256", 2048 } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};
