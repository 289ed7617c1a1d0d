/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "updates.h"

#define N_MIN      64
#define RISE_MIN   0.5
#define SIGMAS     5    /* standard errors */
#define SPREAD_MIN 0.01 /* of the mean square */

void aisp_updates_note(struct aisp_updates *u, double due, double done)
{
	u->n++;
	u->due += due;
	u->done += done;
	u->due2 += due * due;
	u->done2 += done * done;
	u->both += due * done;
}

void aisp_updates_add(struct aisp_updates *u, const struct aisp_updates *more)
{
	u->n += more->n;
	u->due += more->due;
	u->done += more->done;
	u->due2 += more->due2;
	u->done2 += more->done2;
	u->both += more->both;
}

/* Fits a line by least squares. */
bool aisp_updates_are_unrelated(const struct aisp_updates *u)
{
	double n = (double)u->n, due2 = u->due2 - u->due * u->due / n;
	double both = u->both - u->due * u->done / n, rise = both / due2;
	double rest = u->done2 - u->done * u->done / n - rise * both;

	if (u->n < N_MIN || !(due2 > SPREAD_MIN * u->due2))
		return false;
	return rise + SIGMAS * sqrt(fmax(0, rest) / (n - 2) / due2) < RISE_MIN;
}
