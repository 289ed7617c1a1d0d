/* SPDX-License-Identifier: MIT
 *
 * Causal attention whose scores are changed before their softmax, bf16: a soft cap,
 * s' = cap tanh(s / cap) (Gemma Team, arXiv:2408.00118), less slope[head] for each
 * position between query and key (O. Press et al., ALiBi, arXiv:2108.12409).  The
 * useful work is that of the products; an error of a product counts as far as the cap
 * lets it through.
 */
#include <aisp/workload.h>

#include "attention_reference.h"

enum { HEADS, SEQ, CAP };

enum { IN_Q, IN_K, IN_V, IN_SLOPE };

#define HEAD_DIM 128

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t heads = p[HEADS], seq = p[SEQ];
	double pairs = (double)seq * (double)(seq + 1) / 2;

	aisp_add_in(pr,
		    (struct aisp_spec){ "q", AISP_BF16, 3, { heads, seq, HEAD_DIM } });
	aisp_add_in(pr,
		    (struct aisp_spec){ "k", AISP_BF16, 3, { heads, seq, HEAD_DIM } });
	aisp_add_in(pr,
		    (struct aisp_spec){ "v", AISP_BF16, 3, { heads, seq, HEAD_DIM } });
	aisp_add_in(pr, (struct aisp_spec){ "slope", AISP_F32, 1, { heads } });
	aisp_add_out(pr,
		     (struct aisp_spec){ "o", AISP_BF16, 3, { heads, seq, HEAD_DIM } });
	pr->flops = 4.0 * (double)heads * pairs * HEAD_DIM;
	pr->bytes = 8.0 * (double)(heads * seq * HEAD_DIM) + 4.0 * (double)heads;
	pr->compute = AISP_BF16;
	pr->workspace_bytes = (size_t)(seq * seq) * sizeof(float);
	pr->error_c = AISP_BF16_ONCE;
	if (p[CAP] < 1 || p[CAP] > 1000)
		pr->invalid = "cap is 1 to 1000";
}

/* ALiBi's 2^(-8 / heads) to 2^-8, each up to a step smaller. */
static void prepare(const struct aisp_io *io, uint64_t bits)
{
	float *slope = (float *)io->in[IN_SLOPE].data;
	int64_t heads = io->param[HEADS];
	double shift = (double)(bits >> 11) * 0x1p-53;

	for (int64_t h = 0; h < heads; h++)
		slope[h] = (float)exp2(-8 * ((double)h + 1 + shift) / (double)heads);
}

/* at[]: where the head begins, and the query's row of all heads. */
static int64_t key_of(const struct view *v, int64_t j)
{
	return v->at[0] + j * v->dim;
}

static double change(const struct view *v, int64_t j, double s, double *mag)
{
	const int64_t *p = v->io->param;
	const float *slope = (const float *)v->io->in[IN_SLOPE].data;
	double cap = (double)p[CAP], distance = (double)(v->at[1] % p[SEQ] - j);
	double bias = (double)slope[v->at[1] / p[SEQ]] * distance;

	*mag = cap + fabs(bias);
	return cap * tanh(s / cap) - bias;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t seq = io->param[SEQ];

	(void)o;
	for (int64_t e = 0; e < n; e += HEAD_DIM) {
		int64_t row = (first + e) / HEAD_DIM, i = row % seq;
		struct view v = { .io = io,
				  .dim = HEAD_DIM,
				  .q = row * HEAD_DIM,
				  .n = i + 1,
				  .key = key_of,
				  .at = { (row - i) * HEAD_DIM, row },
				  .change = change };

		reference_row(&v, ref + e, mag + e);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "causal attention with changed scores, bf16",
	.n_params = 3,
	.params = { [HEADS] = { "heads", 3, 4, 16, "heads, each by itself", 32 },
		    [SEQ] = { "seq", 333, 1024, 16384, "queries and keys of a head",
			      8192 },
		    [CAP] = { "cap", 3, 30, 30, "scores stay between -cap and cap" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};
