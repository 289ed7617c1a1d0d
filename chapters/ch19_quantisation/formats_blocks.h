/* SPDX-License-Identifier: MIT
 *
 * formats_blocks.h - a loop over blocks for each format, whose constants the compiler
 * knows, so that it makes vectors of a block.
 */
#include <aisp/clones.h>

#include "formats_cpu.h"

static inline __attribute__((always_inline)) void convert(const struct aisp_io *io,
							  struct format f, int64_t b)
{
	struct block block = block_of(io, b);
	uint8_t code[MOST_BLOCK] = { 0 };
	float scale = scale_of(io->param, max_of(block.x, f.block), block.scale);
	float inverse = inverse_of(scale);

	for (int i = 0; i < f.block; i++) {
		uint32_t x = (uint32_t)block.x[i] << 16, sign = x >> 31;
		uint32_t k = round_to_code(float_of(x) * inverse, f.fraction,
					   f.least_exp, f.most);
		float a = code_value(k, f.fraction, f.least_exp) * scale;

		block.y[i] = float_of(bits_of(a) | sign << 31);
		code[i] = signed_code(f.code, k, sign);
	}
	pack(code, f.block, aisp_type_bits(f.code), block.code);
}

#define BLOCKS_OF(name, is)                                                            \
	AISP_CLONES static void name(const struct aisp_io *io, int64_t first,          \
				     int64_t end)                                      \
	{                                                                              \
		for (int64_t b = first; b < end; b++)                                  \
			convert(io, (struct format)is, b);                             \
	}

BLOCKS_OF(to_mxfp8, FORMAT_MXFP8)
BLOCKS_OF(to_mxfp6_e2m3, FORMAT_MXFP6_E2M3)
BLOCKS_OF(to_mxfp6_e3m2, FORMAT_MXFP6_E3M2)
BLOCKS_OF(to_mxfp4, FORMAT_MXFP4)
BLOCKS_OF(to_nvfp4, FORMAT_NVFP4)
BLOCKS_OF(to_mxfp8_e5m2, FORMAT_MXFP8_E5M2)
BLOCKS_OF(to_int4, FORMAT_INT4)

static inline void convert_part(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	static void (*const to[N_FORMATS])(const struct aisp_io *, int64_t, int64_t) = {
		to_mxfp8, to_mxfp6_e2m3, to_mxfp6_e3m2, to_mxfp4,
		to_nvfp4, to_mxfp8_e5m2, to_int4
	};
	int64_t n = io->param[ROWS] * io->param[BLOCKS];

	to[io->param[FORMAT]](io, n * part / n_parts, n * (part + 1) / n_parts);
}
