/* SPDX-License-Identifier: MIT
 *
 * y[i] = book[code[i]]: weights quantised to a codebook are unpacked.  The book is
 * looked up at random and fits the shared memory of a block; codes and values
 * stream through memory.
 */
#include <aisp/workload.h>

enum { N, ENTRIES };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ "book", AISP_F32, 1, { p[ENTRIES] } });
	aisp_add_in(
		pr,
		(struct aisp_spec){
			"code", AISP_I32, 1, { p[N] }, AISP_FILL_INDEX, p[ENTRIES] });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 1, { p[N] } });
	pr->bytes = (double)(2 * p[N] + p[ENTRIES]) * sizeof(float);
	pr->is_cold = 1;
	if (p[ENTRIES] > 16384)
		pr->invalid = "a book has at most 16384 entries, 64 KiB";
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int32_t *code = (const int32_t *)io->in[1].data + first;

	(void)o;
	for (int64_t k = 0; k < n; k++) {
		ref[k] = (double)aisp_in_f32(io, 0)[code[k]];
		mag[k] = 0; /* copies: bits must match */
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "values looked up in a codebook",
	.n_params = 2,
	.params = { [N] = { "n", 10007, 1 << 24, 1 << 28, "values", 1 << 26 },
		    [ENTRIES] = { "entries", 251, 8192, 8192, "values of the book" } },
	.problem = problem,
	.reference = reference,
};
