/* SPDX-License-Identifier: MIT
 *
 * A block of a decoder, forward, fp32, on sequences of `seq` tokens each:
 *
 *     h = norm(x) gain1,  q, k, v = h wqkv,  q and k turned by their positions
 *     w = softmax(q k^T / sqrt(head's dim)) of positions up to the own, for each head
 *     r = x + (w v) wo,   g, u = norm(r) gain2 wup,   y = r + (g / (1 + exp(-g)) u)
 * wdown
 *
 * with norm(x) = x / sqrt(mean(x^2) + EPSILON).  Heads' first halves stand in the first
 * half of q's columns, one after the other, and their second halves in the second, so
 * that turning takes whole rows.  Products are few; the rest is some 35 operations on
 * elements and rows, each of which is a pass over memory if nothing fuses them.
 */
#include "block_bound.h"

#include <aisp/workload.h>
#include <string.h>

enum { SEQS, SEQ, DIM, HEADS, HIDDEN };

enum { IN_X, IN_GAIN1, IN_QKV, IN_TURN, IN_OUT, IN_GAIN2, IN_UP, IN_DOWN };

#define EPSILON 1e-5f
#define MOST    256 /* tokens of a sequence, columns of anything but wqkv and wup */

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t t = p[SEQS] * p[SEQ], d = p[DIM], f = p[HIDDEN];
	double per_token = 2.0 * (double)(4 * d * d + 3 * d * f);

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 2, { t, d } });
	aisp_add_in(pr, (struct aisp_spec){ "gain1", AISP_F32, 1, { d } });
	aisp_add_in(pr, (struct aisp_spec){ "wqkv", AISP_F32, 2, { d, 3 * d } });
	/* Cosines, then sines, of each position. */
	aisp_add_in(pr, (struct aisp_spec){ "turn", AISP_F32, 2, { p[SEQ], d } });
	aisp_add_in(pr, (struct aisp_spec){ "wo", AISP_F32, 2, { d, d } });
	aisp_add_in(pr, (struct aisp_spec){ "gain2", AISP_F32, 1, { d } });
	/* The gate's columns, then those that it weighs. */
	aisp_add_in(pr, (struct aisp_spec){ "wup", AISP_F32, 2, { d, 2 * f } });
	aisp_add_in(pr, (struct aisp_spec){ "wdown", AISP_F32, 2, { f, d } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 2, { t, d } });
	/* Of attention, the positions up to the own alone. */
	pr->flops = (double)t * (per_token + 2.0 * (double)(p[SEQ] + 1) * (double)d);
	pr->bytes = 4.0 * (double)(2 * t * d + 4 * d * d + 3 * d * f);
	pr->error_c = 8;
	if (p[HEADS] < 1 || d % (2 * p[HEADS]))
		pr->invalid = "dim is a multiple of 2 heads";
	if (p[SEQ] > MOST || d > MOST || f > MOST)
		pr->invalid = "seq, dim and hidden are at most 256";
}

/* Numbers within +-most, times scale: those of a trained block's size. */
static void tame(const struct aisp_io *io, int in, double most, double scale)
{
	float *x = (float *)io->in[in].data;
	int64_t n = aisp_elems(&io->in[in]);

	for (int64_t i = 0; i < n; i++)
		x[i] = (float)(fmax(-most, fmin(most, (double)x[i])) * scale);
}

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	float *turn = (float *)io->in[IN_TURN].data;
	int64_t half = io->param[DIM] / 2;

	(void)bits;
	tame(io, IN_X, 16, 1);
	tame(io, IN_GAIN1, 4, 1);
	tame(io, IN_GAIN2, 4, 1);
	tame(io, IN_TURN, 4, 1);
	tame(io, IN_QKV, 4, 1 / sqrt((double)io->param[DIM]));
	tame(io, IN_OUT, 4, 1 / sqrt((double)io->param[DIM]));
	tame(io, IN_UP, 4, 1 / sqrt((double)io->param[DIM]));
	tame(io, IN_DOWN, 4, 1 / sqrt((double)io->param[HIDDEN]));
	for (int64_t s = 0; s < io->param[SEQ]; s++, turn += 2 * half)
		for (int64_t j = 0; j < half; j++) {
			double angle = (double)turn[j];

			turn[j] = (float)cos(angle);
			turn[half + j] = (float)sin(angle);
		}
}

#include "block_reference.h"

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "a decoder's block, fp32",
	.n_params = 5,
	.params = { [SEQS] = { "seqs", 3, 256, 1024, "sequences" },
		    [SEQ] = { "seq", 11, 16, 16, "tokens of a sequence, at most 256" },
		    [DIM] = { "dim", 24, 64, 64, "elements of a token, at most 256" },
		    [HEADS] = { "heads", 3, 4, 4, "heads of attention" },
		    [HIDDEN] = { "hidden", 37, 160, 160,
				 "columns of the gate, at most 256" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};
