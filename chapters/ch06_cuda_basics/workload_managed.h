/* SPDX-License-Identifier: MIT
 *
 * c[j] = table[index[j]], rows of 64 KiB, where the table lies in the host's memory and
 * only a share of it is asked for: layers' weights, experts, or pages of keys and
 * values that the GPU's memory has no room for.  Variants differ in who moves which
 * pages.  The table is new in each call: a variant with managed memory writes it there
 * first, as the program would that makes it.
 */
#include <aisp/workload.h>

enum { ROWS, PERCENT };
enum { TABLE, INDEX };

#define ROW (16 << 10) /* floats, 64 KiB: a size of pages on GPUs */

static inline int64_t n_asked(const int64_t *p)
{
	int64_t n = p[ROWS] * p[PERCENT] / 100;

	return n > 1 ? n : 1;
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = n_asked(p);

	aisp_add_in(pr, (struct aisp_spec){ .name = "table",
					    .dtype = AISP_F32,
					    .rank = 2,
					    .shape = { p[ROWS], ROW },
					    .on_host = 1 });
	aisp_add_in(pr, (struct aisp_spec){ .name = "index",
					    .dtype = AISP_I32,
					    .rank = 1,
					    .shape = { n },
					    .fill = AISP_FILL_PERMUTATION,
					    .limit = p[ROWS],
					    .on_host = 1 });
	aisp_add_out(pr, (struct aisp_spec){ "c", AISP_F32, 2, { n, ROW } });
	pr->bytes = 2.0 * (double)n * ROW * sizeof(float) + (double)n * sizeof(int32_t);
	pr->is_cold = 1;
	pr->uses = AISP_USES_FIXED_IO | AISP_USES_MANAGED;
	if (p[PERCENT] < 1 || p[PERCENT] > 100)
		pr->invalid = "percent is from 1 to 100";
	if (p[ROWS] > INT32_MAX)
		pr->invalid = "rows must fit an int32";
}

static void reference_row(const float *row, double *ref, double *mag)
{
	for (int k = 0; k < ROW; k++) {
		ref[k] = (double)row[k];
		mag[k] = fabs(ref[k]);
	}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int32_t *index = (const int32_t *)io->in[INDEX].data;

	(void)o;
	for (int64_t e = 0; e < n; e += ROW)
		reference_row(aisp_in_f32(io, TABLE) +
				      (int64_t)index[(first + e) / ROW] * ROW,
			      ref + e, mag + e);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "rows of a table in the host's memory",
	.n_params = 2,
	.params = { [ROWS] = { "rows", 37, 1024, 8192, "rows of the table, 64 KiB" },
		    [PERCENT] = { "percent", 20, 5, 5,
				  "share of the rows asked for" } },
	.problem = problem,
	.reference = reference,
};
