/* SPDX-License-Identifier: MIT
 *
 * bf16 to formats of 8, 6 and 4 bits whose blocks share a scale, and back to fp32.  The
 * first four are those of the OCP Microscaling Formats (MX) Specification 1.0, 2023:
 * blocks of 32, and a power of two that brings the largest element to the format's
 * largest exponent.  NVFP4 has blocks of 16 and a scale in e4m3, max |x| / 6 (fp32,
 * then rounded to nearest).  The bits follow from this rule:
 *
 *     code = x (1 / scale), each rounded to fp32, then to the nearest number of the
 *            format, ties to even, no larger than its largest; 0 if the scale is
 *     y = code scale
 *
 * Codes of 8 bits take a byte each, those of 6 bits three bytes for four, those of 4
 * bits one for two, the first in the lowest bits.
 */
#include <aisp/bf16.h>
#include <aisp/workload.h>

enum { FORMAT, ROWS, BLOCKS, THREADS };
enum { CODE, SCALE, Y };
enum { MXFP8, MXFP6_E2M3, MXFP6_E3M2, MXFP4, NVFP4, N_FORMATS };

#define MOST_BLOCK 32

struct format {
	int block;     /* elements that share a scale */
	int bits;      /* of a code: sign, exponent, fraction */
	int fraction;  /* bits of it */
	int least_exp; /* of a normal number */
	int most_exp;  /* of the largest number */
	float most;    /* the largest number */
};

static inline struct format format_of(const int64_t *p)
{
	static const struct format formats[N_FORMATS] = {
		[MXFP8] = { 32, 8, 3, -6, 8, 448 },
		[MXFP6_E2M3] = { 32, 6, 3, 0, 2, 7.5f },
		[MXFP6_E3M2] = { 32, 6, 2, -2, 4, 28 },
		[MXFP4] = { 32, 4, 1, 0, 2, 6 },
		[NVFP4] = { 16, 4, 1, 0, 2, 6 },
	};

	return formats[p[FORMAT] < 0 || p[FORMAT] >= N_FORMATS ? 0 : p[FORMAT]];
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t rows = p[ROWS], block = format_of(p).block, cols = p[BLOCKS] * block;
	int64_t bytes = cols * format_of(p).bits / 8;

	if (p[FORMAT] < 0 || p[FORMAT] >= N_FORMATS)
		pr->invalid = "format is 0 to 4";
	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_BF16, 2, { rows, cols } });
	aisp_add_out(pr, (struct aisp_spec){ "code", AISP_U8, 2, { rows, bytes } });
	aisp_add_out(pr,
		     (struct aisp_spec){ "scale", AISP_U8, 2, { rows, p[BLOCKS] } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 2, { rows, cols } });
	pr->bytes = (double)rows * (double)(6 * cols + bytes + p[BLOCKS]);
	pr->is_cold = 1;
	pr->n_threads = (int)p[THREADS];
}

/* One block of eight has subnormal numbers only, for which a scale may be 0. */
static void prepare(const struct aisp_io *io, uint64_t bits)
{
	int64_t block = format_of(io->param).block, n = aisp_elems(&io->in[0]);
	uint16_t *x = (uint16_t *)io->in[0].data;

	for (int64_t i = 0; i < n; i++)
		if ((i / block + (int64_t)(bits % 8)) % 8 == 0)
			x[i] &= 0x807f;
}

/* The nearest number that has so many bits of fraction and no smaller exponent. */
static inline double nearest(double x, int fraction, int least_exp, double most)
{
	int e = fabs(x) < ldexp(1, least_exp) ? least_exp : ilogb(x);
	double step = ldexp(1, e - fraction), y = rint(x / step) * step;

	return fabs(y) > most ? copysign(most, y) : y;
}

/* Exponent and fraction of a number of the format, behind its sign. */
static inline int code_of(const struct format *f, double y)
{
	int sign = signbit(y) ? 1 << (f->bits - 1) : 0, e = 0;
	double a = fabs(y), step = ldexp(1, f->least_exp - f->fraction);

	if (a >= ldexp(1, f->least_exp)) {
		e = ilogb(a) - f->least_exp;
		step = ldexp(step, e);
	}
	/* Numbers of the next exponent continue the count of those of this one. */
	return sign | ((e << f->fraction) + (int)(a / step));
}

/* Of a block with this maximum; *byte as it is stored. */
static inline double reference_scale(const int64_t *p, double max, int *byte)
{
	static const struct format e4m3 = { 0, 8, 3, -6, 8, 448 };
	int e = max > 0 ? ilogb(max) - format_of(p).most_exp : -127;
	double scale;

	if (p[FORMAT] == NVFP4) {
		scale = nearest((double)((float)max / 6), 3, -6, 448);
		*byte = code_of(&e4m3, scale);
		return scale;
	}
	e = e < -127 ? -127 : e;
	*byte = e + 127;
	return ldexp(1, e);
}

/* A block of x: where its results belong, if they are wanted. */
static void reference_block(const struct aisp_io *io, int64_t at, double *scale,
			    double *code, double *y)
{
	struct format f = format_of(io->param);
	double max = 0, s;
	uint32_t bits = 0;
	int byte, n_bits = 0;

	for (int i = 0; i < f.block; i++)
		max = fmax(max, fabs(aisp_bf16_at(&io->in[0], at + i)));
	s = reference_scale(io->param, max, &byte);
	if (scale)
		*scale = byte;
	for (int i = 0; i < f.block; i++) {
		float inverse = s > 0 ? (float)(1 / s) : 0;
		float product = (float)aisp_bf16_at(&io->in[0], at + i) * inverse;
		double q = nearest((double)product, f.fraction, f.least_exp,
				   (double)f.most);

		if (y)
			y[i] = q * s;
		bits |= (uint32_t)code_of(&f, q) << n_bits;
		for (n_bits += f.bits; n_bits >= 8; n_bits -= 8, bits >>= 8)
			if (code)
				*code++ = bits & 0xff;
	}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	struct format f = format_of(io->param);
	int64_t per_block = o == SCALE ? 1 : o == Y ? f.block : f.block * f.bits / 8;

	for (int64_t e = 0; e < n; e += per_block)
		reference_block(io, (first + e) / per_block * f.block,
				o == SCALE ? ref + e : NULL, o == CODE ? ref + e : NULL,
				o == Y ? ref + e : NULL);
	for (int64_t e = 0; e < n; e++)
		mag[e] = fabs(ref[e]);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "bf16 to formats with a scale a block, and back",
	.n_params = 4,
	.params = { [FORMAT] = { "format", 2, 4, 4,
				 "0 MXFP8, 1 MXFP6 e2m3, 2 MXFP6 e3m2, 3 MXFP4, 4 "
				 "NVFP4" },
		    [ROWS] = { "rows", 61, 512, 4096, "rows" },
		    [BLOCKS] = { "blocks", 3, 128, 256, "blocks of a row" },
		    [THREADS] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};
