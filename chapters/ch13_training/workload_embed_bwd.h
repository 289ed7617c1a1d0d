/* SPDX-License-Identifier: MIT
 *
 * The backward pass of an embedding: row v of dw is the sum of the rows of dy whose
 * token is v, and zero where none is.  Some tokens come often, most seldom.
 */
#include <aisp/workload.h>
#include <float.h>

#define ROUNDOFF 0x1p-24 /* of fp32 */

enum { TOKENS, VOCAB, WIDTH, THREADS };
enum { TOKEN, DY };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = p[TOKENS], vocab = p[VOCAB], width = p[WIDTH];

	aisp_add_in(pr, (struct aisp_spec){
				"token", AISP_I32, 1, { n }, AISP_FILL_INDEX, vocab });
	aisp_add_in(pr, (struct aisp_spec){ "dy", AISP_F32, 2, { n, width } });
	aisp_add_out(pr, (struct aisp_spec){ "dw", AISP_F32, 2, { vocab, width } });
	pr->bytes = 4.0 * (double)(n + vocab) * (double)width + 4.0 * (double)n;
	pr->is_cold = 1;
	pr->n_threads = (int)p[THREADS];
	pr->error_c = aisp_error_sum(n);
	if (vocab > INT32_MAX || n > INT32_MAX)
		pr->invalid = "vocab and tokens must fit an int32";
}

/* The square of a uniform number is mostly small. */
static void prepare(const struct aisp_io *io, uint64_t bits)
{
	int32_t *token = (int32_t *)io->in[TOKEN].data;

	(void)bits;
	for (int64_t i = 0; i < io->param[TOKENS]; i++)
		token[i] = (int32_t)((int64_t)token[i] * token[i] / io->param[VOCAB]);
}

/*
 * error_c is for a word that comes with every token; a sum of fewer rows has less. Each
 * addition may be off by FLT_MIN: a GPU's atomic ones make zeros of subnormal numbers.
 */
static void reference_row(const struct aisp_io *io, int64_t word, double *ref,
			  double *mag)
{
	const int32_t *token = (const int32_t *)io->in[TOKEN].data;
	int64_t width = io->param[WIDTH], n = 0;

	for (int64_t k = 0; k < width; k++)
		ref[k] = mag[k] = 0;
	for (int64_t i = 0; i < io->param[TOKENS]; i++) {
		const float *row = aisp_in_f32(io, DY) + i * width;

		n += token[i] == word;
		for (int64_t k = 0; k < width && token[i] == word; k++) {
			ref[k] += (double)row[k];
			mag[k] += fabs((double)row[k]);
		}
	}
	for (int64_t k = 0; k < width; k++)
		mag[k] = (mag[k] * aisp_error_sum(n) + (double)n * FLT_MIN / ROUNDOFF) /
			 aisp_error_sum(io->param[TOKENS]);
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t width = io->param[WIDTH];

	(void)o;
	for (int64_t e = 0; e < n; e += width)
		reference_row(io, (first + e) / width, ref + e, mag + e);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "embedding, backward: rows added up by their tokens",
	.n_params = 4,
	.params = { [TOKENS] = { "tokens", 301, 16384, 65536, "rows of dy", 65536 },
		    [VOCAB] = { "vocab", 97, 8192, 32768, "rows of dw", 50304 },
		    [WIDTH] = { "width", 51, 256, 512, "elements of a row", 768 },
		    [THREADS] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};
