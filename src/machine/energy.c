/* SPDX-License-Identifier: MIT */
#include "energy.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "sysfile.h"

static int read_number(int zone, const char *file, long long *value)
{
	char path[120];

	snprintf(path, sizeof(path), "/sys/class/powercap/intel-rapl:%d/%s", zone,
		 file);
	return aisp_sys_read_int(path, value);
}

/* Others are of the whole machine, which holds the packages. */
static int is_package(int zone)
{
	char path[120], name[40];

	snprintf(path, sizeof(path), "/sys/class/powercap/intel-rapl:%d/name", zone);
	return !aisp_sys_read(path, name, sizeof(name)) &&
	       !strncmp(name, "package", strlen("package"));
}

void aisp_energy_read(struct aisp_energy *e)
{
	e->n = 0;
	for (int zone = 0; zone <= AISP_MAX_PACKAGES && e->n < AISP_MAX_PACKAGES;
	     zone++) {
		if (read_number(zone, "energy_uj", &e->uj[e->n]))
			break;
		if (is_package(zone) &&
		    !read_number(zone, "max_energy_range_uj", &e->range_uj[e->n]))
			e->n++;
	}
}

double aisp_energy_between(const struct aisp_energy *from, const struct aisp_energy *to)
{
	double uj = 0;

	if (!from->n || from->n != to->n)
		return NAN;
	for (int i = 0; i < to->n; i++) {
		long long more = to->uj[i] - from->uj[i];

		uj += (double)(more < 0 ? more + to->range_uj[i] : more);
	}
	return uj * 1e-6;
}
