/* SPDX-License-Identifier: MIT
 *
 * surrogate.h - predict the values of points that were not tried: a Gaussian process
 * over the places of a space's values (C. E. Rasmussen and C. K. I. Williams, Gaussian
 * Processes for Machine Learning, MIT Press 2006, chapters 2 and 5).
 */
#ifndef AISP_SURROGATE_H
#define AISP_SURROGATE_H

#include "space.h"

struct aisp_surrogate {
	const struct aisp_space *space; /* borrowed */
	const int *point;               /* [n], borrowed */
	int n;
	double *mean, *var; /* [n], in units of the values' spread */
	/* Private. */
	double length[AISP_SPACE_MAX_PARAMS]; /* in ranges of a parameter */
	double *factor;                       /* [most][n]: of the covariance */
	double *row;                          /* [n] */
	int n_seen, most;
};

/* Makes room for `most` known points among n.  Returns 0, or -1 without memory and with
 * nothing to release. */
int aisp_surrogate_init(struct aisp_surrogate *s, const struct aisp_space *space,
			const int *point, int n, int most);
void aisp_surrogate_release(struct aisp_surrogate *s);

/*
 * Learns the values of the first n_values points, at most `most`; they have mean 0 and
 * variance 1.  The length scale of each parameter is chosen to make them most likely.
 */
void aisp_surrogate_learn(struct aisp_surrogate *s, const double *value, int n_values);

/* Learns one more point, whichever; ignored if `most` are known. */
void aisp_surrogate_add(struct aisp_surrogate *s, int i, double value);

/* The expected improvement of point i over `best`: D. R. Jones, M. Schonlau and W. J.
 * Welch, "Efficient global optimization of expensive black-box functions", J. of Global
 * Optimization 13 (1998). */
double aisp_surrogate_gain(const struct aisp_surrogate *s, int i, double best);

#endif
