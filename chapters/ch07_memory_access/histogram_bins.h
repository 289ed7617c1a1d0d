/* SPDX-License-Identifier: MIT
 *
 * histogram_bins.h - the bins of a strip by vectors, which clamp without a branch.
 */
#include <aisp/clones.h>

#define STRIP 512 /* elements whose bins stay in the first-level cache */

AISP_CLONES static void find_bins(const float *x, int32_t *bin, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		bin[i] = bin_of(x[i]);
}

static inline int64_t strip_at(int64_t i, int64_t n)
{
	return n - i < STRIP ? n - i : STRIP;
}
