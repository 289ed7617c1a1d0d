/* SPDX-License-Identifier: MIT
 *
 * grad_norm_sums.h - many partial sums at a time, in vectors.
 */
#include "grad_norm_cpu.h"

#define SUMS 32 /* additions under way: what four vectors of eight fp64 hold */

AISP_CLONES static double sum_of_squares(const float *g, int64_t n)
{
	double part[SUMS] = { 0 }, sum = 0;
	int64_t i = 0;

	for (; i + SUMS <= n; i += SUMS)
		for (int k = 0; k < SUMS; k++)
			part[k] += (double)g[i + k] * (double)g[i + k];
	for (; i < n; i++)
		sum += (double)g[i] * (double)g[i];
	for (int k = 0; k < SUMS; k++)
		sum += part[k];
	return sum;
}
