/* SPDX-License-Identifier: MIT
 *
 * linear_ce_gpu.h - logits of some rows by cuBLASLt, their softmax and their gradients
 * in place, and what the gradients give to both factors, by cuBLASLt again.
 */
#include <aisp/lt_product.h>
#include <stdlib.h>

#include "classifier_gpu.h"

#define VECTOR   4 /* floats: 16 bytes */
#define NO_LOGIT (-INFINITY)

/* Elements [j, j + VECTOR) of a row of n. */
static __device__ float4 load(const float *x, int64_t j, int64_t n)
{
	if (n % VECTOR == 0)
		return *(const float4 *)(x + j);
	return make_float4(x[j], j + 1 < n ? x[j + 1] : NO_LOGIT,
			   j + 2 < n ? x[j + 2] : NO_LOGIT,
			   j + 3 < n ? x[j + 3] : NO_LOGIT);
}

static __device__ void store(float *x, int64_t j, int64_t n, float4 v)
{
	const float word[VECTOR] = { v.x, v.y, v.z, v.w };

	if (n % VECTOR == 0) {
		*(float4 *)(x + j) = v;
		return;
	}
#pragma unroll
	for (int k = 0; k < VECTOR; k++)
		if (j + k < n)
			x[j + k] = word[k];
}

static __device__ void take(struct softmax_part *p, float4 v)
{
	float max = fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w));

	if (max > p->max) {
		p->sum *= power(p->max, max);
		p->max = max;
	}
	p->sum += power(v.x, p->max) + power(v.y, p->max) +
		  (power(v.z, p->max) + power(v.w, p->max));
}

/* A block a row of logits: its loss, and gradients in their place. */
static __global__ void __launch_bounds__(BLOCK)
	learn_row(float *x, float *loss, const int *restrict target, int64_t vocab,
		  int64_t rows)
{
	struct softmax_part p = NOTHING;
	int hit = target[blockIdx.x];
	float wanted, factor;

	x += blockIdx.x * vocab;
	wanted = x[hit];
	for (int64_t j = VECTOR * threadIdx.x; j < vocab; j += VECTOR * BLOCK)
		take(&p, load(x, j, vocab));
	p = block_merge(p);
	factor = 1 / (p.sum * (float)rows);
	for (int64_t j = VECTOR * threadIdx.x; j < vocab; j += VECTOR * BLOCK) {
		float4 v = load(x, j, vocab);

		v = make_float4(power(v.x, p.max) * factor, power(v.y, p.max) * factor,
				power(v.z, p.max) * factor, power(v.w, p.max) * factor);
		store(x, j, vocab, v);
	}
	__syncthreads();
	if (threadIdx.x)
		return;
	loss[blockIdx.x] = logf(p.sum) + (p.max - wanted);
	x[hit] = (power(wanted, p.max) - p.sum) * factor;
}

/* The products of some rows, as many as they are described for. */
struct products {
	struct lt logits, dh, dw;
};

/* Rows [first, first + n), whose logits have room behind the library's. */
struct rows {
	const struct aisp_io *io;
	int64_t first, n;
	size_t library_bytes;
};

static inline float *logits_of(const struct rows *r)
{
	return (float *)((char *)r->io->workspace + r->library_bytes);
}

static inline struct lt_operands operands(const struct rows *r, const void *a,
					  const void *b, void *c)
{
	struct lt_operands x = {
		a, b, c, r->io->workspace, r->library_bytes, aisp_stream(r->io)
	};

	return x;
}

static inline struct lt_operands operands_logits(const struct rows *r)
{
	return operands(r, aisp_in_f32(r->io, H) + r->first * r->io->param[INPUTS],
			r->io->in[W].data, logits_of(r));
}

static inline struct lt_operands operands_dh(const struct rows *r)
{
	return operands(r, logits_of(r), r->io->in[W].data,
			aisp_out_f32(r->io, DH) + r->first * r->io->param[INPUTS]);
}

static inline struct lt_operands operands_dw(const struct rows *r)
{
	return operands(r, logits_of(r),
			aisp_in_f32(r->io, H) + r->first * r->io->param[INPUTS],
			r->io->out[DW].data);
}

static inline int describe(struct lt *l, int64_t m, int64_t n, int64_t k, bool a_turned,
			   bool b_turned)
{
	struct lt_shape s = { m, n, k, a_turned, b_turned };

	return lt_describe(l, &s, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F);
}

/* Describes products of r->n rows and finds their fastest algorithms. */
static inline int plan_products(struct products *p, const struct rows *r)
{
	int64_t vocab = r->io->param[VOCAB], in = r->io->param[INPUTS];
	struct lt_operands logits = operands_logits(r), dh = operands_dh(r);
	struct lt_operands dw = operands_dw(r);
	int rc = describe(&p->logits, r->n, vocab, in, false, true);

	rc = rc ? rc : describe(&p->dh, r->n, in, vocab, false, false);
	rc = rc ? rc : describe(&p->dw, vocab, in, r->n, true, false);
	rc = rc ? rc : lt_take_fastest(&p->logits, &logits);
	rc = rc ? rc : lt_take_fastest(&p->dh, &dh);
	return rc ? rc : lt_take_fastest(&p->dw, &dw);
}

static inline void release_products(struct products *p)
{
	lt_release(&p->dw);
	lt_release(&p->dh);
	lt_release(&p->logits);
}

/* All that these rows have to give; what the rows before them gave to dw stays. */
static inline int learn_rows(const struct products *p, const struct rows *r)
{
	int64_t rows = r->io->param[ROWS];
	struct lt_operands logits = operands_logits(r), dh = operands_dh(r);
	struct lt_operands dw = operands_dw(r);
	struct lt added = p->dw;
	int rc = lt_product(&p->logits, &logits, &p->logits.algo);

	if (rc)
		return rc;
	learn_row<<<(unsigned)r->n, BLOCK, 0, aisp_stream(r->io)>>>(
		logits_of(r), aisp_out_f32(r->io, LOSS) + r->first,
		(const int *)r->io->in[TARGET].data + r->first, r->io->param[VOCAB],
		rows);
	rc = aisp_launched();
	rc = rc ? rc : lt_product(&p->dh, &dh, &p->dh.algo);
	added.beta.real = r->first > 0;
	return rc ? rc : lt_product(&added, &dw, &added.algo);
}
