/* SPDX-License-Identifier: MIT
 *
 * A 3x3 median of an image of bytes; beyond its edge the nearest pixel counts again.
 * Each pixel serves nine outputs: in a walk by square blocks it is fetched only once.
 * FLAGS: -O3
 */
#include <aisp/host_device.h>
#include <aisp/workload.h>

enum { ROWS, COLS, THREADS };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	struct aisp_spec image = {
		"image", AISP_U8, 2, { p[ROWS], p[COLS] }, AISP_FILL_BYTES
	};

	image.part[0] = image.part[1] = AISP_PART_IMAGE;
	aisp_add_in(pr, image);
	aisp_add_out(pr,
		     (struct aisp_spec){ "median", AISP_U8, 2, { p[ROWS], p[COLS] } });
	pr->bytes = 2.0 * (double)(p[ROWS] * p[COLS]);
	pr->is_cold = 1;
	pr->n_threads = (int)p[THREADS];
}

static inline AISP_HD int64_t nearest(int64_t i, int64_t n)
{
	return i < 0 ? 0 : i < n ? i : n - 1;
}

static int median_of_nine(uint8_t *v)
{
	for (int i = 1; i < 9; i++)
		for (int k = i; k > 0 && v[k - 1] > v[k]; k--) {
			uint8_t t = v[k];

			v[k] = v[k - 1];
			v[k - 1] = t;
		}
	return v[4];
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t rows = io->param[ROWS], cols = io->param[COLS];
	const uint8_t *a = (const uint8_t *)io->in[0].data;

	(void)o;
	for (int64_t e = 0; e < n; e++) {
		int64_t i = (first + e) / cols, j = (first + e) % cols;
		uint8_t v[9];

		for (int k = 0; k < 9; k++)
			v[k] = a[nearest(i + k / 3 - 1, rows) * cols +
				 nearest(j + k % 3 - 1, cols)];
		ref[e] = median_of_nine(v);
		mag[e] = 0; /* bytes: all bits must match */
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "3x3 median of an image of bytes",
	.n_params = 3,
	.params = { [ROWS] = { "rows", 61, 3000, 16384, "rows of pixels", 16384 },
		    [COLS] = { "cols", 83, 4000, 16384, "columns of pixels", 16384 },
		    [THREADS] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.reference = reference,
};
