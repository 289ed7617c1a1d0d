/* SPDX-License-Identifier: MIT
 *
 * The formulas as written: a head's matrices p and ds in memory, each written once, and
 * three products of them.  Sums are added up in the order of queries and keys.
 */
#include "workload_attention_bwd.h"

/* The inputs of a head, and its two matrices. */
struct head {
	const float *in[DO + 1];
	float *p, *ds;
};

static float dot_of(const float *a, const float *b, int64_t n)
{
	float sum = 0;

	for (int64_t c = 0; c < n; c++)
		sum += a[c] * b[c];
	return sum;
}

/* Row i of both matrices; 0 where the query sees no key. */
static void find_row(const int64_t *p, const struct head *h, int64_t i)
{
	int64_t dim = p[DIM];
	const float *q = h->in[Q] + i * dim, *of_i = h->in[DO] + i * dim;
	float scale = attention_scale(p), d = dot_of(of_i, h->in[O] + i * dim, dim);

	for (int64_t j = 0; j < p[SEQ]; j++) {
		float *w = h->p + i * p[SEQ] + j, *ds = h->ds + i * p[SEQ] + j;
		float s = scale * dot_of(q, h->in[K] + j * dim, dim);

		*w = j < attended(p, i) ? expf(s - h->in[LSE][i]) : 0;
		*ds = *w * (dot_of(of_i, h->in[V] + j * dim, dim) - d);
	}
}

/* y_i = scale * sum over j of a_ij x_j, or of a_ji. */
static void multiply(const int64_t *p, const float *a, int is_transposed,
		     const float *x, float scale, float *y)
{
	int64_t seq = p[SEQ], dim = p[DIM];

	for (int64_t i = 0; i < seq; i++)
		for (int64_t c = 0; c < dim; c++) {
			float sum = 0;

			for (int64_t j = 0; j < seq; j++)
				sum += a[is_transposed ? j * seq + i : i * seq + j] *
				       x[j * dim + c];
			y[i * dim + c] = scale * sum;
		}
}

static void head_of(const struct aisp_io *io, int64_t number, struct head *h)
{
	int64_t seq = io->param[SEQ];

	for (int i = Q; i <= DO; i++)
		h->in[i] = aisp_in_f32(io, i) +
			   number * seq * (i == LSE ? 1 : io->param[DIM]);
	h->p = (float *)io->workspace;
	h->ds = h->p + seq * seq;
}

static int run(const struct aisp_io *io, void *state)
{
	const int64_t *p = io->param;
	float scale = attention_scale(p);
	struct head h;

	(void)state;
	for (int64_t k = 0; k < p[HEADS]; k++) {
		int64_t at = k * p[SEQ] * p[DIM];

		head_of(io, k, &h);
		for (int64_t i = 0; i < p[SEQ]; i++)
			find_row(p, &h, i);
		multiply(p, h.ds, 0, h.in[K], scale, aisp_out_f32(io, DQ) + at);
		multiply(p, h.ds, 1, h.in[Q], scale, aisp_out_f32(io, DK) + at);
		multiply(p, h.p, 1, h.in[DO], 1, aisp_out_f32(io, DV) + at);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_NAIVE,
	.summary = "both matrices in memory, three products of them",
	.run = run,
};
