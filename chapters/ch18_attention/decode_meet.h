/* SPDX-License-Identifier: MIT
 *
 * decode_meet.h - the queries of a group meet some keys and values in fp32, with online
 * softmax (M. Milakov and N. Gimelshein, arXiv:1805.02867).
 */
#ifndef DECODE_MEET_H
#define DECODE_MEET_H

#include <aisp/exp2.h>

#include "decode_rows.h"

#ifndef MOST_GROUP
#define MOST_GROUP 16
#endif
#define WIDE 32 /* numbers of a sum: two registers or four */
#define STEP 16 /* keys that are in the first cache as fp32 */

/* Queries of a group, and the sums of each so far. */
struct online {
	float q[MOST_GROUP][HEAD_DIM], sum[MOST_GROUP][HEAD_DIM];
	float max[MOST_GROUP], total[MOST_GROUP];
};

/* sum = by sum + weighted values, WIDE numbers of each, which stay in registers. */
INLINE void weigh(float *restrict sum, float by, const float *s,
		  const float *restrict v, int64_t n)
{
	float own[WIDE] = { 0 };

	for (int c = 0; c < WIDE; c++)
		own[c] = by * sum[c];
	for (int64_t j = 0; j < n; j++)
		for (int c = 0; c < WIDE; c++)
			own[c] += s[j] * v[j * HEAD_DIM + c];
	for (int c = 0; c < WIDE; c++)
		sum[c] = own[c];
}

/* Adds n values to a query's sum, weighted by their scores. */
INLINE void take(struct online *x, int64_t g, float *s, const float *v, int64_t n)
{
	float old = x->max[g], by, total = 0;

	for (int64_t j = 0; j < n; j++)
		x->max[g] = s[j] > x->max[g] ? s[j] : x->max[g];
	by = aisp_exp2f(old - x->max[g]);
	for (int64_t j = 0; j < n; j++) {
		s[j] = aisp_exp2f(s[j] - x->max[g]);
		total += s[j];
	}
	x->total[g] = x->total[g] * by + total;
	for (int c = 0; c < HEAD_DIM; c += WIDE)
		weigh(x->sum[g] + c, by, s, v + c, n);
}

/* All queries of a group meet n keys and values. */
INLINE void meet(struct online *x, int64_t group, const float *k, const float *v,
		 int64_t n)
{
	float s[STEP];

	for (int64_t g = 0; g < group; g++) {
		for (int64_t j = 0; j < n; j++)
			s[j] = dot_row(x->q[g], k + j * HEAD_DIM);
		take(x, g, s, v, n);
	}
}

INLINE void begin_group(struct online *x, const uint16_t *q, int64_t group)
{
	for (int64_t g = 0; g < group; g++) {
		widen_rows(&x->q[g][0], q + g * HEAD_DIM, 1, DECODE_SCALE);
		x->max[g] = -INFINITY;
		x->total[g] = 0;
		for (int c = 0; c < HEAD_DIM; c++)
			x->sum[g][c] = 0;
	}
}

INLINE void finish_group(const struct online *x, uint16_t *o, int64_t group)
{
	for (int64_t g = 0; g < group; g++)
		finish_row(o + g * HEAD_DIM, x->sum[g], x->total[g]);
}

#endif
