/* SPDX-License-Identifier: MIT
 *
 * The backward pass of a linear layer y = x w^T + b, fp32.  From the gradient dy of y
 * come that of its input, and those of its parameters, which are added to what earlier
 * parts of a batch have left there:
 *
 *     dx = dy w,  dw += dy^T x,  db += sum of rows of dy
 */
#include <aisp/workload.h>

#include "product_room.h"

enum { ROWS, INPUTS, OUTPUTS, THREADS };
enum { X, W, DY, DW0, DB0 }; /* the last two are hidden */
enum { DX, DW, DB };

#define LEAST_NORMAL 0x1p-126

static inline double error_c(const int64_t *p)
{
	return aisp_error_sum(p[ROWS] > p[OUTPUTS] ? p[ROWS] : p[OUTPUTS]);
}

/* Scratch of a thread: dy in another order, whole lines, or a part of what it meets. */
static inline int64_t room_elems(const int64_t *p)
{
	int64_t turned = (p[ROWS] * p[OUTPUTS] + 15) / 16 * 16;

	return turned < ROOM_ELEMS ? ROOM_ELEMS : turned;
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t rows = p[ROWS], in = p[INPUTS], out = p[OUTPUTS];

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 2, { rows, in } });
	aisp_add_in(pr, (struct aisp_spec){ "w", AISP_F32, 2, { out, in } });
	aisp_add_in(pr, (struct aisp_spec){ "dy", AISP_F32, 2, { rows, out } });
	aisp_add_out(pr, (struct aisp_spec){ "dx", AISP_F32, 2, { rows, in } });
	aisp_add_inout(pr, (struct aisp_spec){ "dw", AISP_F32, 2, { out, in } });
	aisp_add_inout(pr, (struct aisp_spec){ "db", AISP_F32, 1, { out } });
	pr->flops = 4.0 * (double)rows * (double)in * (double)out;
	pr->bytes = 4.0 * (2.0 * (double)rows * (double)in +
			   (double)rows * (double)out + 3.0 * (double)out * (double)in);
	pr->compute = AISP_F32;
	pr->n_threads = (int)p[THREADS];
	pr->workspace_bytes =
		(size_t)p[THREADS] * (size_t)room_elems(p) * sizeof(float);
	pr->uses = AISP_USES_ALLOC; /* oneDNN packs into memory of its own */
	pr->error_c = error_c(p);
}

/* ref and mag take up a term. */
static inline void add_term(double t, double *ref, double *mag)
{
	*ref += t;
	*mag += fabs(t) + LEAST_NORMAL;
}

/* Row r of dx. */
static void reference_dx(const struct aisp_io *io, int64_t r, double *ref, double *mag)
{
	int64_t in = io->param[INPUTS], out = io->param[OUTPUTS];
	const float *w = aisp_in_f32(io, W), *dy = aisp_in_f32(io, DY) + r * out;

	for (int64_t i = 0; i < in; i++)
		ref[i] = mag[i] = 0;
	for (int64_t o = 0; o < out; o++)
		for (int64_t i = 0; i < in; i++)
			add_term((double)dy[o] * (double)w[o * in + i], ref + i,
				 mag + i);
}

/* Row o of dw. */
static void reference_dw(const struct aisp_io *io, int64_t o, double *ref, double *mag)
{
	int64_t in = io->param[INPUTS], out = io->param[OUTPUTS];
	const float *x = aisp_in_f32(io, X), *dy = aisp_in_f32(io, DY) + o;

	for (int64_t i = 0; i < in; i++) {
		ref[i] = mag[i] = 0;
		add_term((double)aisp_in_f32(io, DW0)[o * in + i], ref + i, mag + i);
	}
	for (int64_t r = 0; r < io->param[ROWS]; r++)
		for (int64_t i = 0; i < in; i++)
			add_term((double)dy[r * out] * (double)x[r * in + i], ref + i,
				 mag + i);
}

static void reference_db(const struct aisp_io *io, int64_t o, double *ref, double *mag)
{
	int64_t out = io->param[OUTPUTS];

	*ref = *mag = 0;
	add_term((double)aisp_in_f32(io, DB0)[o], ref, mag);
	for (int64_t r = 0; r < io->param[ROWS]; r++)
		add_term((double)aisp_in_f32(io, DY)[r * out + o], ref, mag);
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t in = io->param[INPUTS];

	for (int64_t e = 0; e < n && o == DB; e++)
		reference_db(io, first + e, ref + e, mag + e);
	for (int64_t e = 0; e < n && o == DX; e += in)
		reference_dx(io, (first + e) / in, ref + e, mag + e);
	for (int64_t e = 0; e < n && o == DW; e += in)
		reference_dw(io, (first + e) / in, ref + e, mag + e);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "linear layer, backward, gradients added up",
	.n_params = 4,
	.params = { [ROWS] = { "rows", 61, 256, 1024, "rows of x and dy", 32768 },
		    [INPUTS] = { "inputs", 83, 512, 1024, "elements of a row of x",
				 1024 },
		    [OUTPUTS] = { "outputs", 47, 512, 1024, "elements of a row of dy",
				  1024 },
		    [THREADS] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.reference = reference,
};
