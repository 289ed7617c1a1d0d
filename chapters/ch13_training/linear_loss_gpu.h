/* SPDX-License-Identifier: MIT
 *
 * linear_loss_gpu.h - rows of h, some at a time: cuBLASLt's product with all words, the
 * softmax and its gradient in the place of the logits, and cuBLASLt's products of that
 * with w and h.  What the rows add to dw is added up in fp32 by the product itself.
 */
#ifndef LINEAR_LOSS_GPU_H
#define LINEAR_LOSS_GPU_H

#include <aisp/lt_f32.h>
#include <stdlib.h>

#include "classifier_gpu.h"

#define LIBRARY_ROOM ((size_t)8 << 20) /* what cuBLASLt gets, at the begin */

/* The products of `rows` rows; 0: there are no such rows. */
struct ce_products {
	int64_t rows;
	struct lt x, dh, dw;
};

/* A variant's state: products of whole chunks of rows, and of the remaining rows. */
struct ce_state {
	struct ce_products all, rest;
};

/* A block for each row: logits become gradients. */
static __global__ void __launch_bounds__(BLOCK)
	take_back(float *x, float *restrict loss, const int *restrict target,
		  int64_t rows, int64_t vocab)
{
	int hit = target[blockIdx.x];
	struct softmax_part p = NOTHING;
	float wanted, factor;

	x += blockIdx.x * vocab;
	wanted = x[hit];
#pragma unroll 4
	for (int64_t j = threadIdx.x; j < vocab; j += BLOCK) {
		float logit = x[j];

		if (logit > p.max)
			p = make_part(logit, p.sum * power(p.max, logit));
		p.sum += power(logit, p.max);
	}
	p = block_merge(p);
	factor = 1 / (p.sum * (float)rows);
#pragma unroll 4
	for (int64_t j = threadIdx.x; j < vocab; j += BLOCK)
		x[j] = (power(x[j], p.max) - (j == hit ? p.sum : 0)) * factor;
	if (threadIdx.x == 0)
		loss[blockIdx.x] = logf(p.sum) + (p.max - wanted);
}

static inline int describe_rows(struct ce_products *p, const int64_t *param,
				int64_t rows)
{
	const struct lt_shape x = { rows, param[VOCAB], param[INPUTS], false, true };
	const struct lt_shape dh = { rows, param[INPUTS], param[VOCAB], false, false };
	const struct lt_shape dw = { param[VOCAB], param[INPUTS], rows, true, false };
	int rc;

	p->rows = rows;
	if (rows == 0)
		return 0;
	rc = lt_describe_f32(&p->x, &x, LIBRARY_ROOM);
	rc = rc ? rc : lt_describe_f32(&p->dh, &dh, LIBRARY_ROOM);
	return rc ? rc : lt_describe_f32(&p->dw, &dw, LIBRARY_ROOM);
}

/* setup() of a variant that takes MOST_ROWS rows at a time, a multiple of 64, so that
 * chunks of h begin at multiples of 256 bytes. */
template <int64_t MOST_ROWS>
static int setup_rows(const struct aisp_io *io, void **state)
{
	struct ce_state *s = (struct ce_state *)calloc(1, sizeof(*s));
	int64_t rows = io->param[ROWS], at_once = rows < MOST_ROWS ? rows : MOST_ROWS;
	int rc;

	*state = s;
	if (!s)
		return -ENOMEM;
	rc = describe_rows(&s->all, io->param, at_once);
	return rc ? rc : describe_rows(&s->rest, io->param, rows % at_once);
}

static inline int multiply_rows(const struct aisp_io *io, const struct lt *l,
				const void *a, const void *b, void *c)
{
	struct lt_operands x = {
		a, b, c, io->workspace, LIBRARY_ROOM, aisp_stream(io)
	};

	return lt_product(l, &x, &l->algo);
}

/* Rows [first, first + p->rows).  The first ones write dw, the others add to it. */
static inline int learn_rows(const struct aisp_io *io, struct ce_products *p,
			     int64_t first)
{
	int64_t in = io->param[INPUTS];
	const float *h = aisp_in_f32(io, H) + first * in, *w = aisp_in_f32(io, W);
	float *x = (float *)((char *)io->workspace + LIBRARY_ROOM);
	int rc = multiply_rows(io, &p->x, h, w, x);

	if (rc)
		return rc;
	take_back<<<(unsigned)p->rows, BLOCK, 0, aisp_stream(io)>>>(
		x, aisp_out_f32(io, LOSS) + first,
		(const int *)io->in[TARGET].data + first, io->param[ROWS],
		io->param[VOCAB]);
	rc = multiply_rows(io, &p->dh, x, w, aisp_out_f32(io, DH) + first * in);
	p->dw.beta.real = first > 0;
	return rc ? rc : multiply_rows(io, &p->dw, x, h, aisp_out_f32(io, DW));
}

static int run_rows(const struct aisp_io *io, void *state)
{
	struct ce_state *s = (struct ce_state *)state;
	int64_t first = 0;
	int rc = 0;

	for (; !rc && first + s->all.rows <= io->param[ROWS]; first += s->all.rows)
		rc = learn_rows(io, &s->all, first);
	if (!rc && s->rest.rows)
		rc = learn_rows(io, &s->rest, first);
	return rc ? rc : aisp_launched();
}

static void release_rows(struct ce_products *p)
{
	if (p->rows == 0)
		return;
	lt_release(&p->x);
	lt_release(&p->dh);
	lt_release(&p->dw);
}

static void teardown_rows(void *state)
{
	struct ce_state *s = (struct ce_state *)state;

	if (s) {
		release_rows(&s->all);
		release_rows(&s->rest);
	}
	free(s);
}

#endif
