/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "base/dtype.h"
#include "device/buffers.h"
#include "settles.h"

#define AGAIN_SHARE 0.25 /* of the first move: more is another update */
#define NEAR_ULPS   4    /* of the row's largest value: less is rounding */
/* By chance an element was right before, or nearly so: its first move is none. */
#define FEW_SHARE (1.0 / 16)

static double at(const struct aisp_tensor *t, int64_t i)
{
	return aisp_load(t->data, t->dtype, i);
}

/* Moves up to this size are rounding in the row of n elements from `first`. */
static double rounding_of(const struct aisp_tensor *start,
			  const struct aisp_tensor *once, int64_t first, int64_t n)
{
	double largest = 0;

	for (int64_t i = first; i < first + n; i++)
		largest = fmax(largest, fmax(fabs(at(start, i)), fabs(at(once, i))));
	return NEAR_ULPS * 2 * aisp_dtype_roundoff(once->dtype) * largest;
}

static bool moves_again(double start, double once, double again, double rounding)
{
	double moved = fabs(again - once);

	if (once == again || (isnan(once) && isnan(again)))
		return false;
	return !(moved <= fmax(rounding, AGAIN_SHARE * fabs(once - start)));
}

bool aisp_update_settles(const struct aisp_tensor *start,
			 const struct aisp_tensor *once, const double *again)
{
	int64_t n = aisp_elems(once), row = once->shape[once->rank - 1], n_again = 0;

	for (int64_t first = 0; first < n; first += row) {
		double rounding = rounding_of(start, once, first, row);

		for (int64_t i = first; i < first + row; i++)
			n_again += moves_again(at(start, i), at(once, i), again[i],
					       rounding);
	}
	return (double)n_again <= FEW_SHARE * (double)n;
}
