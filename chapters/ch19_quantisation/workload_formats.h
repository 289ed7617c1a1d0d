/* SPDX-License-Identifier: MIT
 *
 * bf16 to formats of 8, 6 and 4 bits whose blocks share a scale, and back to fp32.  All
 * but the last two are those of the OCP Microscaling Formats (MX) Specification 1.0,
 * 2023: blocks of 32, and a power of two (e8m0) that brings the largest element to the
 * format's largest exponent.  So has INT4, of integers from -7 to 7.  NVFP4 has blocks
 * of 16 and a scale in e4m3, max |x| / 6 (fp32, then rounded to nearest).  The bits
 * follow from this rule:
 *
 *     code = x (1 / scale), each rounded to fp32, then to the nearest number of the
 *            format, ties to even, no larger than its largest; 0 if the scale is
 *     y = code scale
 *
 * Codes are packed (aisp/packed.h).  They are compared as the numbers that they are, so
 * that either zero is right.
 */
#include <aisp/bf16.h>
#include <aisp/packed.h>
#include <aisp/workload.h>

enum { FORMAT, ROWS, BLOCKS, THREADS };
enum { CODE, SCALE, Y };
enum { MXFP8, MXFP6_E2M3, MXFP6_E3M2, MXFP4, NVFP4, MXFP8_E5M2, INT4, N_FORMATS };

#define MOST_BLOCK 32

struct format {
	enum aisp_dtype code;
	int block;     /* elements that share a scale */
	int fraction;  /* bits of it */
	int least_exp; /* of a normal number; of integers, of what would be one */
	int most_exp;  /* of the largest number */
	float most;    /* the largest number */
	enum aisp_dtype scale;
};

#define FORMAT_MXFP8                                                                   \
	{                                                                              \
		AISP_F8E4M3, 32, 3, -6, 8, 448, AISP_E8M0                              \
	}
#define FORMAT_MXFP6_E2M3                                                              \
	{                                                                              \
		AISP_F6E2M3, 32, 3, 0, 2, 7.5f, AISP_E8M0                              \
	}
#define FORMAT_MXFP6_E3M2                                                              \
	{                                                                              \
		AISP_F6E3M2, 32, 2, -2, 4, 28, AISP_E8M0                               \
	}
#define FORMAT_MXFP4                                                                   \
	{                                                                              \
		AISP_F4E2M1, 32, 1, 0, 2, 6, AISP_E8M0                                 \
	}
#define FORMAT_NVFP4                                                                   \
	{                                                                              \
		AISP_F4E2M1, 16, 1, 0, 2, 6, AISP_F8E4M3                               \
	}
#define FORMAT_MXFP8_E5M2                                                              \
	{                                                                              \
		AISP_F8E5M2, 32, 2, -14, 15, 57344, AISP_E8M0                          \
	}
#define FORMAT_INT4                                                                    \
	{                                                                              \
		AISP_I4, 32, 2, 2, 2, 7, AISP_E8M0                                     \
	}

static inline struct format format_of(const int64_t *p)
{
	static const struct format formats[N_FORMATS] = {
		[MXFP8] = FORMAT_MXFP8,
		[MXFP6_E2M3] = FORMAT_MXFP6_E2M3,
		[MXFP6_E3M2] = FORMAT_MXFP6_E3M2,
		[MXFP4] = FORMAT_MXFP4,
		[NVFP4] = FORMAT_NVFP4,
		[MXFP8_E5M2] = FORMAT_MXFP8_E5M2,
		[INT4] = FORMAT_INT4,
	};

	return formats[p[FORMAT] < 0 || p[FORMAT] >= N_FORMATS ? 0 : p[FORMAT]];
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	struct format f = format_of(p);
	int64_t rows = p[ROWS], cols = p[BLOCKS] * f.block;

	if (p[FORMAT] < 0 || p[FORMAT] >= N_FORMATS)
		pr->invalid = "format is 0 to 6";
	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_BF16, 2, { rows, cols } });
	aisp_add_out(pr, (struct aisp_spec){ "code", f.code, 2, { rows, cols } });
	aisp_add_out(pr,
		     (struct aisp_spec){ "scale", f.scale, 2, { rows, p[BLOCKS] } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 2, { rows, cols } });
	pr->bytes = (double)rows * ((double)(6 * cols + p[BLOCKS]) +
				    (double)aisp_type_bytes(f.code, cols));
	pr->is_cold = 1;
	pr->n_threads = (int)p[THREADS];
}

/* One block of eight has subnormal numbers only, for which a scale may be 0. */
static void prepare_part(const struct aisp_io *io, uint64_t bits, int64_t part,
			 int64_t n_parts)
{
	int64_t block = format_of(io->param).block, n = aisp_elems(&io->in[0]) / block;
	int64_t end = aisp_part_begin(n, part + 1, n_parts);
	uint16_t *x = (uint16_t *)io->in[0].data;

	for (int64_t b = aisp_part_begin(n, part, n_parts); b < end; b++)
		for (int64_t i = b * block;
		     (b + (int64_t)(bits % 8)) % 8 == 0 && i < (b + 1) * block; i++)
			x[i] &= 0x807f;
}

/* The nearest number that has so many bits of fraction and no smaller exponent. */
static inline double nearest(double x, int fraction, int least_exp, double most)
{
	int e = fabs(x) < ldexp(1, least_exp) ? least_exp : ilogb(x);
	double step = ldexp(1, e - fraction), y = rint(x / step) * step;

	return fabs(y) > most ? copysign(most, y) : y;
}

/* Of a block with this maximum. */
static inline double reference_scale(const int64_t *p, double max)
{
	int e = max > 0 ? ilogb(max) - format_of(p).most_exp : -127;

	if (format_of(p).scale == AISP_F8E4M3)
		return nearest((double)((float)max / 6), 3, -6, 448);
	return ldexp(1, e < -127 ? -127 : e);
}

static double max_of_block(const struct aisp_io *io, int64_t at, int n)
{
	double max = 0;

	for (int i = 0; i < n; i++)
		max = fmax(max, fabs(aisp_bf16_at(&io->in[0], at + i)));
	return max;
}

static double reference_code(const struct format *f, const struct aisp_io *io,
			     int64_t i, double scale)
{
	float inverse = scale > 0 ? (float)(1 / scale) : 0;
	float x = (float)aisp_bf16_at(&io->in[0], i) * inverse;

	return nearest((double)x, f->fraction, f->least_exp, (double)f->most);
}

/* Codes and scales, as numbers, and their products.  Whole rows, but of scales. */
static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	struct format f = format_of(io->param);
	int64_t per_block = o == SCALE ? 1 : f.block;
	double s = 0;

	for (int64_t e = 0; e < n; e++) {
		int64_t i = (first + e) / per_block * f.block;

		if (e % per_block == 0)
			s = reference_scale(io->param, max_of_block(io, i, f.block));
		ref[e] = o == SCALE ? s : reference_code(&f, io, first + e, s);
		ref[e] *= o == Y ? s : 1;
		mag[e] = fabs(ref[e]);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "bf16 to formats with a scale a block, and back",
	.n_params = 4,
	.params = { [FORMAT] = { "format", 2, 4, 4,
				 "0 MXFP8 e4m3, 1 MXFP6 e2m3, 2 MXFP6 e3m2, 3 MXFP4, "
				 "4 NVFP4, 5 MXFP8 e5m2, 6 INT4" },
		    [ROWS] = { "rows", 61, 512, 4096, "rows", 8192 },
		    [BLOCKS] = { "blocks", 3, 128, 256, "blocks of a row", 512 },
		    [THREADS] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.prepare_part = prepare_part,
	.reference = reference,
};
