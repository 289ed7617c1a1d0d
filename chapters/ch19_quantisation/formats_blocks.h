/* SPDX-License-Identifier: MIT
 *
 * formats_blocks.h - a loop over blocks for each format, whose constants the compiler
 * knows, so that it makes vectors of a block.
 */
#include <aisp/clones.h>

#include "formats_bits.h"

#define BLOCKS_OF(name, is)                                                            \
	AISP_CLONES static void name(const struct aisp_io *io, int64_t first,          \
				     int64_t end)                                      \
	{                                                                              \
		struct format f = is;                                                  \
                                                                                       \
		for (int64_t b = first; b < end; b++)                                  \
			convert_block(&f, block_at(first_block(io), &f, b));           \
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
