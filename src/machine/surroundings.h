/* SPDX-License-Identifier: MIT
 *
 * surroundings.h - the conditions of a launch: limits, clocks, heat, versions, as the
 * kernel reports them now.
 */
#ifndef AISP_SURROUNDINGS_H
#define AISP_SURROUNDINGS_H

#include <sys/types.h>

/* NaN if this machine does not report it. */
struct aisp_surroundings {
	double quota_cpus;    /* of the process's control group; 0: no limit */
	double n_throttled;   /* periods that the quota has cut short so far */
	double n_heat_events; /* how often heat has slowed the CPU or its package */
	double steal_ns;      /* time that a hypervisor has taken from the CPU */
	double governor; /* of the CPU's frequency: aisp_short_hash() of its name */
	double power_limit_w; /* of the first package */
	double driver; /* hash of the versions of kernel, microcode and NVIDIA's driver
			*/
};

/* Reads the conditions of process pid on that CPU. */
void aisp_surroundings_read(struct aisp_surroundings *s, pid_t pid, int cpu);

/* 32 bits of a text's SHA-256: enough to tell two apart. */
double aisp_short_hash(const char *text);

/* Is this a virtual machine? */
int aisp_is_virtual(void);

#endif
