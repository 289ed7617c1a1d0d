/* SPDX-License-Identifier: MIT
 *
 * C = A B^T of numbers in fp16, sums and C in fp32.  The same numbers in fp32 are
 * inputs, too: their products are exact in fp32, in tf32 and in fp16, so that which
 * units multiply is a switch that changes no more than how sums are rounded.
 */
#include <aisp/formats.h>

#include "f32_product.h"

enum { A32, B32, A16, B16 };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	f32_problem(p, pr);
	aisp_add_in(pr, (struct aisp_spec){ "a16", AISP_F16, 2, { p[M], p[K] } });
	aisp_add_in(pr, (struct aisp_spec){ "b16", AISP_F16, 2, { p[N], p[K] } });
	pr->bytes -= 2 * (double)((p[M] + p[N]) * p[K]);
	pr->compute = AISP_F16;
	pr->workspace_bytes = LIBRARY_BYTES;
	/* A tensor core drops what a sum of 8 has below fp32: errors of one sign. */
	pr->error_c = aisp_error_sum(p[K]) + (double)p[K] / 8;
}

/* Finite ones. */
static inline float from_f16(uint16_t x)
{
	uint32_t size = x & 0x7fff, bits = (size << 13) + (112u << 23);
	float f;

	memcpy(&f, &bits, sizeof(f));
	if (size < 0x400)
		f = (float)size * 0x1p-24f;
	return x & 0x8000 ? -f : f;
}

/* What is no number in fp16 becomes the largest one; and all of them in fp32. */
static void prepare(const struct aisp_io *io, uint64_t bits)
{
	(void)bits;
	for (int i = A32; i <= B32; i++) {
		uint16_t *from = (uint16_t *)io->in[i + A16].data;
		float *to = (float *)io->in[i].data;

		for (int64_t e = 0; e < aisp_elems(&io->in[i]); e++) {
			if ((from[e] & 0x7c00) == 0x7c00)
				from[e] = (from[e] & 0x8000) | 0x7bff;
			to[e] = from_f16(from[e]);
		}
	}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	(void)o;
	f32_reference(io, 0, first, n, ref, mag);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "matrix product, fp32 or tf32 or fp16",
	.n_params = 3,
	.params = { [M] = { "m", 187, 1024, 8192, "rows of A and C", 4096 },
		    [N] = { "n", 328, 1024, 8192, "rows of B, columns of C", 4096 },
		    [K] = { "k", 136, 1024, 8192, "columns of A and B", 4096 } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};
