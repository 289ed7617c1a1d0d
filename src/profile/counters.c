/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <linux/perf_event.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "counters.h"
#include "machine/sysfile.h"

#define CACHE(cache, op, result)                                                       \
	(PERF_COUNT_HW_CACHE_##cache | PERF_COUNT_HW_CACHE_OP_##op << 8 |              \
	 PERF_COUNT_HW_CACHE_RESULT_##result << 16)

const struct aisp_counter aisp_hardware[AISP_N_HARDWARE] = {
	{ "cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
	{ "instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS },
	{ "branches", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS },
	{ "branch_misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES },
	{ "cache_references", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES },
	{ "cache_misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES },
	{ "l1d_loads", PERF_TYPE_HW_CACHE, CACHE(L1D, READ, ACCESS) },
	{ "l1d_misses", PERF_TYPE_HW_CACHE, CACHE(L1D, READ, MISS) },
	{ "dtlb_misses", PERF_TYPE_HW_CACHE, CACHE(DTLB, READ, MISS) },
	{ "stalled_front", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND },
	{ "stalled_back", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND },
};

static int open_counter(const struct aisp_counter *what)
{
	struct perf_event_attr a = {
		.size = sizeof(a),
		.type = what->type,
		.config = what->config,
		.read_format =
			PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
		.disabled = 1,
		.inherit = 1,
		.enable_on_exec = 1,
		.exclude_kernel = 1,
		.exclude_hv = 1,
	};

	return (int)syscall(SYS_perf_event_open, &a, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

void aisp_counters_open(struct aisp_counters *c, const struct aisp_counter *what, int n)
{
	memset(c, 0, sizeof(*c));
	c->what = what;
	c->n = n;
	for (int i = 0; i < n; i++) {
		c->fd[i] = open_counter(&what[i]);
		c->code[i] = c->fd[i] < 0 ? errno : 0;
	}
}

void aisp_counters_close(struct aisp_counters *c)
{
	for (int i = 0; i < c->n; i++)
		if (c->fd[i] >= 0)
			close(c->fd[i]);
	c->n = 0;
}

static void read_one(const struct aisp_counters *c, int i, struct aisp_counter_read *r)
{
	memset(r, 0, sizeof(*r));
	if (c->fd[i] >= 0 && read(c->fd[i], r, sizeof(*r)) != sizeof(*r))
		memset(r, 0, sizeof(*r));
}

void aisp_counters_begin(struct aisp_counters *c)
{
	for (int i = 0; i < c->n; i++)
		read_one(c, i, &c->from[i]);
}

void aisp_counters_end(struct aisp_counters *c)
{
	for (int i = 0; i < c->n; i++) {
		struct aisp_counter_read to, *sum = &c->sum[i];
		const struct aisp_counter_read *from = &c->from[i];

		read_one(c, i, &to);
		sum->value += to.value - from->value;
		sum->enabled_ns += to.enabled_ns - from->enabled_ns;
		sum->running_ns += to.running_ns - from->running_ns;
	}
}

void aisp_counters_explain(int code, char *why, int size)
{
	long long paranoid = -1;

	switch (code) {
	case ENOENT:
	case ENODEV:
	case EOPNOTSUPP:
	case EINVAL:
		snprintf(why, (size_t)size,
			 "this processor, or the hypervisor that it "
			 "is seen through, does not offer it");
		return;
	case EACCES:
	case EPERM:
		aisp_sys_read_int("/proc/sys/kernel/perf_event_paranoid", &paranoid);
		snprintf(why, (size_t)size,
			 "not permitted: kernel.perf_event_paranoid is %lld (as root: "
			 "sysctl kernel.perf_event_paranoid=2)",
			 paranoid);
		return;
	case ENOSYS:
		snprintf(why, (size_t)size, "this kernel has no perf_event_open()");
		return;
	default:
		snprintf(why, (size_t)size, "perf_event_open: %s", strerror(code));
	}
}

void aisp_counters_get(const struct aisp_counters *c, int i, struct aisp_count *count)
{
	const struct aisp_counter_read *sum = &c->sum[i];

	*count = (struct aisp_count){ .value = NAN, .share = NAN };
	if (c->fd[i] < 0) {
		aisp_counters_explain(c->code[i], count->why, sizeof(count->why));
		return;
	}
	if (!sum->running_ns) {
		snprintf(count->why, sizeof(count->why), "%s",
			 sum->enabled_ns ? "other counters took its place all the time"
					 : "nothing ran while it was open");
		return;
	}
	count->share = (double)sum->running_ns / (double)sum->enabled_ns;
	count->value = (double)sum->value / count->share;
}
