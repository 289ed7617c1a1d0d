/* SPDX-License-Identifier: MIT
 *
 * Y = X W^T with weights of 4 bits and a scale in bf16 for each group of 128 of a row,
 * as in a language model that serves m requests at a time: X and Y are bf16.  Half a
 * byte of memory for a weight serves 2 m operations, so memory binds up to some 50
 * rows.  The same weights in bf16 are an input too.  On a GPU the default is the last
 * product of a Llama 70B's feed-forward layer: 121 MB, so that a call is longer than
 * what a launch takes to begin and to end.
 */
#include "int4_groups.h"

#include <aisp/workload.h>
#include <float.h>
#include <stdlib.h>

#define LANES 8

enum { M, N, K };

enum { IN_X, IN_W, IN_WQ, IN_WS };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t m = p[M], n = p[N], k = p[K], g = n_groups(k);

	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_BF16, 2, { m, k } });
	aisp_add_in(pr, (struct aisp_spec){ "w", AISP_BF16, 2, { n, k } });
	aisp_add_in(pr,
		    (struct aisp_spec){ "wq", AISP_U4, 2, { n, k }, AISP_FILL_BYTES });
	aisp_add_in(pr, (struct aisp_spec){ "ws", AISP_BF16, 2, { n, g } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_BF16, 2, { m, n } });
	pr->flops = 2.0 * (double)m * (double)n * (double)k;
	pr->bytes = (double)n * ((double)k / 2 + 2 * (double)g) +
		    2 * (double)m * (double)(k + n);
	pr->compute = AISP_BF16;
	pr->is_cold = 1;
	pr->workspace_bytes = (size_t)64 << 20; /* for the library */
	pr->error_c = AISP_BF16_ONCE;
	if (n % 8 || k % 32)
		pr->invalid = "n must be a multiple of 8 and k of 32: "
			      "rows start at 16 bytes";
}

/* w follows from the rest. */
static void prepare_part(const struct aisp_io *io, uint64_t bits, int64_t part,
			 int64_t n_parts)
{
	int64_t rows = io->in[IN_W].shape[0];

	(void)bits;
	dequantise(&io->in[IN_W], &io->in[IN_WQ], &io->in[IN_WS],
		   aisp_part_begin(rows, part, n_parts),
		   aisp_part_begin(rows, part + 1, n_parts));
}

/* Half of a row of X: the elements that meet the lower halves of bytes, or the upper.
 */
static inline void widen_half(const struct aisp_io *io, int64_t row, int half, float *x)
{
	int64_t k = io->param[K];

	for (int64_t p = half; p < k; p += 2)
		x[p / 2] = (float)aisp_bf16_at(&io->in[IN_X], row * k + p);
}

/* The sum over a group, without its scale; k is a multiple of 32. */
static inline double group_dot(const uint8_t *q, const float *even, const float *odd,
			       int64_t n_bytes, double *mag)
{
	double s[LANES] = { 0 }, m[LANES] = { 0 }, sum = 0;

	for (int64_t p = 0; p < n_bytes; p += LANES)
		for (int i = 0; i < LANES; i++) {
			float a = (float)((q[p + i] & 15) - 8) * even[p + i];
			float b = (float)((q[p + i] >> 4) - 8) * odd[p + i];

			s[i] += (double)a + (double)b;
			m[i] += fabs((double)a) + fabs((double)b);
		}
	*mag = 0;
	for (int i = 0; i < LANES; i++) {
		sum += s[i];
		*mag += m[i];
	}
	return sum;
}

/* The product with row j of W. */
static inline double row_dot(const struct aisp_io *io, const float *even,
			     const float *odd, int64_t j, double *mag)
{
	int64_t k = io->param[K], half = GROUP / 2;
	const uint8_t *q = (const uint8_t *)io->in[IN_WQ].data + j * k / 2;
	double sum = 0, m;

	*mag = 0;
	for (int64_t p = 0; p < k / 2; p += half) {
		double scale = scale_at(&io->in[IN_WS], j * n_groups(k), 2 * p);
		int64_t n_bytes = p + half < k / 2 ? half : k / 2 - p;

		sum += scale * group_dot(q + p, even + p, odd + p, n_bytes, &m);
		*mag += fabs(scale) * m;
	}
	return sum;
}

/* Whole rows of Y: one rounding to bf16, sums in fp32, products that underflow. */
static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n_elems,
		      double *ref, double *mag)
{
	int64_t n = io->param[N], k = io->param[K];
	double share = aisp_bf16_share(aisp_error_sum(k)) / AISP_BF16_ONCE;
	float *even = (float *)malloc((size_t)k * sizeof(*even)), *odd = even + k / 2;

	(void)o;
	for (int64_t e = 0; e < n_elems; e++) {
		int64_t i = (first + e) / n, j = (first + e) % n;

		ref[e] = mag[e] = NAN; /* without memory nothing passes */
		if (!even)
			continue;
		if (e == 0 || j == 0) {
			widen_half(io, i, 0, even);
			widen_half(io, i, 1, odd);
		}
		ref[e] = row_dot(io, even, odd, j, &mag[e]);
		mag[e] = fabs(ref[e]) + share * mag[e] + (double)k * (double)FLT_MIN;
	}
	free(even);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "matrix product, 4-bit groups",
	.n_params = 3,
	.params = { [M] = { "m", 21, 16, 256, "rows of X and Y" },
		    [N] = { "n", 328, 1024, 16384, "rows of W, columns of Y", 8192 },
		    [K] = { "k", 416, 1024, 16384,
			    "columns of X and W: a multiple of 32", 28672 } },
	.problem = problem,
	.prepare_part = prepare_part,
	.reference = reference,
};
