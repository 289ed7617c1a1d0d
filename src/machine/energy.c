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

/* Other zones are of the whole machine, which includes the packages. */
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

void aisp_energy_see(struct aisp_energy_count *c, double j, double n_calls)
{
	if (c->n_values && j == c->last_j)
		return;
	c->last_j = j;
	c->last_calls = n_calls;
	if (++c->n_values > 2)
		return;
	c->first_j = j;
	c->first_calls = n_calls;
}

int aisp_energy_moves(const struct aisp_energy_count *c)
{
	return c->n_values > 2 ? c->n_values - 2 : 0;
}

double aisp_energy_of_call(const struct aisp_energy_count *c)
{
	if (aisp_energy_moves(c) < AISP_ENERGY_MOVES)
		return NAN;
	return (c->last_j - c->first_j) / (c->last_calls - c->first_calls);
}
