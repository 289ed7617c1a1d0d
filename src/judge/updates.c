/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "updates.h"

#define N_MIN           64
#define RISE            0.8
#define RISE_STRUCTURED 0.5
#define SIGMAS          5    /* standard errors */
#define SPREAD_MIN      0.01 /* of the mean square */

static void note(struct aisp_line *l, double x, double done)
{
	l->x += x;
	l->x2 += x * x;
	l->both += x * done;
}

static void add(struct aisp_line *l, const struct aisp_line *more)
{
	l->x += more->x;
	l->x2 += more->x2;
	l->both += more->both;
}

void aisp_updates_note(struct aisp_updates *u, double due, double rounded, double done)
{
	u->n++;
	u->done += done;
	u->done2 += done * done;
	note(&u->due, due, done);
	note(&u->rounded, rounded, done);
}

void aisp_updates_add(struct aisp_updates *u, const struct aisp_updates *more)
{
	u->n += more->n;
	u->done += more->done;
	u->done2 += more->done2;
	add(&u->due, &more->due);
	add(&u->rounded, &more->rounded);
}

/* The largest rise that the elements leave possible, by least squares; NaN: any.  If
 * all x are alike, the line goes through the origin. */
static double most_rise(const struct aisp_updates *u, const struct aisp_line *l,
			bool is_structured)
{
	double n = (double)u->n, x2 = l->x2 - l->x * l->x / n;
	bool is_spread = x2 > SPREAD_MIN * l->x2;
	double both = l->both - (is_spread ? l->x * u->done / n : 0);
	double done2 = u->done2 - (is_spread ? u->done * u->done / n : 0), rise;

	if (!is_spread && is_structured)
		return NAN;
	x2 = is_spread ? x2 : l->x2;
	rise = both / x2;
	return rise + SIGMAS * sqrt(fmax(0, done2 - rise * both) / (n - 2) / x2);
}

bool aisp_updates_are_unrelated(const struct aisp_updates *u, bool is_structured)
{
	double least = is_structured ? RISE_STRUCTURED : RISE;

	return u->n >= N_MIN && most_rise(u, &u->due, is_structured) < least &&
	       most_rise(u, &u->rounded, is_structured) < least;
}
