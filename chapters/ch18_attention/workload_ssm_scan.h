/* SPDX-License-Identifier: MIT
 *
 * A selective state-space layer: a recurrence of matrices in place of attention (T. Dao
 * and A. Gu, Transformers are SSMs, 2024).  Head h has a state of STATE x dim, at first
 * 0, that all steps read and change:
 *
 *     state = a state + b_t x_t^T     a = 2^-(step_t / 2^(h mod 8))
 *     y_t = state^T c_t
 *
 * b and c are those of all heads.  A state forgets within 2 steps or within 256.  What
 * is rounded on the way must not show: sums are those of fp32, y is rounded once.
 */
#include <aisp/bf16.h>
#include <aisp/host_device.h>
#include <aisp/workload.h>
#include <float.h>

enum { HEADS, SEQ, DIM };
enum { IN_X, IN_B, IN_C, IN_STEP };

#define STATE    128
#define CHUNK    64 /* steps that a variant may take together */
#define SLICE    32 /* columns of a state that a variant may cut */
#define MOST_DIM 128

#define CPU_THREADS 2

static inline int64_t n_chunks(const int64_t *p)
{
	return (p[SEQ] + CHUNK - 1) / CHUNK;
}

/* Of the exponents of a head's decays. */
AISP_HD static inline float rate_of(int64_t head)
{
	return 1 / (float)(1 << head % 8);
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t heads = p[HEADS], seq = p[SEQ], dim = p[DIM];

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_BF16, 3, { heads, seq, dim } });
	aisp_add_in(pr, (struct aisp_spec){ "b", AISP_BF16, 2, { seq, STATE } });
	aisp_add_in(pr, (struct aisp_spec){ "c", AISP_BF16, 2, { seq, STATE } });
	aisp_add_in(pr, (struct aisp_spec){
				"step", AISP_F32, 2, { heads, seq }, AISP_FILL_UNIT });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_BF16, 3, { heads, seq, dim } });
	pr->flops = 4.0 * (double)(heads * seq * dim) * STATE;
	pr->bytes = 4.0 * (double)(heads * seq * dim + seq * STATE + heads * seq);
	pr->compute = AISP_BF16;
	pr->error_c = AISP_BF16_ONCE;
	pr->n_threads = CPU_THREADS;
	/* For products of b and c, two factors of each step, and all states. */
	pr->workspace_bytes =
		sizeof(float) * (size_t)(n_chunks(p) * CHUNK * (CHUNK + 2 * heads) +
					 heads * STATE * dim);
	if (dim % SLICE || dim > MOST_DIM)
		pr->invalid = "dim is a multiple of 32, 128 at most";
}

/* c_t b_s; the sum of the absolute values of its terms in *size. */
static double meet(const struct aisp_io *io, int64_t t, int64_t s, double *size)
{
	double sum = 0;

	*size = 0;
	for (int64_t i = 0; i < STATE; i++) {
		double x = aisp_bf16_at(&io->in[IN_C], t * STATE + i) *
			   aisp_bf16_at(&io->in[IN_B], s * STATE + i);

		sum += x;
		*size += fabs(x);
	}
	return sum;
}

/* y_t of a head: what each step up to t has left of itself. */
static void reference_row(const struct aisp_io *io, int64_t head, int64_t t,
			  double *ref, double *mag)
{
	int64_t seq = io->param[SEQ], dim = io->param[DIM];
	double left = 1, rate = (double)rate_of(head);

	for (int64_t j = 0; j < dim; j++)
		ref[j] = mag[j] = 0;
	for (int64_t s = t; s >= 0 && left > 0; s--) {
		double size, both = meet(io, t, s, &size) * left;

		for (int64_t j = 0; j < dim; j++) {
			double x =
				aisp_bf16_at(&io->in[IN_X], (head * seq + s) * dim + j);

			ref[j] += both * x;
			mag[j] += size * left * fabs(x);
		}
		left *= exp2(-(double)aisp_in_f32(io, IN_STEP)[head * seq + s] * rate);
	}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t seq = io->param[SEQ], dim = io->param[DIM];

	(void)o;
	for (int64_t e = 0; e < n; e += dim) {
		int64_t row = (first + e) / dim, terms = row % seq + 1 + STATE;
		double share = aisp_bf16_share(aisp_error_sum(terms));

		reference_row(io, row / seq, row % seq, ref + e, mag + e);
		for (int64_t j = e; j < e + dim; j++)
			mag[j] = fabs(ref[j]) + share * mag[j] +
				 (double)terms * (double)FLT_MIN;
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "selective state-space scan, bf16",
	.n_params = 3,
	.params = { [HEADS] = { "heads", 3, 8, 16, "heads, each with a state", 64 },
		    [SEQ] = { "seq", 187, 1024, 4096, "steps", 8192 },
		    [DIM] = { "dim", 32, 64, 64,
			      "columns of a state: a multiple of 32" } },
	.problem = problem,
	.reference = reference,
};
