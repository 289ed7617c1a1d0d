/* SPDX-License-Identifier: MIT
 *
 * topk_insert.h - the k largest so far, in descending order, in the output itself.
 */

/* The last of best[k] falls out. */
static inline void insert(float *best, int64_t k, float x)
{
	int64_t at = k - 1;

	for (; at > 0 && best[at - 1] < x; at--)
		best[at] = best[at - 1];
	best[at] = x;
}

static inline void begin(float *best, int64_t k)
{
	for (int64_t i = 0; i < k; i++)
		best[i] = -INFINITY;
}

static inline void offer(float *best, int64_t k, const float *x, int64_t n)
{
	for (int64_t j = 0; j < n; j++)
		if (x[j] > best[k - 1])
			insert(best, k, x[j]);
}
