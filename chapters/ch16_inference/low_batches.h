/* SPDX-License-Identifier: MIT
 *
 * low_batches.h - what gemm_rows_fp8 and gemm_rows_int4 have in common: y = x W^T for a
 * batch of `rows` and yb = xb Wb^T for one of `others`, x in bf16, W of few bits, with
 * a scale for each 128 of k.  A row's bits may not depend on the other rows of its
 * batch nor on its place there.  Before it: LOW_TYPE, LOW_FILL, SCALE_TYPE, SCALE_ROWS
 * (rows of weights that share their scales).  After it: weight_of() and scale_of().
 */
#ifndef LOW_BATCHES_H
#define LOW_BATCHES_H

#include <aisp/bf16.h>
#include <aisp/draw.h>
#include <aisp/formats.h>
#include <aisp/workload.h>
#include <float.h>
#include <string.h>

enum { ROWS, OTHERS, COLS, DEPTH, THREADS };
enum { X, W, S, XB, WB, SB };
enum { Y, YB };

#define SHARED      64  /* of so many rows of W about one is a row of Wb */
#define SCALE_GROUP 128 /* of k */

static inline int64_t n_groups(int64_t k)
{
	return (k + SCALE_GROUP - 1) / SCALE_GROUP;
}

static void add_batch(const int64_t *p, struct aisp_problem *pr, int i)
{
	int64_t n = p[COLS], k = p[DEPTH], m = p[i];
	int64_t blocks = (n + SCALE_ROWS - 1) / SCALE_ROWS;
	const char *names[2][4] = { { "x", "w", "s", "y" },
				    { "xb", "wb", "sb", "yb" } };

	aisp_add_in(pr, (struct aisp_spec){ names[i][0], AISP_BF16, 2, { m, k } });
	aisp_add_in(pr,
		    (struct aisp_spec){ names[i][1], LOW_TYPE, 2, { n, k }, LOW_FILL });
	aisp_add_in(pr, (struct aisp_spec){
				names[i][2], SCALE_TYPE, 2, { blocks, n_groups(k) } });
	aisp_add_out(pr, (struct aisp_spec){ names[i][3], AISP_F32, 2, { m, n } });
	pr->out[i].by_element = 1;
	pr->flops += 2.0 * (double)m * (double)(n * k);
	pr->bytes += (double)aisp_type_bytes(LOW_TYPE, n * k) +
		     (double)aisp_type_bytes(SCALE_TYPE, blocks * n_groups(k)) +
		     (double)m * (double)(2 * k + 4 * n);
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	add_batch(p, pr, 0);
	add_batch(p, pr, 1);
	pr->compute = AISP_BF16;
	pr->is_cold = 1;
	pr->n_threads = (int)p[THREADS];
	pr->error_c = aisp_error_sum(p[DEPTH]);
	if (p[ROWS] > 64 || p[OTHERS] > 64)
		pr->invalid = "rows and others are at most 64";
	if (p[DEPTH] % 32)
		pr->invalid = "depth is a multiple of 32: rows start at 16 bytes";
}

/* Row i of an input, and its bytes. */
static inline size_t row_bytes(const struct aisp_io *io, int in)
{
	return aisp_type_bytes(io->in[in].dtype, io->in[in].shape[1]);
}

static inline uint8_t *row_of(const struct aisp_io *io, int in, int64_t i)
{
	return (uint8_t *)io->in[in].data + (size_t)i * row_bytes(io, in);
}

static void copy_row(const struct aisp_io *io, int to, int64_t i, int from, int64_t j)
{
	memmove(row_of(io, to, i), row_of(io, from, j), row_bytes(io, to));
}

/* The last row of x is the first one; those of xb are any of x but for the last, which
 * has none that is equal.  Of Wb's rows about one in SHARED is W's, and of scales that
 * many rows serve every other. */
static void prepare(const struct aisp_io *io, uint64_t bits)
{
	int64_t m = io->param[ROWS], mb = io->param[OTHERS],
		blocks = io->in[S].shape[0];

	copy_row(io, X, m - 1, X, 0);
	for (int64_t i = 0; i < (mb > 1 ? mb - 1 : mb); i++)
		copy_row(io, XB, i, X, (int64_t)(aisp_draw(bits, (uint64_t)i) % m));
	for (int64_t n = 0; n < io->param[COLS]; n++)
		if (aisp_draw(~bits, (uint64_t)n) % SHARED == 0)
			copy_row(io, WB, n, W, n);
	for (int64_t b = 0; b < blocks; b++)
		if (SCALE_ROWS > 1 ? (aisp_draw(~bits, (uint64_t)b) >> 32) % 2
				   : aisp_draw(~bits, (uint64_t)b) % SHARED == 0)
			copy_row(io, SB, b, S, b);
}

static int is_equal(const struct aisp_io *io, int a, int64_t i, int b, int64_t j)
{
	return !memcmp(row_of(io, a, i), row_of(io, b, j), row_bytes(io, a));
}

static int has_equal_weights(const struct aisp_io *io, int64_t c)
{
	return is_equal(io, W, c, WB, c) &&
	       is_equal(io, S, c / SCALE_ROWS, SB, c / SCALE_ROWS);
}

/* Row i of output a and row j of output b, whose rows of inputs are equal. */
static int agrees(const struct aisp_io *io, int a, int64_t i, int b, int64_t j)
{
	int64_t n = io->param[COLS];
	const float *x = aisp_out_f32(io, a) + i * n, *y = aisp_out_f32(io, b) + j * n;

	for (int64_t c = 0; c < n; c++)
		if (memcmp(x + c, y + c, sizeof(*x)) &&
		    (a == b || has_equal_weights(io, c)))
			return 0;
	return 1;
}

#include "same_rows.h"

/* The value of a weight's code, without its scale. */
static double weight_of(unsigned code);

/* The scale of a row of weights and a group of k. */
static inline double scale_at(const struct aisp_io *io, int s, int64_t row,
			      int64_t group)
{
	const struct aisp_tensor *t = &io->in[s];
	int64_t i = row / SCALE_ROWS * t->shape[1] + group;

	return t->dtype == AISP_BF16 ? aisp_bf16_at(t, i)
				     : (double)((const float *)t->data)[i];
}

/* Subnormal numbers may count as 0. */
static inline double floor_of(double a, double b)
{
	return (double)FLT_MIN / (double)FLT_EPSILON * (fabs(a) + fabs(b) + 1);
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t cols = io->param[COLS], k = io->param[DEPTH];
	int x = o == Y ? X : XB, w = o == Y ? W : WB, s = o == Y ? S : SB;
	double value[256] = { 0 };

	for (unsigned c = 0; c < 1u << aisp_type_bits(LOW_TYPE); c++)
		value[c] = weight_of(c);
	for (int64_t e = 0; e < n; e++) {
		int64_t i = (first + e) / cols, j = (first + e) % cols;

		ref[e] = mag[e] = 0;
		for (int64_t c = 0; c < k; c++) {
			double t = scale_at(io, s, j, c / SCALE_GROUP);
			double a = aisp_bf16_at(&io->in[x], i * k + c);
			double b = value[aisp_code_at(row_of(io, w, j), LOW_TYPE, c)];

			ref[e] += t * a * b;
			mag[e] += fabs(t) * (fabs(a * b) + floor_of(a, b)) +
				  floor_of(a * b, t);
		}
	}
}

#endif
