/* SPDX-License-Identifier: MIT
 *
 * Attention, backward, bf16: from the gradient do of o = softmax(q k^T / sqrt(dim)) v,
 * from o itself and from the logarithm lse of each row's sum of weights, for queries i
 * and keys j of a head (T. Dao, FlashAttention-2, arXiv:2307.08691, algorithm 2):
 *
 *     p_ij = exp(s q_i k_j - lse_i)           s = 1 / sqrt(dim),  d_i = do_i o_i
 *     ds_ij = s p_ij (do_i v_j - d_i)
 *     dq_i = sum of ds_ij k_j,  dk_j = sum of ds_ij q_i,  dv_j = sum of p_ij do_i
 *
 * Five products of 2 dim operations for each pair of a query and a key, of which causal
 * attention has half.  Sums are those of fp32; p and ds may be rounded to bf16 before
 * they meet the rows that they are summed with.
 */
#include "attention_bwd_given.h"

#include <aisp/bf16.h>
#include <float.h>

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	static const char *const in[] = { "q", "k", "v", "o", "lse", "do" };
	static const char *const out[] = { "dq", "dk", "dv" };
	int64_t heads = p[HEADS], seq = p[SEQ], dim = p[DIM];
	double pairs = p[CAUSAL] ? (double)seq * (double)(seq + 1) / 2
				 : (double)seq * (double)seq;

	for (int i = Q; i <= DO; i++)
		aisp_add_in(pr, (struct aisp_spec){ in[i],
						    i == LSE ? AISP_F32 : AISP_BF16,
						    i == LSE ? 2 : 3,
						    { heads, seq, dim } });
	for (int o = DQ; o <= DV; o++)
		aisp_add_out(pr, (struct aisp_spec){
					 out[o], AISP_BF16, 3, { heads, seq, dim } });
	pr->flops = 10.0 * (double)heads * pairs * (double)dim;
	pr->bytes = (16.0 * (double)dim + 4) * (double)(heads * seq);
	pr->compute = AISP_BF16;
	pr->error_c = AISP_BF16_ONCE;
	if (p[CAUSAL] < 0 || p[CAUSAL] > 1)
		pr->invalid = "causal is 0 or 1";
	if (dim != 64 && dim != MOST_DIM)
		pr->invalid = "dim is 64 or 128";
}

/* The product of two rows; the sum of the absolute values of its terms in *mag. */
static double dot(const struct aisp_tensor *a, int64_t i, const struct aisp_tensor *b,
		  int64_t j, double *mag)
{
	int64_t dim = a->shape[2];
	double sum = 0;

	*mag = 0;
	for (int64_t c = 0; c < dim; c++) {
		double x = aisp_bf16_at(a, i * dim + c) * aisp_bf16_at(b, j * dim + c);

		sum += x;
		*mag += fabs(x);
	}
	return sum;
}

/* p_ij and ds_ij but for its scale, and how far fp32 may be off them. */
struct pair {
	double p, p_off, ds, ds_off;
};

static struct pair pair_at(const struct aisp_io *io, int64_t i, int64_t j)
{
	int64_t dim = io->param[DIM];
	double scale = 1 / sqrt((double)dim), m, m_dp, m_d;
	double lse = (double)aisp_in_f32(io, LSE)[i];
	double u = aisp_error_sum(dim) * FLT_EPSILON / 2;
	double s = scale * dot(&io->in[Q], i, &io->in[K], j, &m);
	double d = dot(&io->in[DO], i, &io->in[O], i, &m_d);
	double t = dot(&io->in[DO], i, &io->in[V], j, &m_dp) - d;
	struct pair x = { .p = exp(s - lse) };

	x.p_off = x.p * expm1(u * (scale * m + fabs(lse))) + FLT_MIN;
	x.ds = x.p * t;
	/* Below the normal numbers ds may be 0, with its scale as well as without. */
	x.ds_off = x.p_off * fabs(t) + x.p * u * (m_dp + m_d) + FLT_MIN / scale;
	return x;
}

/*
 * A row of an output so far.  Roundings of weights are independent, so that squares of
 * terms add up; those of equal weights are not, and what all of them add up to counts
 * too: of weights with their scale, and without.
 */
struct sums {
	double *ref, *mag;
	double squares[MOST_DIM], rounded[2][MOST_DIM];
};

static double bf16_rounding(double x)
{
	return (double)from_bf16(to_bf16((float)x)) - x;
}

/* What the pair of query i and key j, of all heads, adds to a row of output o. */
static void add_pair(const struct aisp_io *io, int o, int64_t i, int64_t j,
		     struct sums *sums)
{
	int64_t dim = io->param[DIM];
	double unit = AISP_BF16_ONCE * 0x1p-8;
	double share = aisp_bf16_share(aisp_error_sum(io->param[SEQ]));
	double scale = o == DV ? 1 : 1 / sqrt((double)dim);
	struct pair x = pair_at(io, i, j);
	double w = scale * (o == DV ? x.p : x.ds);
	double off = scale * (o == DV ? x.p_off : x.ds_off) / unit;
	const struct aisp_tensor *y = &io->in[o == DV ? DO : o == DQ ? K : Q];
	int64_t at = (o == DQ ? j : i) * dim;
	double bare = scale * bf16_rounding(w / scale), scaled = bf16_rounding(w);

	for (int64_t c = 0; c < dim; c++) {
		double by = aisp_bf16_at(y, at + c), term = w * by;

		sums->ref[c] += term;
		sums->squares[c] += term * term;
		sums->rounded[0][c] += bare * by;
		sums->rounded[1][c] += scaled * by;
		sums->mag[c] += share * fabs(term) + off * fabs(by) + (double)FLT_MIN;
	}
}

static void reference_row(const struct aisp_io *io, int o, int64_t row, double *ref,
			  double *mag)
{
	const int64_t *p = io->param;
	int64_t first = row / p[SEQ] * p[SEQ], at = row - first;
	struct sums sums = { ref, mag, { 0 }, { { 0 } } };

	for (int64_t c = 0; c < p[DIM]; c++)
		ref[c] = mag[c] = 0;
	for (int64_t k = 0; k < p[SEQ]; k++) {
		int64_t i = o == DQ ? at : k, j = o == DQ ? k : at;

		if (j < attended(p, i))
			add_pair(io, o, first + i, first + j, &sums);
	}
	/* A sum below the normal numbers may be 0. */
	for (int64_t c = 0; c < p[DIM]; c++)
		mag[c] += fabs(ref[c]) + 0.75 * sqrt(sums.squares[c]) +
			  (FLT_MIN +
			   fmax(fabs(sums.rounded[0][c]), fabs(sums.rounded[1][c]))) /
				  (AISP_BF16_ONCE * 0x1p-8);
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
	.title = "attention backward, bf16",
	.n_params = 4,
	.params = { [HEADS] = { "heads", 2, 4, 16, "heads, each by itself", 16 },
		    [SEQ] = { "seq", 333, 1024, 16384, "queries and keys of a head",
			      8192 },
		    [DIM] = { "dim", 64, 128, 128,
			      "numbers of a query, key or value: 64 or 128" },
		    [CAUSAL] = { "causal", 1, 0, 0,
				 "1: query i sees keys 0 to i; 0: all" } },
	.problem = problem,
	.prepare = give_forward,
	.reference = reference,
};
