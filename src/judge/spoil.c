/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "base/dtype.h"
#include "spoil.h"

/*
 * What no model may let pass between two elements is more than 2^-7, or 16
 * roundings, of the larger; where results nearly cancel, whose errors are relative to
 * what they are made of, also more than 256 roundings of all elements' root mean
 * square, in 16 bits an eighth.
 */
static double least_step(const struct aisp_tensor *t)
{
	double share = fmin(256 * aisp_dtype_roundoff(t->dtype), 0.125);
	int64_t n = aisp_elems(t);
	double sum = 0;

	for (int64_t i = 0; i < n; i++) {
		double x = aisp_load(t->data, t->dtype, i);

		sum += isfinite(x) ? x * x : 0;
	}
	return share * sqrt(sum / (double)n);
}

/* The first output all of whose elements are there. */
static const struct aisp_tensor *first_whole(const struct aisp_contract *c,
					     const struct aisp_io *io)
{
	int o = 0;

	while (c->problem.out[o].is_ragged)
		o++;
	return &io->out[o];
}

/* False if that is what it was, as at the largest number of its type. */
static bool put_off(const struct aisp_tensor *t, int64_t i, double step)
{
	double was = aisp_load(t->data, t->dtype, i);

	aisp_store(t->data, t->dtype, i, 1 + was * (1 + step));
	return aisp_load(t->data, t->dtype, i) != was;
}

void aisp_spoil_one(const struct aisp_contract *c, const struct aisp_io *io,
		    uint64_t key)
{
	const struct aisp_tensor *t = first_whole(c, io);
	int64_t n = aisp_elems(t), first = (int64_t)(key % (uint64_t)n);
	double least = least_step(t);
	double step = fmax(0x1p-7, 16 * aisp_dtype_roundoff(t->dtype));

	for (int64_t k = 0; k < n; k++) {
		int64_t i = (first + k) % n;
		double x = aisp_load(t->data, t->dtype, i);
		double y = aisp_load(t->data, t->dtype, (i + 1) % n);

		if (fabs(x - y) > fmax(step * fmax(fabs(x), fabs(y)), least)) {
			aisp_store(t->data, t->dtype, i, y);
			return;
		}
	}
	for (int64_t k = 0; k < n && !put_off(t, (first + k) % n, step);)
		k++;
}

static bool is_in_tail(int64_t i, int64_t n)
{
	return i >= n - (n + 15) / 16;
}

double aisp_control_value(enum aisp_control k, const struct aisp_io *io, int64_t elem,
			  int64_t i, int64_t n, double right)
{
	const struct aisp_tensor *in = &io->in[0];

	if (k == AISP_CONTROL_CONSTANT)
		return 1;
	if (k == AISP_CONTROL_INPUT)
		return aisp_load(in->data, in->dtype, elem % aisp_elems(in));
	return k == AISP_CONTROL_TAIL && !is_in_tail(i, n) ? right : 0;
}
