/* SPDX-License-Identifier: MIT
 *
 * y[i] = x[i] + table[index[i]]: a table that fits a cache and is read again and again,
 * beside three streams that are used once.  What is read once should not push out what
 * is read often.
 */
#include <aisp/workload.h>

enum { N, TABLE };
enum { IN_X, IN_TABLE, IN_INDEX };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	double n = (double)p[N], all = (double)p[TABLE];

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 1, { p[N] } });
	aisp_add_in(pr, (struct aisp_spec){ "table", AISP_F32, 1, { p[TABLE] } });
	aisp_add_in(
		pr,
		(struct aisp_spec){
			"index", AISP_I32, 1, { p[N] }, AISP_FILL_INDEX, p[TABLE] });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 1, { p[N] } });
	pr->flops = n;
	/* The distinct ones among n random elements, not the whole table. */
	pr->bytes = 12 * n + 4 * all * -expm1(-n / all);
	pr->is_cold = 1;
	pr->error_c = 4; /* of one addition */
	if (p[TABLE] > INT32_MAX)
		pr->invalid = "the table's elements are numbered by an int32";
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int32_t *index = (const int32_t *)io->in[IN_INDEX].data + first;
	const float *x = aisp_in_f32(io, IN_X) + first;

	(void)o;
	for (int64_t i = 0; i < n; i++) {
		ref[i] = (double)x[i] + (double)aisp_in_f32(io, IN_TABLE)[index[i]];
		mag[i] = fabs(ref[i]);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "a table beside streams",
	.n_params = 2,
	.params = { [N] = { "n", 10007, 1 << 22, 1 << 24, "elements", 1 << 26 },
		    [TABLE] = { "table", 211, 1 << 17, 1 << 17, "elements of the table",
				6 << 20 } },
	.problem = problem,
	.reference = reference,
};
