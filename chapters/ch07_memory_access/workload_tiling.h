/* SPDX-License-Identifier: MIT
 *
 * A 5x5 filter over a matrix, zero outside, as for images: each element serves 25
 * outputs.  Memory binds if it is fetched once, and if the next elements are on
 * their way while these are in use.  The weights lie with the host, which hands
 * them to the kernel by value.
 * FLAGS: -O3
 */
#include <aisp/workload.h>
#include <float.h>

enum { ROWS, COLS, TEAM };

#define RADIUS 2
#define TAPS   (2 * RADIUS + 1)

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	struct aisp_spec weights = { "weights", AISP_F32, 2, { TAPS, TAPS } };

	weights.on_host = 1;
	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_F32, 2, { p[ROWS], p[COLS] } });
	aisp_add_in(pr, weights);
	aisp_add_out(pr, (struct aisp_spec){ "b", AISP_F32, 2, { p[ROWS], p[COLS] } });
	pr->flops = 2.0 * TAPS * TAPS * (double)(p[ROWS] * p[COLS]);
	pr->bytes = (2.0 * (double)(p[ROWS] * p[COLS]) + TAPS * TAPS) * sizeof(float);
	pr->is_cold = 1;
	pr->n_threads = (int)p[TEAM];
	pr->error_c = aisp_error_sum(TAPS * TAPS);
	if (p[COLS] % 4)
		pr->invalid = "cols must be a multiple of 4: rows start at 16 bytes";
}

static void output_at(const struct aisp_io *io, int64_t i, int64_t j, double *ref,
		      double *mag)
{
	const float *a = aisp_in_f32(io, 0), *w = aisp_in_f32(io, 1);
	int64_t rows = io->param[ROWS], cols = io->param[COLS];

	*ref = 0;
	*mag = TAPS * TAPS * FLT_MIN; /* products that underflow */
	for (int di = -RADIUS; di <= RADIUS; di++)
		for (int dj = -RADIUS; dj <= RADIUS; dj++) {
			int64_t r = i + di, c = j + dj;
			double term;

			if (r < 0 || r >= rows || c < 0 || c >= cols)
				continue;
			term = (double)a[r * cols + c] *
			       (double)w[(di + RADIUS) * TAPS + dj + RADIUS];
			*ref += term;
			*mag += fabs(term);
		}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t cols = io->param[COLS];

	(void)o;
	for (int64_t e = 0; e < n; e++)
		output_at(io, (first + e) / cols, (first + e) % cols, ref + e, mag + e);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "5x5 filter, fp32",
	.n_params = 3,
	.params = { [ROWS] = { "rows", 61, 2048, 8192, "rows", 8192 },
		    [COLS] = { "cols", 148, 2048, 8192, "columns", 8192 },
		    [TEAM] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.reference = reference,
};
