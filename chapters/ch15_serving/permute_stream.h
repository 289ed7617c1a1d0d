/* SPDX-License-Identifier: MIT
 *
 * permute_stream.h - a token's row is read once and goes to all its places, past the
 * caches: rows that are overwritten as a whole need not be read before.
 */
#include "permute_cpu.h"

#include "stream_row.h"

/* The tokens of part `part` of n_parts. */
static inline void copy_part(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	struct permute m = permute_of(io);
	int64_t n = m.p[TOKENS], k = m.p[K], width = m.p[WIDTH];

	for (int64_t t = n * part / n_parts; t < n * (part + 1) / n_parts; t++)
		for (int64_t i = 0; i < k; i++)
			stream_row(m.y + m.back[t * k + i] * width, m.x + t * width,
				   width);
	stream_end();
}
