/* SPDX-License-Identifier: MIT
 *
 * drawn_tensors.h - tensors of a model: tensor t is elements [to[t], to[t + 1]) of one
 * order, and begins at element from[t] of another.
 */
#ifndef DRAWN_TENSORS_H
#define DRAWN_TENSORS_H

#include <aisp/draw.h>
#include <aisp/workload.h>

/* What prepare() finds in to[]: few tensors hold most of the elements. */
static inline struct aisp_spec tensor_sizes(int64_t tensors)
{
	return (struct aisp_spec){ .name = "to",
				   .dtype = AISP_I64,
				   .rank = 1,
				   .shape = { tensors + 1 },
				   .fill = AISP_FILL_LENGTHS,
				   .limit = 4096,
				   .exponent = 2 };
}

/* Sizes become where tensors begin; the last ends with the order. */
static inline void add_up_sizes(int64_t *to, int64_t tensors, int64_t elems)
{
	double all = 0, so_far = 0;

	for (int64_t t = 0; t < tensors; t++)
		all += (double)to[t];
	for (int64_t t = 0; t < tensors; t++) {
		double size = (double)to[t];

		to[t] = (int64_t)((double)elems * so_far / all);
		so_far += size;
	}
	to[tensors] = elems;
}

static inline void draw_tensors(int64_t *to, int64_t *from, int64_t tensors,
				int64_t elems, uint64_t bits)
{
	add_up_sizes(to, tensors, elems);
	/* The other order. */
	for (int64_t i = 0; i < tensors; i++)
		from[i] = -1;
	for (int64_t i = 0, t = 0, at = 0; i < tensors; i++) {
		t = (t + (int64_t)(aisp_draw(~bits, (uint64_t)i) >> 33)) % tensors;
		while (from[t] >= 0)
			t = (t + 1) % tensors;
		from[t] = at;
		at += to[t + 1] - to[t];
	}
}

/* The tensor that has element i of the first order: the last that begins there or
 * before. */
static inline int64_t tensor_of(const int64_t *to, int64_t tensors, int64_t i)
{
	int64_t low = 0, high = tensors;

	while (high - low > 1) {
		int64_t middle = low + (high - low) / 2;

		if (to[middle] <= i)
			low = middle;
		else
			high = middle;
	}
	return low;
}

#endif
