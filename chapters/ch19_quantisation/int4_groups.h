/* SPDX-License-Identifier: MIT
 *
 * int4_groups.h - weights of 4 bits with a scale in bf16 for each GROUP of 128 of a
 * row: w = scale (q - 8).  Scales have 4 significant bits, so that the products are
 * exact in bf16.
 */
#ifndef INT4_GROUPS_H
#define INT4_GROUPS_H

#include <aisp/bf16.h>

#define GROUP 128

static inline int64_t n_groups(int64_t cols)
{
	return (cols + GROUP - 1) / GROUP;
}

/* Weight i without its scale: of a byte, the lower half comes first. */
static inline int quantum(const struct aisp_tensor *wq, int64_t i)
{
	return (((const uint8_t *)wq->data)[i / 2] >> (i % 2 * 4) & 15) - 8;
}

/* Column j of a row, whose scales begin at scale `first`. */
static inline double scale_at(const struct aisp_tensor *ws, int64_t first, int64_t j)
{
	return aisp_bf16_at(ws, first + j / GROUP);
}

/* The upper half of x: exact, as products have few bits. */
static inline uint16_t bf16_bits(float x)
{
	union {
		float f;
		uint32_t bits;
	} u = { x };

	return (uint16_t)(u.bits >> 16);
}

static inline void dequantise_group(uint16_t *w, const uint8_t *q, float scale,
				    int64_t n_bytes)
{
	uint16_t value[16];

	for (int i = 0; i < 16; i++)
		value[i] = bf16_bits(scale * (float)(i - 8));
	for (int64_t i = 0; i < n_bytes; i++) {
		w[2 * i] = value[q[i] & 15];
		w[2 * i + 1] = value[q[i] >> 4];
	}
}

/* Row i of w; it has an even number of columns. */
static inline void dequantise_row(const struct aisp_tensor *w,
				  const struct aisp_tensor *wq,
				  const struct aisp_tensor *ws, int64_t i)
{
	int64_t cols = w->shape[1], first = i * n_groups(cols);
	uint16_t *to = (uint16_t *)w->data + i * cols;
	const uint8_t *q = (const uint8_t *)wq->data + i * cols / 2;

	for (int64_t j = 0; j < cols; j += GROUP)
		dequantise_group(to + j, q + j / 2, (float)scale_at(ws, first, j),
				 (j + GROUP < cols ? GROUP : cols - j) / 2);
}

/* Of rows [i, end): makes scales of what they are filled with, and w of the rest. */
static inline void dequantise(const struct aisp_tensor *w, const struct aisp_tensor *wq,
			      const struct aisp_tensor *ws, int64_t i, int64_t end)
{
	int64_t groups = n_groups(w->shape[1]);

	for (; i < end; i++) {
		for (int64_t g = i * groups; g < (i + 1) * groups; g++)
			((uint16_t *)ws->data)[g] &= 0xfff0;
		dequantise_row(w, wq, ws, i);
	}
}

#endif
