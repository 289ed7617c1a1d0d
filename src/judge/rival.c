/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/dtype.h"
#include "base/spread.h"
#include "device/layout.h"
#include "rival.h"

#define N_SUSPECTS 8    /* rows of an output, by each measure of distance */
#define N_MEASURES 2    /* distance, and distance relative to size */
#define LOOKED_AT  4096 /* elements that say what size is usual */

/* A row: the distance of its farthest element, and its first element. */
struct suspect {
	double distance;
	int64_t first;
};

/* Rows that are farthest, farthest first. */
struct suspects {
	int n;
	struct suspect row[N_SUSPECTS];
};

bool aisp_rival_is_possible(const struct aisp_contract *c)
{
	const struct aisp_problem *pr = &c->problem;
	size_t bytes = 0;

	if (pr->ranks.n || pr->n_steps || c->workload->score)
		return false;
	for (int o = 0; o < pr->n_out; o++) {
		const struct aisp_spec *s = &pr->out[o];

		if (s->is_choice || s->is_ragged || s->in_file)
			return false;
		bytes += aisp_spec_bytes(s);
	}
	return bytes <= AISP_RIVAL_MOST_BYTES;
}

int aisp_rival_keep(struct aisp_rival *r, const struct aisp_contract *c,
		    const struct aisp_io *io, uint64_t key, struct aisp_err *err)
{
	if (r->is_there)
		return 0;
	for (int o = 0; o < c->problem.n_out; o++) {
		size_t bytes = aisp_tensor_bytes(&io->out[o]);

		r->out[o] = io->out[o];
		r->out[o].data = malloc(bytes);
		if (!r->out[o].data)
			return aisp_err_errno(err, "a copy of output '%s'",
					      c->problem.out[o].name);
		aisp_spread_copy(r->out[o].data, io->out[o].data, bytes);
	}
	r->key = key;
	r->is_there = true;
	return 0;
}

void aisp_rival_release(struct aisp_rival *r)
{
	for (int o = 0; o < AISP_MAX_IO; o++) {
		free(r->out[o].data);
		r->out[o].data = NULL;
	}
	r->is_there = false;
}

/* Puts a row in its place, if it is farther than the nearest, which then leaves. */
static void suspect(struct suspects *s, double distance, int64_t first)
{
	int i = s->n;

	if (i == N_SUSPECTS && !(distance > s->row[--i].distance))
		return;
	s->n = i + 1;
	for (; i > 0 && s->row[i - 1].distance < distance; i--)
		s->row[i] = s->row[i - 1];
	s->row[i] = (struct suspect){ distance, first };
}

/* What is not finite is as far from all else as can be. */
static double distance_between(double x, double y)
{
	if (x == y || (isnan(x) && isnan(y)))
		return 0;
	return isfinite(x) && isfinite(y) ? fabs(x - y) : INFINITY;
}

static double usual_size(const struct aisp_tensor *t)
{
	int64_t n = aisp_elems(t), step = n > LOOKED_AT ? n / LOOKED_AT : 1, k = 0;
	double sum = 0;

	for (int64_t i = 0; i < n; i += step) {
		double x = fabs(aisp_load(t->data, t->dtype, i));

		if (!isfinite(x))
			continue;
		sum += x;
		k++;
	}
	return k ? sum / (double)k : 0;
}

/* The farthest of elements [first, first + n), by each measure. */
static void measure_row(const struct aisp_tensor *x, const struct aisp_tensor *y,
			int64_t first, int64_t n, double usual,
			double farthest[N_MEASURES])
{
	farthest[0] = farthest[1] = 0;
	for (int64_t i = first; i < first + n; i++) {
		double was = aisp_load(y->data, y->dtype, i);
		double d = distance_between(aisp_load(x->data, x->dtype, i), was);

		if (d == 0)
			continue;
		farthest[0] = fmax(farthest[0], d);
		farthest[1] =
			fmax(farthest[1], isfinite(was) ? d / (fabs(was) + usual) : d);
	}
}

static void find_suspects(const struct aisp_tensor *x, const struct aisp_tensor *y,
			  int64_t row, struct suspects s[N_MEASURES])
{
	double usual = usual_size(y), farthest[N_MEASURES];

	memset(s, 0, N_MEASURES * sizeof(*s));
	for (int64_t first = 0, n = aisp_elems(x); first < n; first += row) {
		measure_row(x, y, first, row, usual, farthest);
		for (int k = 0; k < N_MEASURES; k++)
			if (farthest[k] > 0)
				suspect(&s[k], farthest[k], first);
	}
}

/* Is the row among the first n of s? */
static bool is_among(const struct suspects *s, int n, int64_t first)
{
	bool is = false;

	for (int i = 0; i < n && i < s->n; i++)
		is |= s->row[i].first == first;
	return is;
}

/* Ask the reference about an output's suspects, the farthest first, each one once. */
static int ask(const struct aisp_contract *c, const struct aisp_io *io, int o,
	       const struct suspects s[N_MEASURES], int64_t until_ns,
	       struct aisp_tally *t, struct aisp_err *err)
{
	int64_t row = aisp_contract_row(c, io, o);

	for (int i = 0; i < N_MEASURES * N_SUSPECTS; i++) {
		int k = i % N_MEASURES, at = i / N_MEASURES;
		int64_t first = s[k].row[at].first;

		if (at >= s[k].n || is_among(&s[!k], at + k, first))
			continue;
		if (at > 0 && aisp_now_ns() > until_ns)
			break;
		if (aisp_verify_slice(c, io, o, first, row, t, err))
			return -1;
	}
	return 0;
}

static void add_bad(struct aisp_tally *t, const struct aisp_tally *found)
{
	if (!aisp_tally_bad(found))
		return;
	if (!aisp_tally_bad(t))
		t->wrong = found->wrong;
	t->n_wrong += found->n_wrong;
	t->n_flushed += found->n_flushed;
	t->n_low += found->n_low;
	t->n_unwritten += found->n_unwritten;
	t->n_nan += found->n_nan;
	t->n_inf += found->n_inf;
}

int aisp_rival_compare(const struct aisp_rival *r, const struct aisp_contract *c,
		       const struct aisp_io *io, uint64_t key, int64_t budget_ns,
		       struct aisp_tally *t, struct aisp_err *err)
{
	struct aisp_tally found = { .is_unwritten = t->is_unwritten,
				    .arg = t->arg,
				    .is_structured = t->is_structured };
	int64_t until_ns = aisp_now_ns() + budget_ns;
	struct suspects s[N_MEASURES];

	for (int o = 0; o < c->problem.n_out && r->is_there && r->key == key; o++) {
		find_suspects(&io->out[o], &r->out[o], aisp_contract_row(c, io, o), s);
		if (ask(c, io, o, s, until_ns, &found, err))
			return -1;
	}
	add_bad(t, &found);
	return 0;
}
