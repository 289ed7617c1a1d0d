/* SPDX-License-Identifier: MIT */
#include <aisp/exp2.h>
#include <math.h>
#include <stdint.h>

#include "tap.h"

typedef float vec __attribute__((vector_size(16)));
typedef int32_t ivec __attribute__((vector_size(16)));

static vec larger(vec a, vec b)
{
	for (int l = 0; l < 4; l++)
		a[l] = a[l] > b[l] ? a[l] : b[l];
	return a;
}

AISP_EXP2(power, vec, ivec, larger)

/* Computes in the last lane, beside others that must not matter; NaN if the scalar
 * function differs. */
static float power_of(float t)
{
	float p = power((vec){ -300, 3, 0, t })[3];

	return p == aisp_exp2f(t) ? p : NAN;
}

static double worst_error(void)
{
	double worst = 0;

	for (int i = -(1 << 23); i < 1 << 23; i += 4) {
		float t[4];
		vec p;

		for (int l = 0; l < 4; l++)
			t[l] = (float)(i + l) * 0x1p-24f;
		p = power((vec){ t[0], t[1], t[2], t[3] });
		for (int l = 0; l < 4; l++)
			worst = fmax(worst,
				     fabs((double)p[l] / exp2((double)t[l]) - 1));
	}
	return worst;
}

static int is_exact_at_integers(void)
{
	for (int n = -126; n <= 127; n++)
		if (power_of((float)n) != ldexpf(1, n))
			return 0;
	return 1;
}

int main(void)
{
	double error = worst_error();

	ok(error < 2e-7, "every t in [-1/2, 1/2) of steps of 2^-24: 2e-7");
	ok(is_exact_at_integers(), "exact at integers");
	ok(power_of(-127) == 0 && power_of(-1e30f) == 0 && power_of(-INFINITY) == 0,
	   "0 far below");
	ok(power_of(-126.5f) > 0 && power_of(-126.5f) < 0x1p-125f, "near the end");
	ok(fabs((double)power_of(100.25f) / exp2(100.25) - 1) < 2e-7, "large");
	return done();
}
