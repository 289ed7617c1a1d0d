/* SPDX-License-Identifier: MIT
 *
 * energy.h - the energy that CPU packages used, by RAPL's counters, and the energy of a
 * call by a device's counter.
 *
 * Linux shows RAPL, also AMD's, as /sys/class/powercap/intel-rapl:N; since 5.10 only
 * root may read it, and virtual machines have none. The processor updates it about once
 * per millisecond.
 */
#ifndef AISP_ENERGY_H
#define AISP_ENERGY_H

#define AISP_MAX_PACKAGES 8

struct aisp_energy {
	int n; /* packages whose counters can be read */
	long long uj[AISP_MAX_PACKAGES];
	long long range_uj[AISP_MAX_PACKAGES]; /* where they wrap around */
};

void aisp_energy_read(struct aisp_energy *e);

/* Joules of all packages between two readings; NaN if there is no counter or the
 * counters differ. */
double aisp_energy_between(const struct aisp_energy *from,
			   const struct aisp_energy *to);

/* A move is seen within 5 ms, and there is one every 90 ms (H200): the time of four
 * moves is known to 3 %. Without them, a launch takes 300 ms. */
#define AISP_ENERGY_MOVES 4

/*
 * A device's own counter, which moves from time to time while calls go on: between two
 * moves it grows by the energy of the calls between them.  Initially zero.
 */
struct aisp_energy_count {
	int n_values;              /* values seen so far, each when it is first seen: */
	double last_j, last_calls; /* of the last value, and calls before it */
	/* Of the second value, the first whose moment is known: */
	double first_j, first_calls;
};

/* Records that the counter shows j joules after n_calls calls. */
void aisp_energy_see(struct aisp_energy_count *c, double j, double n_calls);

/* How often it has moved since the first value.  Energy of a call; NaN after too few
 * moves. */
int aisp_energy_moves(const struct aisp_energy_count *c);
double aisp_energy_of_call(const struct aisp_energy_count *c);

#endif
