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
		code[i] = (uint8_t)(k | sign << (f.bits - 1));
	}
	pack(code, f.block, f.bits, block.code);
}

#define BLOCKS_OF(name, ...)                                                           \
	AISP_CLONES static void name(const struct aisp_io *io, int64_t first,          \
				     int64_t end)                                      \
	{                                                                              \
		for (int64_t b = first; b < end; b++)                                  \
			convert(io, (struct format){ __VA_ARGS__ }, b);                \
	}

BLOCKS_OF(to_mxfp8, 32, 8, 3, -6, 8, 448)
BLOCKS_OF(to_mxfp6_e2m3, 32, 6, 3, 0, 2, 7.5f)
BLOCKS_OF(to_mxfp6_e3m2, 32, 6, 2, -2, 4, 28)
BLOCKS_OF(to_mxfp4, 32, 4, 1, 0, 2, 6)
BLOCKS_OF(to_nvfp4, 16, 4, 1, 0, 2, 6)

static inline void convert_part(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	static void (*const to[N_FORMATS])(const struct aisp_io *, int64_t, int64_t) = {
		to_mxfp8, to_mxfp6_e2m3, to_mxfp6_e3m2, to_mxfp4, to_nvfp4
	};
	int64_t n = io->param[ROWS] * io->param[BLOCKS];

	to[io->param[FORMAT]](io, n * part / n_parts, n * (part + 1) / n_parts);
}
