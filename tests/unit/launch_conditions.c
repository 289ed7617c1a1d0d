/* SPDX-License-Identifier: MIT
 *
 * What a launch happened in: libraries, clocks, the worker's process.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "judge/launch_conditions.h"
#include "probes/builds.h"
#include "probes/cpu_clock.h"
#include "probes/numa_nodes.h"
#include "tap.h"

static void test_builds(void)
{
	struct aisp_view v = AISP_VIEW_CLOSED;
	struct aisp_build found[64];
	int n, has_libc = 0;

	ok(aisp_builds_read(&v, "/a", found, 64) == -1, "nothing was opened");
	aisp_view_open(&v, getpid());
	n = aisp_builds_read(&v, "/a", found, 64);
	for (int i = 0; i < n; i++)
		has_libc |=
			!strcmp(found[i].name, "libc.so") && strlen(found[i].id) == 40;
	ok(has_libc, "the C library, with the linker's build id");
	ok(aisp_builds_read(&v, "/a", found, 1) == 1, "no more than asked for");
	n = aisp_builds_read(&v, "/", found, 64);
	ok(n == -1, "what was excepted is left out");
	aisp_view_close(&v);
}

static void test_probes(void)
{
	struct aisp_process p;
	char page[8192] = "";

	aisp_process_read(&p, getpid());
	ok(p.is_traced == 0 && p.priority >= 0 && p.priority <= 39, "not traced");
	ok(p.address_bytes > 1e5 && p.cpu >= 0, "addresses and CPU");
	aisp_process_read(&p, -1);
	ok(isnan(p.is_traced) && isnan(p.priority) && isnan(p.cpu), "no such process");
	ok(isnan(aisp_process_delay_ns(-1)), "it waits for no CPU");
	ok(!(aisp_cpu_cycles_per_tick() <= 0), "a clock");
	ok(!(aisp_clock_ns_per_tick() <= 0), "and its rate");
	ok(!(aisp_remote_share(page, sizeof(page), 0) > 1), "a share of pages");
}

int main(void)
{
	test_builds();
	test_probes();
	return done();
}
