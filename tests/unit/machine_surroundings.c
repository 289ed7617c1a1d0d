/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <unistd.h>

#include "machine/surroundings.h"
#include "machine_tree.h"
#include "tap.h"

#define CPU "/sys/devices/system/cpu/cpu3/"

static void put_machine(void)
{
	tree_put("/proc/version", "Linux 6.1\n");
	tree_put("/proc/4711/cgroup", "0::/job\n");
	tree_put("/proc/self/mountinfo",
		 "30 1 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
	tree_put("/sys/fs/cgroup/job/cpu.max", "50000 100000\n");
	tree_put("/sys/fs/cgroup/job/cpu.stat", "nr_throttled 7\n");
	tree_put(CPU "cpufreq/scaling_governor", "performance\n");
	tree_put(CPU "thermal_throttle/core_throttle_count", "2\n");
	tree_put(CPU "thermal_throttle/package_throttle_count", "3\n");
	tree_put("/sys/class/powercap/intel-rapl:0/constraint_0_power_limit_uw",
		 "180000000\n");
	tree_put("/proc/stat", "cpu  1 0 1 9 0 0 0 99 0 0\ncpu3 1 0 1 9 0 0 0 5 0 0\n");
}

static void test_all(void)
{
	struct aisp_surroundings s, t;
	double tick_ns = 1e9 / (double)sysconf(_SC_CLK_TCK);

	put_machine();
	aisp_surroundings_read(&s, 4711, 3);
	ok(s.quota_cpus == 0.5 && s.n_throttled == 7, "the quota of that process");
	ok(s.n_heat_events == 5, "heat of core and package");
	ok(fabs(s.power_limit_w - 180) < 1e-9, "watts");
	ok(s.steal_ns == (aisp_is_virtual() ? 5 * tick_ns : 0), "time stolen");
	aisp_surroundings_read(&t, 4711, 3);
	ok(s.governor == t.governor && s.driver == t.driver, "the same again");
	tree_put(CPU "cpufreq/scaling_governor", "powersave\n");
	tree_put("/sys/devices/system/cpu/cpu0/microcode/version", "0x1\n");
	aisp_surroundings_read(&t, 4711, 3);
	ok(s.governor != t.governor, "another governor");
	ok(s.driver != t.driver, "another microcode");
	tree_put("/proc/driver/nvidia/version", "NVRM 580\n");
	aisp_surroundings_read(&s, 4711, 3);
	ok(s.driver != t.driver, "a GPU's driver");
}

static void test_nothing(void)
{
	struct aisp_surroundings s;

	aisp_surroundings_read(&s, 4711, 3);
	ok(isnan(s.quota_cpus) && isnan(s.n_throttled) && isnan(s.n_heat_events) &&
		   isnan(s.governor) && isnan(s.power_limit_w) && isnan(s.driver),
	   "what is not there is unknown");
}

int main(void)
{
	tree_make();
	test_nothing();
	test_all();
	tree_remove();
	return done();
}
