/* SPDX-License-Identifier: MIT
 *
 * collective_health.c - find wrong answers, and a rank that delays the others.
 *
 * A rank may be last because of its part in an algorithm, e.g. if it copies when the
 * others are done.  The machine is to blame if it is last with every algorithm: in most
 * calls of most sizes of every variant, and by a share of the time.
 */
#include <math.h>
#include <string.h>

#include "collective.h"
#include "report/format.h"

#define MOST_CALLS  0.75
#define LEAST_SHARE 0.10
#define LEAST_CALLS 8

static bool is_blamed(const struct collective_row *row, int place)
{
	const struct collective_place *r = &row->places[place];

	return row->n_calls >= LEAST_CALLS && r->n_last >= MOST_CALLS * row->n_calls &&
	       r->behind_ns >= LEAST_SHARE * row->ns;
}

/* Is it late in most sizes of this variant? */
static bool is_late_in(const struct collective *c, const char *variant, int place)
{
	int n = 0, n_late = 0;

	for (int i = 0; i < c->n_rows; i++) {
		const struct collective_row *row = &c->rows[i];

		if (strcmp(row->variant, variant) != 0 || isnan(row->ns))
			continue;
		n++;
		n_late += is_blamed(row, place);
	}
	return n && 2 * n_late > n;
}

int collective_n_variants(const struct collective *c)
{
	int n = 0;

	while (n < c->n_rows && c->rows[n].bytes == c->rows[0].bytes)
		n++;
	return n;
}

static bool is_late(const struct collective *c, int place)
{
	for (int i = 0; i < collective_n_variants(c); i++)
		if (!is_late_in(c, c->rows[i].variant, place))
			return false;
	return collective_n_variants(c) > 0;
}

static bool is_oversubscribed(const struct collective *c)
{
	for (int i = 0; i < c->n_rows && c->is_host; i++)
		if (c->n_ranks * c->n_threads > c->rows[i].n_cpus)
			return true;
	return false;
}

static const char *noun(const struct collective *c)
{
	return c->is_host ? "rank" : "GPU";
}

/* Says how often it was late and by how much, over all rows. */
static void tell_late(const struct collective *c, int place, char *buf, size_t size)
{
	int n_last = 0, n_calls = 0;
	double most_ns = 0, share = 0;
	char by[32];

	for (int i = 0; i < c->n_rows; i++) {
		const struct collective_place *r = &c->rows[i].places[place];

		n_last += r->n_last;
		n_calls += c->rows[i].n_calls;
		if (!(r->behind_ns > most_ns))
			continue;
		most_ns = r->behind_ns;
		share = r->behind_ns / c->rows[i].ns;
	}
	aisp_format_ns(by, sizeof(by), most_ns);
	snprintf(buf, size,
		 "%s %d is slow: it answered last in %d of %d calls of all variants, "
		 "by up to %s after the others (%.0f %% of the time); look at %s",
		 noun(c), place, n_last, n_calls, by, 100 * share,
		 c->is_host ? "its CPU and at the memory behind it"
			    : "its clock, heat and links");
}

/* Returns the state of the ranks; the line says why. */
static enum collective_health judge_ranks(const struct collective *c, char *buf,
					  size_t size)
{
	for (int place = 0; place < c->n_ranks && !is_oversubscribed(c); place++) {
		if (!is_late(c, place))
			continue;
		if (collective_n_variants(c) < 2) {
			snprintf(buf, size,
				 "%s %d is last, and one variant alone does not tell "
				 "a slow rank from its part in the algorithm",
				 noun(c), place);
			return COLLECTIVE_UNKNOWN;
		}
		tell_late(c, place, buf, size);
		return COLLECTIVE_UNHEALTHY;
	}
	if (is_oversubscribed(c)) {
		snprintf(buf, size,
			 "not judged: oversubscribed, %d ranks share CPUs, and times "
			 "are those of the scheduler",
			 c->n_ranks);
		return COLLECTIVE_UNKNOWN;
	}
	snprintf(buf, size, "none is last in most calls of every variant%s",
		 c->is_crowded ? "; the judge shares their CPUs, and does not see who "
				 "is late by less than a time slice of some ms"
			       : "");
	return COLLECTIVE_HEALTHY;
}

static enum collective_health judge_answers(const struct collective *c, char *buf,
					    size_t size)
{
	double n_elems = 0;
	int n_missing = 0;

	for (int i = 0; i < c->n_rows; i++) {
		const struct collective_row *row = &c->rows[i];

		if (row->fault[0]) {
			snprintf(buf, size, "%s at %lld bytes: %.600s", row->variant,
				 (long long)row->bytes, row->fault);
			return COLLECTIVE_UNHEALTHY;
		}
		n_missing += !(row->n_elems > 0);
		n_elems += row->n_elems > 0 ? row->n_elems : 0;
	}
	snprintf(buf, size, "right: %.0f elements of the timed calls were compared%s",
		 n_elems, n_missing ? "; some variants did not run" : "");
	return n_missing || !c->n_rows ? COLLECTIVE_UNKNOWN : COLLECTIVE_HEALTHY;
}

void collective_judge(const struct collective *c, struct collective_verdict *v)
{
	enum collective_health ranks = judge_ranks(c, v->ranks, sizeof(v->ranks));

	v->machine[0] = '\0';
	v->health = judge_answers(c, v->answers, sizeof(v->answers));
	if (ranks > v->health)
		v->health = ranks;
}
