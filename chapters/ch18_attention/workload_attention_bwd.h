/* SPDX-License-Identifier: MIT
 *
 * Attention, backward, fp32: from the gradient do of o = softmax(q k^T / sqrt(dim)) v,
 * from o itself and from the logarithm lse of each row's sum of weights, which the
 * forward pass left (T. Dao, FlashAttention-2, arXiv:2307.08691, algorithm 2), for
 * queries i and keys j of a head:
 *
 *     p_ij = exp(s q_i k_j - lse_i)           s = 1 / sqrt(dim),  d_i = do_i o_i
 *     ds_ij = s p_ij (do_i v_j - d_i)
 *     dq_i = sum of ds_ij k_j,  dk_j = sum of ds_ij q_i,  dv_j = sum of p_ij do_i
 *
 * Five products of 2 dim operations for each pair of a query and a key, of which causal
 * attention has half; the forward pass has two.
 */
#include "attention_bwd_forward.h"
#include "attention_dot.h"

#include <aisp/workload.h>
#include <float.h>
#include <stdlib.h>

/* Larger ones would make a row's weights 1 and 0, and its ds nothing but rounding. */
#define MOST 2.0f

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	static const char *const in[] = { "q", "k", "v", "o", "lse", "do" };
	static const char *const out[] = { "dq", "dk", "dv" };
	int64_t heads = p[HEADS], seq = p[SEQ], dim = p[DIM];
	double pairs = p[CAUSAL] ? (double)seq * (double)(seq + 1) / 2
				 : (double)seq * (double)seq;

	for (int i = Q; i <= DO; i++)
		aisp_add_in(pr, (struct aisp_spec){ in[i],
						    AISP_F32,
						    i == LSE ? 2 : 3,
						    { heads, seq, dim } });
	for (int o = DQ; o <= DV; o++)
		aisp_add_out(pr, (struct aisp_spec){
					 out[o], AISP_F32, 3, { heads, seq, dim } });
	pr->flops = 10.0 * (double)heads * pairs * (double)dim;
	pr->bytes = (8.0 * (double)dim + 1) * (double)(heads * seq) * sizeof(float);
	pr->workspace_bytes = 2 * (size_t)(seq * seq) * sizeof(float);
	pr->n_threads = (int)p[THREADS];
	pr->error_c = aisp_error_sum(seq);
	if (p[CAUSAL] < 0 || p[CAUSAL] > 1)
		pr->invalid = "causal is 0 or 1";
	if (dim > MAX_DIM)
		pr->invalid = "dim is at most 128";
}

static inline void keep_within(const struct aisp_tensor *t)
{
	float *x = (float *)t->data;

	for (int64_t i = 0; i < aisp_elems(t); i++)
		x[i] = fminf(fmaxf(x[i], -MOST), MOST);
}

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	int64_t seq = io->param[SEQ], dim = io->param[DIM];
	float *room = (float *)malloc((size_t)(seq * (dim + 1)) * sizeof(*room));

	(void)bits;
	for (int i = Q; i <= DO; i++)
		if (i != LSE && i != O)
			keep_within(&io->in[i]);
	for (int64_t h = 0; room && h < io->param[HEADS]; h++)
		forward_head(io, h, room);
	free(room);
}

/* p_ij and ds_ij, and how far fp32 may be off them. */
struct pair {
	double p, p_off, ds, ds_off;
};

static struct pair pair_at(const struct aisp_io *io, int64_t i, int64_t j)
{
	int64_t dim = io->param[DIM];
	const float *of_i = aisp_in_f32(io, DO) + i * dim;
	double scale = 1 / sqrt((double)dim), m, m_dp, m_d;
	double lse = (double)aisp_in_f32(io, LSE)[i];
	double u = aisp_error_sum(dim) * FLT_EPSILON / 2;
	double s = scale * dot(aisp_in_f32(io, Q) + i * dim,
			       aisp_in_f32(io, K) + j * dim, dim, &m);
	double d = dot(of_i, aisp_in_f32(io, O) + i * dim, dim, &m_d);
	double t = dot(of_i, aisp_in_f32(io, V) + j * dim, dim, &m_dp) - d;
	struct pair x = { .p = exp(s - lse) };

	x.p_off = x.p * expm1(u * (scale * m + fabs(lse))) + FLT_MIN;
	x.ds = x.p * t;
	x.ds_off = x.p_off * fabs(t) + x.p * u * (m_dp + m_d) + FLT_MIN;
	return x;
}

/* Adds what the pair of query i and key j, of all heads, does to a row of output o. */
static void add_pair(const struct aisp_io *io, int o, int64_t i, int64_t j, double *ref,
		     double *mag)
{
	int64_t dim = io->param[DIM];
	double unit = aisp_error_sum(io->param[SEQ]) * FLT_EPSILON / 2;
	double scale = o == DV ? 1 : 1 / sqrt((double)dim);
	struct pair x = pair_at(io, i, j);
	double w = scale * (o == DV ? x.p : x.ds);
	double off = scale * (o == DV ? x.p_off : x.ds_off) / unit;
	const float *y = aisp_in_f32(io, o == DV   ? DO
					 : o == DQ ? K
						   : Q) +
			 (o == DQ ? j : i) * dim;

	for (int64_t c = 0; c < dim; c++) {
		ref[c] += w * (double)y[c];
		mag[c] += (fabs(w) + off) * fabs((double)y[c]) + FLT_MIN;
	}
}

static void reference_row(const struct aisp_io *io, int o, int64_t row, double *ref,
			  double *mag)
{
	const int64_t *p = io->param;
	int64_t first = row / p[SEQ] * p[SEQ], at = row - first;

	for (int64_t c = 0; c < p[DIM]; c++)
		ref[c] = mag[c] = 0;
	for (int64_t k = 0; k < p[SEQ]; k++) {
		int64_t i = o == DQ ? at : k, j = o == DQ ? k : at;

		if (j < attended(p, i))
			add_pair(io, o, first + i, first + j, ref, mag);
	}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t dim = io->param[DIM];

	for (int64_t e = 0; e < n; e += dim)
		reference_row(io, o, (first + e) / dim, ref + e, mag + e);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "attention backward, fp32",
	.n_params = 5,
	.params = { [HEADS] = { "heads", 3, 4, 8, "heads, each by itself" },
		    [SEQ] = { "seq", 83, 512, 2048, "queries and keys of a head" },
		    [DIM] = { "dim", 37, 64, 128, "numbers of a query, key or value" },
		    [CAUSAL] = { "causal", 1, 0, 0,
				 "1: query i sees keys 0 to i; 0: all" },
		    [THREADS] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};
