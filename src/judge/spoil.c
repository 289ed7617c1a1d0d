/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "base/dtype.h"
#include "spoil.h"

#define N_PARTS 31

/* Models must see a step between two elements of at least this share of the larger. */
static double least_share(const struct aisp_tensor *t)
{
	return fmax(0x1p-7, 16 * aisp_dtype_roundoff(t->dtype));
}

/*
 * And the step must be as large as this: where results nearly cancel, errors are
 * relative to their terms. 256 roundings of all elements' root mean square, in 16 bits
 * an eighth.
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

static double next_to(const struct aisp_tensor *t, int64_t i)
{
	return aisp_load(t->data, t->dtype, (i + 1) % aisp_elems(t));
}

static double step_at(const struct aisp_tensor *t, int64_t i)
{
	return fabs(aisp_load(t->data, t->dtype, i) - next_to(t, i));
}

/* The first output that is not ragged. */
static const struct aisp_tensor *first_whole(const struct aisp_contract *c,
					     const struct aisp_io *io)
{
	int o = 0;

	while (c->problem.out[o].is_ragged)
		o++;
	return &io->out[o];
}

/* False if the value stays the same, as at the largest number of its type, or NaN. */
static bool put_off(const struct aisp_tensor *t, int64_t i)
{
	double was = aisp_load(t->data, t->dtype, i);

	aisp_store(t->data, t->dtype, i, 1 + was * (1 + least_share(t)));
	return !isnan(was) && aisp_load(t->data, t->dtype, i) != was;
}

/* The first of the elements [first, first + span) that differs enough from its
 * neighbour; -1 if none does. */
static int64_t first_step(const struct aisp_tensor *t, int64_t first, int64_t span,
			  double least)
{
	double share = least_share(t);
	int64_t n = aisp_elems(t);

	for (int64_t k = 0; k < span; k++) {
		int64_t i = (first + k) % n;
		double x = aisp_load(t->data, t->dtype, i);

		if (step_at(t, i) >
		    fmax(share * fmax(fabs(x), fabs(next_to(t, i))), least))
			return i;
	}
	return -1;
}

/* The median of steps from all parts of the tensor, whose bounds may differ. */
static int64_t usual_step(const struct aisp_tensor *t, int64_t first)
{
	int64_t n = aisp_elems(t), span = (n + N_PARTS - 1) / N_PARTS;
	double least = least_step(t);
	int64_t at[N_PARTS];
	int n_steps = 0;

	for (int64_t from = 0; from < n; from += span) {
		int64_t i = first_step(t, (first + from) % n, span, least);
		int k = n_steps;

		if (i < 0)
			continue;
		for (; k > 0 && step_at(t, at[k - 1]) > step_at(t, i); k--)
			at[k] = at[k - 1];
		at[k] = i;
		n_steps++;
	}
	return n_steps ? at[n_steps / 2] : -1;
}

void aisp_spoil_one(const struct aisp_contract *c, const struct aisp_io *io,
		    uint64_t key)
{
	const struct aisp_tensor *t = first_whole(c, io);
	int64_t n = aisp_elems(t), first = (int64_t)(key % (uint64_t)n);
	int64_t i = usual_step(t, first);

	if (i >= 0) {
		aisp_store(t->data, t->dtype, i, next_to(t, i));
		return;
	}
	for (int64_t k = 0; k < n && !put_off(t, (first + k) % n); k++)
		;
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
