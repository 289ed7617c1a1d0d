/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <unistd.h>

#include "machine/grade.h"
#include "machine/machine_id.h"
#include "machine_tree.h"
#include "tap.h"

#define CPU "/sys/devices/system/cpu"

static char grade(const char *hypervisor, int is_seen, int is_locked, double steal,
		  double others, int64_t n_throttled)
{
	struct aisp_clocks clocks = { is_seen, is_locked };
	struct aisp_host_load load = { .steal = steal,
				       .others = others,
				       .n_throttled = n_throttled };
	struct aisp_hw hw = { .n_threads = 1 };
	struct aisp_grading g;

	snprintf(hw.hypervisor, sizeof(hw.hypervisor), "%s", hypervisor);
	aisp_grade_of(&hw, &clocks, &load, &g);
	if ((g.grade == AISP_GRADE_A) != (g.n_why == 0))
		return '!'; /* every loss has its reason */
	return aisp_grade_letter(g.grade);
}

static void test_grades(void)
{
	ok(grade("", 1, 1, 0, 0, 0) == 'A', "A: bare metal, locked");
	ok(grade("", 1, 0, 0, 0, 0) == 'B', "B: observed");
	ok(grade("", 0, 0, 0, 0, 0) == 'C', "C: no clock to see");
	ok(grade("KVM", 1, 1, 0, 0, 0) == 'C', "C: virtual, whatever it shows");
	ok(grade("", 1, 1, 0.011, 0, 0) == 'D', "D: steal above 1 %");
	ok(grade("", 1, 1, 0.01, 0.01, 0) == 'A', "1 % is not above 1 %");
	ok(grade("", 1, 1, 0, 0.02, 0) == 'D', "D: others");
	ok(grade("", 1, 1, 0, 0, 1) == 'D', "D: throttled");
	ok(grade("KVM", 0, 0, 0.5, 0.5, 3) == 'D', "the worst counts");
	ok(grade("", 1, 1, NAN, 0, -1) == 'A', "no steal on bare metal");
	ok(grade("", 1, 1, NAN, NAN, -1) == 'C', "others unknown: not A");
}

static void put_cpu(int cpu, const char *gov, const char *low, const char *high)
{
	char path[256];

	snprintf(path, sizeof(path), CPU "/cpu%d/cpufreq/scaling_governor", cpu);
	tree_put(path, gov);
	snprintf(path, sizeof(path), CPU "/cpu%d/cpufreq/scaling_min_freq", cpu);
	tree_put(path, low);
	snprintf(path, sizeof(path), CPU "/cpu%d/cpufreq/scaling_max_freq", cpu);
	tree_put(path, high);
	snprintf(path, sizeof(path), CPU "/cpu%d/cpufreq/scaling_cur_freq", cpu);
	tree_put(path, high);
}

static void test_clocks(void)
{
	struct aisp_clocks c;

	tree_make();
	aisp_clocks_read(&c);
	ok(!c.is_seen && !c.is_locked, "nothing there: nothing seen, nothing locked");
	put_cpu(0, "performance\n", "1000", "3000");
	put_cpu(11, "performance\n", "1000", "3000");
	aisp_clocks_read(&c);
	ok(c.is_seen && !c.is_locked, "boost may be on: not locked");
	tree_put(CPU "/cpufreq/boost", "0\n");
	aisp_clocks_read(&c);
	ok(c.is_locked, "performance without boost is locked");
	put_cpu(11, "schedutil\n", "1000", "3000");
	aisp_clocks_read(&c);
	ok(!c.is_locked, "one CPU that may move unlocks all");
	put_cpu(11, "schedutil\n", "3000", "3000");
	aisp_clocks_read(&c);
	ok(c.is_locked, "least = most is locked under any governor");
	tree_put(CPU "/cpu0/cpufreq/scaling_cur_freq", "<unknown>\n");
	aisp_clocks_read(&c);
	ok(!c.is_seen, "a CPU that hides its frequency");
	tree_remove();
}

static struct aisp_hw example(void)
{
	struct aisp_hw hw = { .arch = "x86_64",
			      .cpu_model = "CPU 1",
			      .kernel = "Linux 6.1.0-18",
			      .hypervisor = "KVM",
			      .n_present = 8,
			      .memory_bytes = INT64_C(16) << 30 };

	return hw;
}

static int is_same(const struct aisp_hw *a, const struct aisp_hw *b)
{
	char x[AISP_MACHINE_ID_SIZE], y[AISP_MACHINE_ID_SIZE];

	aisp_machine_id_of(a, x);
	aisp_machine_id_of(b, y);
	return !strcmp(x, y);
}

static void test_id(void)
{
	struct aisp_hw a = example(), b = example();
	char id[AISP_MACHINE_ID_SIZE], again[AISP_MACHINE_ID_SIZE];

	b.memory_bytes -= 100 << 20;
	snprintf(b.kernel, sizeof(b.kernel), "Linux 6.18.44");
	b.n_online = b.n_threads = 2;
	ok(is_same(&a, &b),
	   "a minor kernel, reserved memory and a cpuset change nothing");
	b = example();
	b.n_present = 9;
	ok(!is_same(&a, &b), "more CPUs, another id");
	b = example();
	b.hypervisor[0] = '\0';
	ok(!is_same(&a, &b), "bare metal, another id");
	b = example();
	snprintf(b.kernel, sizeof(b.kernel), "Linux 7.0");
	ok(!is_same(&a, &b), "a major kernel, another id");
	b = example();
	b.memory_bytes *= 2;
	ok(!is_same(&a, &b), "more memory, another id");
	ok(!aisp_machine_id(id, NULL) && !aisp_machine_id(again, NULL) &&
		   !strcmp(id, again) && strspn(id, "0123456789abcdef") == 16,
	   "this machine's: 16 digits, twice the same");
}

static void test_load(void)
{
	struct aisp_host_mark a = { 0 }, b = { 0 };
	struct aisp_host_load load;

	tree_make();
	ok(aisp_host_mark_init(&a, NULL), "no /proc/stat");
	tree_put("/proc/stat", "garbage\n");
	ok(aisp_host_mark_init(&a, NULL), "garbage in /proc/stat");
	tree_put("/proc/stat", "cpu  100 0 100 800 0 0 0 0 0 0\nintr 5\n");
	tree_put("/proc/77/stat", "77 (a) b) S 1 1 1 0 -1 0 0 0 0 0 10 10 0 0\n");
	ok(!aisp_host_mark_init(&a, NULL) && a.n_processes == 1, "the first mark");
	tree_put("/proc/stat", "cpu  10100 0 100 9800 0 0 0 1000 0 0\nintr 50\n");
	tree_put("/proc/77/stat", "77 (a) b) S 1 1 1 0 -1 0 0 0 0 0 5000 10 0 0\n");
	ok(!aisp_host_mark_init(&b, NULL), "the second");
	b.at_ns = a.at_ns + 1000000000;
	b.ours = a.ours + 2000;
	aisp_host_load_between(&a, &b, &load);
	ok(load.steal == 0.05, "1000 of 20000 ticks stolen");
	ok(load.others == 0.4, "10000 busy, 2000 of them ours");
	ok(load.interrupts_per_s == 45, "interrupts a second");
	ok(!strcmp(load.busiest, "a) b"), "the busiest, with a name that hurts");
	aisp_host_load_between(&b, &b, &load);
	ok(isnan(load.steal) && isnan(load.others), "no time passed: unknown");
	aisp_host_mark_release(&a);
	aisp_host_mark_release(&b);
	tree_remove();
}

/* A process that used that many of 1000 ticks of others. */
static void put_process(int pid, const char *name, unsigned flags, int ticks)
{
	char path[64], text[128];

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	snprintf(text, sizeof(text), "%d (%s) S 1 1 1 0 -1 %u 0 0 0 0 %d 0 0 0\n", pid,
		 name, flags, ticks);
	tree_put(path, text);
}

/* Is that who used most of others' time, and how much? */
static bool is_busiest(const char *name, double cpus)
{
	struct aisp_host_mark a = { .at_ns = 1 }, b;
	struct aisp_host_load load;

	tree_put("/proc/stat", "cpu  1000 0 0 1000 0 0 0 0 0 0\n");
	if (aisp_host_mark_init(&b, NULL))
		return false;
	b.ours = 0;
	b.at_ns = a.at_ns + 1000000000;
	aisp_host_load_between(&a, &b, &load);
	aisp_host_mark_release(&b);
	if (strcmp(load.busiest, name) != 0)
		printf("# %s\n", load.busiest);
	return !strcmp(load.busiest, name) &&
	       fabs(load.busiest_cpus * (double)sysconf(_SC_CLK_TCK) - cpus) < 1e-6;
}

static void test_busiest(void)
{
	tree_make();
	put_process(5, "perl", 0x400000, 499);
	ok(is_busiest("programs that have ended or cannot be seen", 501),
	   "less than half explains nothing");
	put_process(6, "make", 0, 2);
	ok(is_busiest("several programs", 1000), "many together do");
	put_process(7, "perl", 0, 1);
	ok(is_busiest("perl", 500), "processes of one name count together");
	put_process(5, "kworker/u8:1-kvfree_rcu_reclaim", 0x4208060, 300);
	put_process(6, "ksoftirqd/0", 0x4208040, 300);
	ok(is_busiest("the kernel", 600), "so do the kernel's threads");
	tree_remove();
}

int main(void)
{
	test_grades();
	test_clocks();
	test_id();
	test_load();
	test_busiest();
	return done();
}
