/* SPDX-License-Identifier: MIT
 *
 * grad_norm_back.h - scaling from the end to the beginning, in strips: the elements
 * that were read last are still in a cache.  From the beginning, if g is larger than
 * the cache, each line would evict one that is needed soon.
 */
#include "grad_norm_sums.h"

#define STRIP 4096 /* elements */

static inline void scale_back(float *g, float factor, int64_t n)
{
	int64_t i = n / STRIP * STRIP;

	scale(g + i, factor, n - i);
	while (i > 0) {
		i -= STRIP;
		scale(g + i, factor, STRIP);
	}
}
