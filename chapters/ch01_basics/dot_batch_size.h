/* SPDX-License-Identifier: MIT
 *
 * dot_batch_size.h - the dot product that all variants share, so that they
 * differ in the order of the dot products only.
 */
#define LANES 64 /* independent partial sums: four of the widest registers */

AISP_CLONES static float dot(const float *restrict x, const float *restrict w,
			     int64_t n)
{
	float sum[LANES] = { 0 };
	int64_t j = 0;

	for (; j + LANES <= n; j += LANES)
		for (int l = 0; l < LANES; l++)
			sum[l] += x[j + l] * w[j + l];
	for (int l = 0; j < n; j++, l++)
		sum[l] += x[j] * w[j];
	for (int half = LANES / 2; half > 0; half /= 2)
		for (int l = 0; l < half; l++)
			sum[l] += sum[l + half];
	return sum[0];
}
