/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "base/dtype.h"
#include "base/spread.h"
#include "base/stats.h"
#include "drop.h"

#define LOOKED_AT 1024

/* In normal data, numbers below this quantile hold a twentieth of all squares: a bound
 * of a few roundings in 16 bits, for sums of thousands, does not hide that loss. */
#define SMALLER 0.45

/* Integers that prepare() makes may be indices of others: they are not terms. */
bool aisp_has_terms(const struct aisp_contract *c, int k)
{
	const struct aisp_spec *s = &c->problem.in[k];

	return s->fill == AISP_FILL_REAL &&
	       !((c->workload->prepare || c->workload->prepare_part) &&
		 aisp_is_integer(s->dtype));
}

int aisp_drop_terms(const struct aisp_contract *c, const struct aisp_io *io, int first,
		    int of)
{
	int n_dropped = 0;

	for (int k = 0; k < c->problem.n_in; k++) {
		const struct aisp_tensor *t = &io->in[k];

		if (!aisp_has_terms(c, k))
			continue;
		for (int64_t i = first, n = aisp_elems(t); i < n; i += of)
			aisp_store(t->data, t->dtype, i, 0);
		n_dropped++;
	}
	return n_dropped;
}

/* About the SMALLER quantile of the magnitudes in t that are numbers, from a sample. */
static double smaller_than(const struct aisp_tensor *t)
{
	double size[LOOKED_AT];
	int64_t n = aisp_elems(t), step = n > LOOKED_AT ? n / LOOKED_AT : 1;
	int k = 0;

	for (int64_t i = 0; i < n && k < LOOKED_AT; i += step) {
		size[k] = fabs(aisp_load(t->data, t->dtype, i));
		k += !isnan(size[k]);
	}
	return k ? aisp_quantile(size, k, SMALLER) : 0;
}

struct smaller {
	const struct aisp_tensor *t;
	double than;
};

static void drop_part(void *arg, int64_t first, int64_t end)
{
	const struct smaller *s = arg;
	const struct aisp_tensor *t = s->t;

	for (int64_t i = first; i < end; i++)
		if (fabs(aisp_load(t->data, t->dtype, i)) < s->than)
			aisp_store(t->data, t->dtype, i, 0);
}

void aisp_drop_smaller(const struct aisp_tensor *t)
{
	struct smaller s = { t, smaller_than(t) };

	aisp_spread_elems(aisp_elems(t), drop_part, &s);
}

struct repeated {
	const struct aisp_tensor *t;
	int of;
};

static void repeat_part(void *arg, int64_t first, int64_t end)
{
	const struct repeated *r = arg;
	const struct aisp_tensor *t = r->t;

	for (int64_t i = first; i < end; i++)
		if (i % r->of == r->of - 1)
			aisp_store(t->data, t->dtype, i,
				   aisp_load(t->data, t->dtype, i - 1));
}

void aisp_repeat_terms(const struct aisp_tensor *t, int of)
{
	struct repeated r = { t, of };

	aisp_spread_elems(aisp_elems(t), repeat_part, &r);
}
