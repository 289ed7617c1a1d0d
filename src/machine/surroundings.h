/* SPDX-License-Identifier: MIT
 *
 * surroundings.h - what a launch happened in: limits, clocks, heat, versions, as
 * the kernel tells them at this moment.
 */
#ifndef AISP_SURROUNDINGS_H
#define AISP_SURROUNDINGS_H

#include <sys/types.h>

/* NaN where this machine does not tell. */
struct aisp_surroundings {
	double quota_cpus;    /* of the process's control group; 0: no limit */
	double n_throttled;   /* periods that it cut short so far */
	double n_heat_events; /* times that heat slowed the CPU or its package so far */
	double steal_ns;      /* that a hypervisor took from the CPU so far */
	double governor; /* of the CPU's frequency: aisp_short_hash() of its name */
	double power_limit_w; /* of the first package */
	double driver; /* likewise, of the versions of kernel, microcode and NVIDIA's
			  driver */
};

/* Around process pid on that CPU. */
void aisp_surroundings_read(struct aisp_surroundings *s, pid_t pid, int cpu);

/* 32 bits of a text's SHA-256: enough to tell two apart. */
double aisp_short_hash(const char *text);

/* Is this a virtual machine? */
int aisp_is_virtual(void);

#endif
