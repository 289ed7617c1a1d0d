/* SPDX-License-Identifier: MIT
 *
 * jam_unroll.h - Horner's rule for JAM points side by side.  Shared by the steps,
 * which choose JAM and what the compiler may make of the inner loops.
 */
#include <string.h>

CLONES static void horner(const float *c, int64_t degree, const float *x, float *y)
{
	float t[JAM], sum[JAM];

	UNROLL
	for (int i = 0; i < JAM; i++) {
		t[i] = clamp(x[i]);
		sum[i] = c[degree];
	}
	for (int64_t k = degree - 1; k >= 0; k--) {
		UNROLL
		for (int i = 0; i < JAM; i++)
			sum[i] = sum[i] * t[i] + c[k];
	}
	UNROLL
	for (int i = 0; i < JAM; i++)
		y[i] = sum[i];
}

static int run(const struct aisp_io *io, void *state)
{
	const float *x = aisp_in_f32(io, 0), *c = aisp_in_f32(io, 1);
	float *y = aisp_out_f32(io, 0);
	int64_t n = io->param[N], i = 0;

	(void)state;
	for (; i + JAM <= n; i += JAM)
		horner(c, io->param[DEGREE], x + i, y + i);
	if (i < n) {
		float last[JAM] = { 0 }, value[JAM];

		memcpy(last, x + i, (size_t)(n - i) * sizeof(*x));
		horner(c, io->param[DEGREE], last, value);
		memcpy(y + i, value, (size_t)(n - i) * sizeof(*y));
	}
	return 0;
}
