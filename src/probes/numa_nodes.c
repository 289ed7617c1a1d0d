/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <numa.h>
#include <numaif.h>
#include <unistd.h>

#include "numa_nodes.h"

#define N_PAGES 32

double aisp_remote_share(const char *memory, size_t bytes, int cpu)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), n_pages = bytes / page;
	int status[N_PAGES], n = 0, n_remote = 0;
	void *at[N_PAGES];

	if (numa_available() < 0 || numa_max_node() == 0)
		return 0;
	if (!n_pages)
		return NAN;
	for (size_t i = 0; i < N_PAGES; i++)
		at[i] = (void *)(memory + n_pages * i / N_PAGES * page);
	if (move_pages(0, N_PAGES, at, NULL, status, 0))
		return NAN;
	for (int i = 0; i < N_PAGES; i++) {
		n += status[i] >= 0; /* not there yet: an error number */
		n_remote += status[i] >= 0 && status[i] != numa_node_of_cpu(cpu);
	}
	return n ? (double)n_remote / n : NAN;
}
