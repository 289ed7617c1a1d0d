/* SPDX-License-Identifier: MIT
 *
 * C = W X^T in bf16, where two of each four neighbours in a row of W were set to 0.
 * What is left comes packed, the two of each four in their order, and word j of a row
 * of `place` says where they were: its bits 4 g and 4 g + 1 the first one's place
 * among columns 32 j + 4 g to + 3, the next two bits the second one's.  W with its
 * zeros is an input, too.
 */
#include <aisp/bf16.h>
#include <aisp/bf16_cpu.h>
#include <aisp/draw.h>
#include <aisp/workload.h>
#include <float.h>
#include <string.h>

enum { M, N, K };

enum { IN_W, IN_X, IN_KEPT, IN_PLACE };

#define STRIP       32 /* rows of X that a CPU has at a time */
#define PLACE_WIDTH 32 /* columns for each word of places */

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t m = p[M], n = p[N], k = p[K];

	aisp_add_in(pr, (struct aisp_spec){ "w", AISP_BF16, 2, { m, k } });
	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_BF16, 2, { n, k } });
	aisp_add_in(pr, (struct aisp_spec){ "kept", AISP_BF16, 2, { m, k / 2 } });
	aisp_add_in(pr, (struct aisp_spec){ "place",
					    AISP_U32,
					    2,
					    { m, k / PLACE_WIDTH },
					    AISP_FILL_BYTES });
	aisp_add_out(pr, (struct aisp_spec){ "c", AISP_BF16, 2, { m, n } });
	pr->out[0].by_element = 1;
	pr->flops = (double)m * (double)n * (double)k; /* two for each kept weight */
	pr->bytes = (double)m * (double)k * (1 + 1.0 / 8) + 2 * (double)n * (double)k +
		    2 * (double)m * (double)n;
	pr->compute = AISP_BF16;
	/* For the library, or for a strip of X in fp32. */
	pr->workspace_bytes = ((size_t)64 << 20) + (size_t)k * STRIP * sizeof(float);
	pr->error_c = AISP_BF16_ONCE;
	if (n % 8 || k % 128)
		pr->invalid = "n must be a multiple of 8 and k of 128: "
			      "rows start at 16 bytes";
}

/* Of a four: which two places, the lower first. */
static inline uint32_t two_of_four(uint32_t bits)
{
	static const uint8_t pairs[] = { 0x4, 0x8, 0xc, 0x9, 0xd, 0xe };

	return pairs[bits % 6];
}

static inline uint32_t valid_places(uint64_t bits)
{
	uint32_t word = 0;

	for (int g = 0; g < 8; g++)
		word |= two_of_four((uint32_t)(bits >> 8 * g & 0xff)) << 4 * g;
	return word;
}

/* w follows from the rest: 32 of its elements from a word of places. */
static void prepare_part(const struct aisp_io *io, uint64_t bits, int64_t part,
			 int64_t n_parts)
{
	int64_t n = aisp_elems(&io->in[IN_PLACE]);
	int64_t first = aisp_part_begin(n, part, n_parts);
	int64_t end = aisp_part_begin(n, part + 1, n_parts);
	const uint16_t *kept = (const uint16_t *)io->in[IN_KEPT].data + 16 * first;
	uint32_t *place = (uint32_t *)io->in[IN_PLACE].data;
	uint16_t *w = (uint16_t *)io->in[IN_W].data + 32 * first;

	memset(w, 0, (size_t)(32 * (end - first)) * sizeof(*w));
	for (int64_t i = first; i < end; i++) {
		place[i] = valid_places(aisp_draw(bits ^ place[i], (uint64_t)i));
		for (int g = 0; g < 8; g++, w += 4, kept += 2) {
			w[place[i] >> 4 * g & 3] = kept[0];
			w[place[i] >> (4 * g + 2) & 3] = kept[1];
		}
	}
}

/* The sum of the products of a row, and that of their absolute values. */
static inline double kept_dot(const uint16_t *kept, const uint32_t *place,
			      const uint16_t *x, int64_t k, double *mag)
{
	double sum = 0;

	*mag = 0;
	for (int64_t i = 0; i < k / 2; i++) {
		uint32_t at = place[i / 16] >> i % 16 * 2 & 3;
		double t = (double)from_bf16(kept[i]) *
			   (double)from_bf16(x[i / 2 * 4 + at]);

		sum += t;
		*mag += fabs(t);
	}
	return sum;
}

/* mag is in units of AISP_BF16_ONCE times the unit roundoff, 2^-8. */
static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n_elems,
		      double *ref, double *mag)
{
	int64_t n = io->param[N], k = io->param[K];
	const uint16_t *x = (const uint16_t *)io->in[IN_X].data;
	const uint16_t *kept = (const uint16_t *)io->in[IN_KEPT].data;
	const uint32_t *place = (const uint32_t *)io->in[IN_PLACE].data;

	(void)o;
	for (int64_t e = 0; e < n_elems; e++) {
		int64_t i = (first + e) / n, j = (first + e) % n;
		double sizes, off;

		ref[e] = kept_dot(kept + i * k / 2, place + i * k / PLACE_WIDTH,
				  x + j * k, k, &sizes);
		off = aisp_error_sum(k / 2) * (double)FLT_EPSILON / 2 * sizes +
		      (double)k * (double)FLT_MIN; /* products that underflow */
		mag[e] = fabs(ref[e]) + off / AISP_BF16_ONCE * 0x1p8;
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "matrix product, two of four weights kept",
	.n_params = 3,
	.params = { [M] = { "m", 67, 2048, 8192, "rows of W and C", 8192 },
		    [N] = { "n", 40, 32, 8192, "rows of X, columns of C", 8192 },
		    [K] = { "k", 384, 2048, 8192,
			    "columns of W and X: a multiple of 128", 8192 } },
	.problem = problem,
	.prepare_part = prepare_part,
	.reference = reference,
};
