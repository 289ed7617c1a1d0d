/* SPDX-License-Identifier: MIT
 *
 * A particle's drift along one axis, x += v dt: two fields of sixteen.  The
 * particles come in both layouts with equal contents, as records and as
 * columns; a variant reads the one it is about.
 * FLAGS: -O3
 */
#include <aisp/workload.h>

enum { N };
enum { RECORDS, COLUMNS }; /* inputs */
enum { X = 0, V = 8, FIELDS = 16 };

#define DT       0.125f
#define TOGETHER 256 /* records, in the first-level cache */

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ "records", AISP_F32, 2, { p[N], FIELDS } });
	aisp_add_in(pr, (struct aisp_spec){ "columns", AISP_F32, 2, { FIELDS, p[N] } });
	aisp_add_out(pr, (struct aisp_spec){ "x", AISP_F32, 1, { p[N] } });
	pr->flops = 2.0 * (double)p[N];
	pr->bytes = 3.0 * (double)p[N] * sizeof(float); /* x and v in, x out */
	pr->is_cold = 1;
	pr->error_c = 4; /* two roundings, each of at most mag */
}

/* Some records at a time: columns lie a power of two apart. */
static void prepare_part(const struct aisp_io *io, uint64_t bits, int64_t part,
			 int64_t n_parts)
{
	const float *records = aisp_in_f32(io, RECORDS);
	float *columns = (float *)io->in[COLUMNS].data;
	int64_t n = io->param[N], end = aisp_part_begin(n, part + 1, n_parts);

	(void)bits;
	for (int64_t i = aisp_part_begin(n, part, n_parts), to; i < end; i = to) {
		to = i + TOGETHER < end ? i + TOGETHER : end;
		for (int f = 0; f < FIELDS; f++)
			for (int64_t k = i; k < to; k++)
				columns[f * n + k] = records[k * FIELDS + f];
	}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const float *x = aisp_in_f32(io, COLUMNS) + X * io->param[N] + first;
	const float *v = aisp_in_f32(io, COLUMNS) + V * io->param[N] + first;

	(void)o;
	for (int64_t k = 0; k < n; k++) {
		double step = (double)v[k] * (double)DT;

		ref[k] = (double)x[k] + step;
		mag[k] = fabs((double)x[k]) + fabs(step);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "particle drift, records or columns",
	.n_params = 1,
	.params = { [N] = { "n", 10007, 786432, 4194304, "particles", 1 << 22 } },
	.problem = problem,
	.prepare_part = prepare_part,
	.reference = reference,
};
