/* SPDX-License-Identifier: MIT
 *
 * formats.h - three block formats of weights, as they lie in GGUF files (G. Gerganov et
 * al., ggml: ggml-common.h).  Scales are IEEE half precision, little-endian.
 *
 *     Q8_0  32 weights: d, 32 signed bytes; w = d q
 *     Q4_1  32 weights: d, m, 16 bytes; w = d q + m, q of the first 16 weights in the
 *           lower halves of the bytes, of the others in the upper ones
 *     Q4_K  256 weights: d, m, 12 bytes of scales, 128 bytes of q; eight groups of 32
 *           have a scale s and a minimum t of 6 bits each; w = d s q - m t; of each 64
 *           weights the first 32 are in the lower halves of 32 bytes
 */
#ifndef FORMATS_H
#define FORMATS_H

#include <aisp/host_device.h>
#include <stdint.h>
#include <string.h>

enum { Q8_0, Q4_1, Q4_K, N_FORMATS };

#define GROUP 32  /* weights, and numbers of x, that share a scale */
#define SUPER 256 /* weights of a block of Q4_K; others are cut into these, too */

/* Bytes of a block: halves in front, scales of 6 bits, weights. */
struct format {
	int weights, halves, scales, bytes;
};

static inline struct format format_of(int64_t f)
{
	const struct format formats[N_FORMATS] = { [Q8_0] = { 32, 1, 0, 34 },
						   [Q4_1] = { 32, 2, 0, 20 },
						   [Q4_K] = { 256, 2, 12, 144 } };

	return formats[f];
}

/* A finite half, exactly. */
AISP_HD static inline float half_at(const uint8_t *at)
{
	uint32_t bits = (uint32_t)(at[0] | at[1] << 8);
	union {
		uint32_t bits;
		float f;
	} x = { (bits & 0x7fff) << 13 };

	return (bits >> 15 ? -0x1p112f : 0x1p112f) * x.f;
}

/* The scale and the minimum of group j; the bytes are `step` apart. */
AISP_HD static inline int scale_of(const uint8_t *s, int j, int step)
{
	return j < 4 ? s[j * step] & 63
		     : (s[(j + 4) * step] & 15) | s[(j - 4) * step] >> 6 << 4;
}

AISP_HD static inline int least_of(const uint8_t *s, int j, int step)
{
	return j < 4 ? s[(j + 4) * step] & 63
		     : s[(j + 4) * step] >> 4 | s[j * step] >> 6 << 4;
}

/* Group j of a block: w = scale q + least. */
struct group {
	float scale, least;
	const uint8_t *q;
	int shift; /* of q in its bytes, of 4 bits; 8: signed bytes */
};

AISP_HD static inline struct group group_of(int64_t f, const uint8_t *block, int j)
{
	struct group g = { half_at(block), 0, block + 2, 8 };

	if (f == Q4_1)
		return (struct group){ g.scale, half_at(block + 2), block + 4, 0 };
	if (f == Q4_K)
		return (struct group){ g.scale * (float)scale_of(block + 4, j, 1),
				       -half_at(block + 2) *
					       (float)least_of(block + 4, j, 1),
				       block + 16 + j / 2 * 32, j % 2 * 4 };
	return g;
}

/* Weight i of a group. */
AISP_HD static inline int weight_of(const struct group *g, int i)
{
	if (g->shift == 8)
		return (int8_t)g->q[i];
	return g->q[i] >> g->shift & 15;
}

/* The lower halves of Q4_1's bytes are 16 weights, the upper the other 16. */
AISP_HD static inline struct group half_group(struct group g, int64_t f, int half)
{
	if (f == Q4_1)
		g.shift = 4 * half;
	else
		g.q += 16 * half;
	return g;
}

#endif
