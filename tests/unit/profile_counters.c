/* SPDX-License-Identifier: MIT
 *
 * Counters and software counts of a child; with the kernel's own task clock as the
 * counter, since processors often show none.
 */
#include "profile/counters.h"
#include "profile/tasks.h"

#include "machine_tree.h"
#include "tap.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <math.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct aisp_counter clocks[] = {
	{ "task_clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK },
	{ "no such", PERF_TYPE_SOFTWARE, 9999 },
};

static pid_t busy_child(void)
{
	const char *const argv[] = {
		"sh", "-c", "i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done", NULL
	};
	pid_t pid;

	if (posix_spawnp(&pid, "sh", NULL, NULL, (char *const *)argv, environ))
		abort();
	return pid;
}

static void burn(void)
{
	for (volatile int i = 0; i < 3000000; i++)
		;
}

static void counters(void)
{
	struct aisp_counters c;
	struct aisp_count count;

	aisp_counters_open(&c, clocks, 2);
	if (c.fd[0] < 0) {
		aisp_counters_get(&c, 0, &count);
		ok(isnan(count.value) && count.why[0], "not permitted: the reason");
		aisp_counters_close(&c);
		return;
	}
	aisp_counters_begin(&c);
	burn();
	aisp_counters_end(&c);
	aisp_counters_get(&c, 0, &count);
	ok(isnan(count.value) && strstr(count.why, "nothing ran"),
	   "what opened them is not counted");
	aisp_counters_begin(&c);
	waitpid(busy_child(), NULL, 0);
	aisp_counters_end(&c);
	aisp_counters_get(&c, 0, &count);
	ok(count.value > 1e5 && count.share > 0.99, "a child is");
	aisp_counters_get(&c, 1, &count);
	ok(isnan(count.value) && strstr(count.why, "does not offer it"),
	   "a counter that is not there is unknown, with the reason");
	aisp_counters_close(&c);
}

static void explanations(void)
{
	char why[160];

	aisp_counters_explain(EACCES, why, sizeof(why));
	ok(!!strstr(why, "perf_event_paranoid is ") && strstr(why, "sysctl"),
	   "not permitted: the setting and the remedy");
	aisp_counters_explain(ENOENT, why, sizeof(why));
	ok(!!strstr(why, "hypervisor"), "not offered");
}

static void make_task(const char *tid)
{
	static const char *const files[][2] = {
		{ "status", "Name:\tx\nvoluntary_ctxt_switches:\t5\n"
			    "nonvoluntary_ctxt_switches:\t7\n" },
		{ "schedstat", "1000 300 12\n" },
		{ "sched", "se.nr_migrations          :          3\n" },
	};
	char path[100];

	for (int i = 0; i < 3; i++) {
		snprintf(path, sizeof(path), "/proc/42/task/%s/%s", tid, files[i][0]);
		tree_put(path, files[i][1]);
	}
}

static void software(void)
{
	struct aisp_tasks t, u, sum = { 0 };

	tree_make();
	aisp_tasks_read(&t, 42);
	ok(isnan(t.count[AISP_SW_SLEEPS]), "a process that is gone");
	make_task("42");
	aisp_tasks_read(&t, 42);
	make_task("43");
	aisp_tasks_read(&u, 42);
	ok(u.count[AISP_SW_TASK_CLOCK_NS] == 2000 &&
		   u.count[AISP_SW_QUEUED_NS] == 600 && u.count[AISP_SW_SLEEPS] == 10 &&
		   u.count[AISP_SW_PREEMPTIONS] == 14 &&
		   u.count[AISP_SW_MIGRATIONS] == 6,
	   "all threads add up");
	aisp_tasks_add(&sum, &t, &u);
	ok(sum.count[AISP_SW_PREEMPTIONS] == 7, "differences");
	tree_put("/proc/42/task/43/sched", "");
	aisp_tasks_read(&u, 42);
	ok(isnan(u.count[AISP_SW_MIGRATIONS]) && u.count[AISP_SW_SLEEPS] == 10,
	   "what one thread does not tell is unknown for all");
	tree_remove();
	aisp_tasks_read(&t, getpid());
	ok(t.count[AISP_SW_MINOR_FAULTS] > 0, "this process");
}

/* While the judge waits for the worker's CPU, the worker works. */
static void wall(void)
{
	struct aisp_tasks worker = {
		{ [AISP_SW_TASK_CLOCK_NS] = 60, [AISP_SW_QUEUED_NS] = 20 }
	};
	struct aisp_tasks judge = { { [AISP_SW_QUEUED_NS] = 30 } };

	ok(aisp_tasks_wall_ns(&worker, &judge, 150, 1) == 120, "the judge's wait");
	ok(aisp_tasks_wall_ns(&worker, &judge, 100, 1) == 80, "not the worker's time");
	ok(aisp_tasks_wall_ns(&worker, &judge, 60, 2) == 40, "of two threads");
	judge.count[AISP_SW_QUEUED_NS] = NAN;
	ok(aisp_tasks_wall_ns(&worker, &judge, 150, 1) == 150, "an unknown wait");
}

int main(void)
{
	wall();
	counters();
	explanations();
	software();
	return done();
}
