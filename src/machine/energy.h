/* SPDX-License-Identifier: MIT
 *
 * energy.h - what the CPU's packages have used, by RAPL's counters.
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

#endif
