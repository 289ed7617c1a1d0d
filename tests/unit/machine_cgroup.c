/* SPDX-License-Identifier: MIT */
#include "machine/cgroup.h"
#include "machine_tree.h"
#include "tap.h"

static void test_v2(void)
{
	struct aisp_cgroup cg;

	tree_make();
	tree_put("/proc/self/cgroup", "0::/job.slice/a\n");
	tree_put(
		"/proc/self/mountinfo",
		"23 1 0:20 / /proc rw - proc proc rw\n"
		"30 1 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw\n");
	tree_put("/sys/fs/cgroup/job.slice/a/cpu.max", "max 100000\n");
	tree_put("/sys/fs/cgroup/job.slice/cpu.max", "150000 100000\n");
	tree_put("/sys/fs/cgroup/job.slice/a/cpu.stat",
		 "usage_usec 9\nnr_periods 8\nnr_throttled 7\nthrottled_usec 6\n");
	tree_put("/sys/fs/cgroup/job.slice/a/memory.max", "1000000\n");
	tree_put("/sys/fs/cgroup/job.slice/memory.max", "2000000\n");
	tree_put("/sys/fs/cgroup/job.slice/a/cpuset.cpus.effective", "0-3,8\n");
	aisp_cgroup_read(&cg);
	ok(cg.version == 2, "version 2");
	ok(cg.quota_cpus == 1.5, "the parent's quota holds");
	ok(cg.n_throttled == 7 && cg.throttled_ns == 6000, "throttling in ns");
	ok(cg.memory_bytes == 1000000, "the smaller memory limit holds");
	ok(!strcmp(cg.cpuset, "0-3,8"), "cpuset");
	tree_remove();
}

static void test_v1(void)
{
	struct aisp_cgroup cg;

	tree_make();
	tree_put("/proc/self/cgroup", "5:memory:/m\n4:cpu,cpuacct:/docker/x\n"
				      "3:cpuset:/docker/x\n0::/\n");
	tree_put("/proc/self/mountinfo",
		 "40 1 0:30 /docker/x /sys/fs/cgroup/cpu ro "
		 "master:1 - cgroup c rw,cpu,cpuacct\n"
		 "41 1 0:31 / /sys/fs/cgroup/memory ro - cgroup c rw,memory\n"
		 "42 1 0:32 / /sys/fs/cgroup/cpuset ro - cgroup c rw,cpuset\n"
		 "43 1 0:33 / /sys/fs/cgroup/unified ro - cgroup2 c rw\n");
	tree_put("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "50000\n");
	tree_put("/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
	tree_put("/sys/fs/cgroup/cpu/cpu.stat",
		 "nr_periods 3\nnr_throttled 2\nthrottled_time 5\n");
	tree_put("/sys/fs/cgroup/memory/m/memory.limit_in_bytes",
		 "9223372036854771712\n");
	tree_put("/sys/fs/cgroup/cpuset/docker/x/cpuset.cpus", "1\n");
	aisp_cgroup_read(&cg);
	ok(cg.version == 1, "version 1, beside an empty version 2");
	ok(cg.quota_cpus == 0.5, "the container's mount is its group");
	ok(cg.n_throttled == 2 && cg.throttled_ns == 5, "throttling");
	ok(cg.memory_bytes == 0, "the kernel's largest number is no limit");
	ok(!strcmp(cg.cpuset, "1"), "cpuset");
	tree_put("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
	aisp_cgroup_read(&cg);
	ok(cg.quota_cpus == 0, "-1 is no quota");
	tree_remove();
}

static void test_garbage(void)
{
	static const char *const lines[] = { "",     "\n\n",     "0::",  "0:",
					     "::::", "0::/a\n:", "0::/x" };
	struct aisp_cgroup cg;
	int is_none = 1;

	tree_make();
	aisp_cgroup_read(&cg);
	ok(cg.version == 0 && cg.quota_cpus == 0 && cg.n_throttled == -1,
	   "no files at all");
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		tree_put("/proc/self/cgroup", lines[i]);
		tree_put("/proc/self/mountinfo",
			 i % 2 ? " - " : "1 2 3 - cgroup2 x y\n");
		aisp_cgroup_read(&cg);
		is_none &= cg.version == 0 && cg.memory_bytes == 0;
	}
	ok(is_none, "malformed lists are no group");
	tree_put("/proc/self/cgroup", "0::/\n");
	tree_put("/proc/self/mountinfo", "1 1 0:1 / /cg rw - cgroup2 c rw\n");
	tree_put("/cg/cpu.max", "lots of 0\n");
	tree_put("/cg/memory.max", "\xff\xfe");
	aisp_cgroup_read(&cg);
	ok(cg.version == 2 && cg.quota_cpus == 0 && cg.memory_bytes == 0,
	   "garbage values are no limit");
	tree_put("/cg/cpu.max", "100000 0\n");
	aisp_cgroup_read(&cg);
	ok(cg.quota_cpus == 0, "a period of 0 is no quota");
	tree_remove();
}

static void test_lists(void)
{
	char text[] = "always [madvise] never", open[] = "a [b",
	     plain[] = "performance";

	ok(aisp_sys_count_list("0-3,8") == 5 && aisp_sys_count_list("7") == 1,
	   "CPU lists");
	ok(aisp_sys_count_list("") == -1 && aisp_sys_count_list("3-1") == -1 &&
		   aisp_sys_count_list("0-99999999999") == -1 &&
		   aisp_sys_count_list("a") == -1 && aisp_sys_count_list("1 2") == -1,
	   "no CPU lists");
	aisp_sys_choice(text);
	aisp_sys_choice(open);
	aisp_sys_choice(plain);
	ok(!strcmp(text, "madvise") && !strcmp(open, "a [b") &&
		   !strcmp(plain, "performance"),
	   "the choice in force");
}

int main(void)
{
	test_v2();
	test_v1();
	test_garbage();
	test_lists();
	return done();
}
