/* SPDX-License-Identifier: MIT
 *
 * energy.h - what the CPU's packages have used, by RAPL's counters, and what a call
 * takes by a counter of a device's.
 *
 * Linux shows them as /sys/class/powercap/intel-rapl:N, AMD's too; since 5.10 root
 * alone may read them, and virtual machines have none.  The processor updates them
 * about once a millisecond.
 */
#ifndef AISP_ENERGY_H
#define AISP_ENERGY_H

#define AISP_MAX_PACKAGES 8

struct aisp_energy {
	int n; /* packages whose counters can be read */
	long long uj[AISP_MAX_PACKAGES];
	long long range_uj[AISP_MAX_PACKAGES]; /* where they begin anew */
};

void aisp_energy_read(struct aisp_energy *e);

/* Joules of all packages from one reading to the next; NaN: no counter, or not the same
 * ones. */
double aisp_energy_between(const struct aisp_energy *from,
			   const struct aisp_energy *to);

/* They are seen within 5 ms and come about 90 ms apart (H200): the time of four is
 * known to 3 %.  A launch takes 300 ms without them. */
#define AISP_ENERGY_MOVES 4

/*
 * A device's own counter, which moves now and then, while calls go on: between two of
 * its moves it grows by what the calls between them took.  Zeroed at first.
 */
struct aisp_energy_count {
	int n_values;                /* seen so far, each at its first sight: */
	double last_j, last_calls;   /* of the last one, and calls so far */
	double first_j, first_calls; /* of the second one, to which it moved first */
};

/* What the counter says after so many calls. */
void aisp_energy_see(struct aisp_energy_count *c, double j, double n_calls);

/* How often it has moved since the first time; what a call took, NaN if that is too
 * seldom. */
int aisp_energy_moves(const struct aisp_energy_count *c);
double aisp_energy_of_call(const struct aisp_energy_count *c);

#endif
