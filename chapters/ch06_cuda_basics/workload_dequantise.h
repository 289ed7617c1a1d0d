/* SPDX-License-Identifier: MIT
 *
 * y_i = book[x_i]: weights stored as 8-bit codes become floats by a codebook of
 * 256.  Each block of threads needs the whole book before it can decode anything.
 */
#include <aisp/workload.h>

enum { N };

#define CODES 256

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr,
		    (struct aisp_spec){ "x", AISP_U8, 1, { p[N] }, AISP_FILL_BYTES });
	aisp_add_in(pr, (struct aisp_spec){ "book", AISP_F32, 1, { CODES } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 1, { p[N] } });
	pr->bytes = (double)p[N] * (1 + sizeof(float)) + CODES * sizeof(float);
	pr->is_cold = 1;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const uint8_t *x = (const uint8_t *)io->in[0].data + first;
	const float *book = aisp_in_f32(io, 1);

	(void)o;
	for (int64_t k = 0; k < n; k++) {
		ref[k] = (double)book[x[k]];
		mag[k] = fabs(ref[k]);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "decoding by a codebook",
	.n_params = 1,
	.params = { [N] = { "n", 10007, 256 << 20, 448 << 20, "codes" } },
	.problem = problem,
	.reference = reference,
};
