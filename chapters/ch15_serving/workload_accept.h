/* SPDX-License-Identifier: MIT
 *
 * Exact speculative sampling (Y. Leviathan et al., arXiv:2211.17192): a small model
 * drew k tokens from distributions q, and the large one's are p. The i-th draft t
 * counts if u_i q_i(t) < p_i(t) and all before it count; where the first does not, the
 * token is drawn from max(p_i - q_i, 0), and if all count, another one from p_k. What
 * comes out is distributed as if the large model had drawn each token by itself.
 *
 * A draw takes the first token at which the sum of weights up to it, in the order of
 * the vocabulary, is more than the share u of all. Sums are rounded, so that near a
 * border two answers are right. The tolerance is the sum of independent roundings: a
 * variant that adds terms one by one needs double precision.
 */
#include <aisp/workload.h>

enum { ROWS, VOCAB, DRAFTS, THREADS };
enum { P, Q, DRAFT, U }; /* u: a number for each draft, and one for the draw */
enum { N_ACCEPTED, NEXT };

#define COMPARE 0x1p-22 /* relative: u q and p are rounded */

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = p[ROWS], k = p[DRAFTS], vocab = p[VOCAB];

	aisp_add_in(pr, (struct aisp_spec){ "p", AISP_F32, 3, { n, k + 1, vocab } });
	aisp_add_in(pr, (struct aisp_spec){ "q", AISP_F32, 3, { n, k, vocab } });
	aisp_add_in(pr,
		    (struct aisp_spec){
			    "draft", AISP_I32, 2, { n, k }, AISP_FILL_INDEX, vocab });
	aisp_add_in(pr, (struct aisp_spec){ "u", AISP_F32, 2, { n, k + 1 } });
	aisp_add_out(pr, (struct aisp_spec){ .name = "n_accepted",
					     .dtype = AISP_I32,
					     .rank = 1,
					     .shape = { n },
					     .is_choice = 1 });
	aisp_add_out(pr, (struct aisp_spec){ .name = "next",
					     .dtype = AISP_I32,
					     .rank = 1,
					     .shape = { n },
					     .is_choice = 1 });
	/* A row of p at least; of q, and of other positions, what the data ask for. */
	pr->bytes = 4.0 * (double)(n * vocab);
	pr->is_cold = 1;
	pr->n_threads = (int)p[THREADS];
	pr->workspace_bytes = 2 * sizeof(float) * (size_t)(n * k * vocab);
	if (k < 1 || vocab > INT32_MAX)
		pr->invalid = "drafts must be 1 at least, vocab fit an int32";
}

#include "accept_inputs.h"

/* A row, and a position of it. */
struct position {
	const float *p, *q; /* q: NULL behind the last draft */
	int64_t vocab;
};

static struct position position_of(const struct aisp_io *io, int64_t row, int64_t i)
{
	int64_t k = io->param[DRAFTS], vocab = io->param[VOCAB];

	return (struct position){ aisp_in_f32(io, P) + (row * (k + 1) + i) * vocab,
				  i < k ? aisp_in_f32(io, Q) + (row * k + i) * vocab
					: NULL,
				  vocab };
}

static double weight_of(const struct position *x, int64_t token)
{
	double p = (double)x->p[token];

	return x->q ? fmax(p - (double)x->q[token], 0) : p;
}

/* Does the i-th draft count? 1 or 0, -1 if it may be either. */
static int counts(const struct aisp_io *io, int64_t row, int64_t i)
{
	int64_t k = io->param[DRAFTS];
	struct position x = position_of(io, row, i);
	int32_t t = ((const int32_t *)io->in[DRAFT].data)[row * k + i];
	double u = (double)aisp_in_f32(io, U)[row * (k + 1) + i];
	double a = u * (double)x.q[t], b = (double)x.p[t];

	if (fabs(a - b) <= COMPARE * b)
		return -1;
	return a < b;
}

/* `got` if that many drafts may count, else how many do. */
static int64_t count_accepted(const struct aisp_io *io, int64_t row, int64_t got)
{
	int64_t n = 0;

	while (n < io->param[DRAFTS]) {
		int c = counts(io, row, n);

		if (!c || (c < 0 && n == got))
			break;
		n++;
	}
	return n;
}

/* `got` if it is right but for rounding, else the token that is. */
static int64_t draw_next(const struct position *x, double u, int64_t got)
{
	double total = 0, sum = 0, slack, share;
	int64_t token = -1;

	for (int64_t i = 0; i < x->vocab; i++)
		total += weight_of(x, i);
	slack = total * aisp_error_sum(x->vocab) * 0x1p-24;
	share = u * total;
	for (int64_t i = 0; i < x->vocab; i++) {
		double w = weight_of(x, i), next = sum + w;

		if (w > 0 && token < 0 && next > share)
			token = i;
		if (w > 0 && i == got && sum - slack <= share && share < next + slack)
			return i;
		sum = next;
	}
	return token < 0 ? 0 : token;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int32_t *got = (const int32_t *)io->out[o].data + first;
	int64_t k = io->param[DRAFTS];

	for (int64_t i = 0; i < n; i++) {
		int64_t row = first + i, from;
		struct position x;

		mag[i] = 0;
		if (o == N_ACCEPTED) {
			ref[i] = (double)count_accepted(io, row, got[i]);
			continue;
		}
		from = ((const int32_t *)io->out[N_ACCEPTED].data)[row];
		x = position_of(io, row, from < 0 || from > k ? 0 : from);
		ref[i] = (double)draw_next(
			&x, (double)aisp_in_f32(io, U)[row * (k + 1) + k], got[i]);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "drafts of a small model that a large one accepts",
	.n_params = 4,
	.params = { [ROWS] = { "rows", 23, 4, 16, "sequences of a batch", 64 },
		    [VOCAB] = { "vocab", 499, 32000, 128256, "tokens that there are",
				32000 },
		    [DRAFTS] = { "drafts", 3, 4, 4, "tokens that a draft has", 4 },
		    [THREADS] = { "threads", 1, 1, 1, "threads of the CPU" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};
