/* SPDX-License-Identifier: MIT
 *
 * The last layer of a language model in training: from logits x of a vocabulary and the
 * target word, the loss of each row and the gradient of the mean loss, which overwrites
 * the logits:
 *
 *     loss = log(sum of exp(x)) - x[target]
 *     dx = (exp(x) / sum of exp(x) - (1 at the target, else 0)) / rows
 */
#include <aisp/bf16.h>
#include <aisp/workload.h>

enum { ROWS, VOCAB, THREADS };
enum { LOGITS, TARGET };     /* inputs */
enum { DLOGITS, LOSS };      /* outputs; the first starts as the logits */
#define LEAST_SHARE 0x1p-102 /* probabilities below are as good as 0 */

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t rows = p[ROWS], vocab = p[VOCAB];

	aisp_add_inout(pr,
		       (struct aisp_spec){ "logits", AISP_BF16, 2, { rows, vocab } });
	aisp_add_in(pr,
		    (struct aisp_spec){
			    "target", AISP_I32, 1, { rows }, AISP_FILL_INDEX, vocab });
	aisp_add_out(pr, (struct aisp_spec){ "loss", AISP_F32, 1, { rows } });
	pr->flops = 5.0 * (double)rows * (double)vocab;
	pr->bytes = 4.0 * (double)rows * (double)vocab + 8.0 * (double)rows;
	pr->compute = AISP_F32;
	pr->is_cold = 1;
	pr->n_threads = (int)p[THREADS];
	pr->workspace_bytes = (size_t)rows * (size_t)vocab * sizeof(float);
	pr->error_c = aisp_error_sum(vocab);
	if (vocab > INT32_MAX)
		pr->invalid = "vocab must fit an int32";
}

/* Of a row: its largest logit, and the sum of powers e^-d, d being the way to it. */
struct softmax {
	double max, sum;
	double blur; /* mean d: what an error of an exponent adds to the sum's */
};

static inline struct softmax softmax_of(const struct aisp_io *io, int64_t row)
{
	struct softmax s = { -INFINITY, 0, 0 };
	int64_t vocab = io->param[VOCAB];

	for (int64_t j = 0; j < vocab; j++)
		s.max = fmax(s.max, aisp_bf16_at(&io->in[LOGITS], row * vocab + j));
	for (int64_t j = 0; j < vocab; j++) {
		double d = s.max - aisp_bf16_at(&io->in[LOGITS], row * vocab + j);

		s.sum += exp(-d);
		s.blur += exp(-d) * d;
	}
	s.blur /= s.sum;
	return s;
}

static void reference_gradient(const struct aisp_io *io, int64_t row, double *ref,
			       double *mag)
{
	struct softmax s = softmax_of(io, row);
	int64_t vocab = io->param[VOCAB];
	double c = aisp_error_sum(vocab), rows = (double)io->param[ROWS];

	for (int64_t j = 0; j < vocab; j++) {
		double d = s.max - aisp_bf16_at(&io->in[LOGITS], row * vocab + j);
		double share = exp(-d) / s.sum;
		double one = j == ((const int32_t *)io->in[TARGET].data)[row];
		/* max + log(sum) may be rounded before an exponent is. */
		double size =
			share * (2 + d + s.blur + fabs(s.max)) + one + LEAST_SHARE;

		ref[j] = (share - one) / rows;
		/* Rounded once: the model's constant is that of fp32. */
		mag[j] = (AISP_BF16_ONCE * fabs(ref[j]) +
			  aisp_bf16_share(c) * size / rows) /
			 c;
	}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int32_t *target = (const int32_t *)io->in[TARGET].data;
	int64_t vocab = io->param[VOCAB];

	for (int64_t e = 0; e < n && o == DLOGITS; e += vocab)
		reference_gradient(io, (first + e) / vocab, ref + e, mag + e);
	for (int64_t e = 0; e < n && o == LOSS; e++) {
		struct softmax s = softmax_of(io, first + e);
		double x = aisp_bf16_at(&io->in[LOGITS],
					(first + e) * vocab + target[first + e]);

		ref[e] = log(s.sum) + (s.max - x);
		mag[e] = 1 + log(s.sum) + s.blur + fabs(s.max) + fabs(x);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "loss and gradient of a softmax over a vocabulary, in place",
	.n_params = 3,
	.params = { [ROWS] = { "rows", 37, 64, 512, "rows, each a token's", 4096 },
		    [VOCAB] = { "vocab", 251, 50304, 50304, "words, a logit each",
				50304 },
		    [THREADS] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.reference = reference,
};
