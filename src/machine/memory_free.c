/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgroup.h"
#include "memory_free.h"
#include "sysfile.h"

/* NaN: there is no such line, as before Linux 3.14. */
static double machine_free_bytes(void)
{
	char *text = aisp_sys_slurp("/proc/meminfo");
	const char *line = text ? strstr(text, "MemAvailable:") : NULL;
	double kib = NAN;

	if (line && sscanf(line, "MemAvailable: %lf kB", &kib) != 1)
		kib = NAN;
	free(text);
	return kib * 1024;
}

double aisp_memory_free_bytes(void)
{
	double room = aisp_cgroup_memory_room();

	return fmin(machine_free_bytes(), room > 0 ? room : NAN);
}
