/* SPDX-License-Identifier: MIT
 *
 * What buffers will take, held against what they take; what is free, in made-up trees.
 */
#include <math.h>
#include <string.h>

#include "device/device.h"
#include "device/memory_need.h"
#include "judge/memory_fit.h"
#include "machine/memory_free.h"
#include "machine_tree.h"
#include "tap.h"

#define PAGE  4096
#define ELEMS 100000 /* too many to be staged */

static const int64_t no_params[AISP_MAX_PARAMS];

static struct aisp_problem problem_of(int64_t n)
{
	struct aisp_problem pr = {
		.n_in = 2, .n_out = 1, .workspace_bytes = 10 * PAGE, .n_threads = 1
	};

	pr.in[0] = (struct aisp_spec){ "a", AISP_F32, 1, { n } };
	pr.in[1] = (struct aisp_spec){ "b", AISP_F64, 1, { n } };
	pr.out[0] = (struct aisp_spec){ "c", AISP_F32, 1, { n } };
	return pr;
}

static double host_need(const struct aisp_problem *pr, int n_slots)
{
	struct aisp_memory_need need;

	return aisp_memory_need(&need, pr, n_slots, &aisp_host_device, NULL)
		       ? -1
		       : need.host_bytes;
}

static void test_need(void)
{
	struct aisp_problem pr = problem_of(ELEMS);
	struct aisp_buffers *b =
		aisp_buffers_new(&pr, no_params, 3, NULL, &aisp_host_device, NULL);

	ok(b && host_need(&pr, 3) == (double)(b->in_bytes + b->out_bytes),
	   "files of three slots");
	aisp_buffers_free(b);
	ok(host_need(&pr, 1) == 98.0 * PAGE + 196.0 * PAGE + 98.0 * PAGE + 10.0 * PAGE,
	   "the inputs, the output and the workspace of one, in pages");
	pr.out[0].starts_as = 1;
	ok(host_need(&pr, 2) == 2 * (402.0 - 98) * PAGE + 2.0 * 4 * ELEMS,
	   "a hidden input is the judge's own");
	pr = problem_of(ELEMS);
	pr.in[1].in_file = 1;
	ok(host_need(&pr, 2) == 2 * (402.0 - 196) * PAGE + 8.0 * ELEMS,
	   "an input in a file has one copy");
	pr = problem_of(100);
	ok(host_need(&pr, 1) == (2 * 2.0 + 1 + 10) * PAGE,
	   "small inputs also have a stage");
	pr = problem_of(INT64_C(1) << 42);
	ok(host_need(&pr, 1) < 0, "what has no place among the addresses");
}

/* A device with a known amount of memory. */
static double used_bytes;

static int tell_used(struct aisp_device_state *d, double *bytes, struct aisp_err *err)
{
	(void)d;
	(void)err;
	*bytes = used_bytes;
	return 0;
}

static void test_device(void)
{
	struct aisp_device_ops ops = { .used = tell_used };
	struct aisp_open_device d = { .kind = &aisp_device_cuda,
				      .ops = &ops,
				      .info = { .memory_bytes = 1000,
						.page_bytes = 65536 } };
	const struct aisp_problem pr = problem_of(ELEMS);
	struct aisp_memory_need need;

	used_bytes = 400;
	ok(aisp_device_free_bytes(&d) == 600,
	   "a device's memory, without what is used");
	ok(!aisp_memory_need(&need, &pr, 2, &d, NULL) &&
		   need.device_bytes == 2.0 * (7 + 13 + 7 + 1) * 65536 &&
		   need.host_bytes == 2.0 * (7 + 13 + 7) * 65536,
	   "blocks of two slots there, and their mirrors here");
	ops.used = NULL;
	ok(isnan(aisp_device_free_bytes(&d)), "or unknown");
}

static void put_group(const char *max, const char *current)
{
	tree_put("/proc/self/cgroup", "0::/job/a\n");
	tree_put("/proc/self/mountinfo",
		 "30 1 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
	tree_put("/sys/fs/cgroup/job/a/memory.max", "max\n");
	tree_put("/sys/fs/cgroup/job/memory.max", max);
	tree_put("/sys/fs/cgroup/job/memory.current", current);
}

static void test_free(void)
{
	tree_make();
	ok(isnan(aisp_memory_free_bytes()), "nothing can be read: unknown");
	tree_put("/proc/meminfo", "MemTotal:       9000 kB\nMemFree:        1000 kB\n"
				  "MemAvailable:   4000 kB\n");
	ok(aisp_memory_free_bytes() == 4000.0 * 1024, "MemAvailable");
	put_group("max\n", "5\n");
	ok(aisp_memory_free_bytes() == 4000.0 * 1024, "no limit");
	put_group("1000000\n", "300000\n");
	ok(aisp_memory_free_bytes() == 700000, "a limit of a group above ours");
	tree_put("/sys/fs/cgroup/job/memory.stat",
		 "anon 7\ninactive_file 1000\nactive_file 200\n");
	ok(aisp_memory_free_bytes() == 701200, "with the files that it caches");
	put_group("1000000\n", "2000000\n");
	ok(aisp_memory_free_bytes() == 1, "none is left");
	put_group("9000000000\n", "0\n");
	ok(aisp_memory_free_bytes() == 4000.0 * 1024, "the machine has less");
	tree_put("/proc/meminfo", "MemAvailable: much\n");
	put_group("max\n", "0\n");
	ok(isnan(aisp_memory_free_bytes()), "no number");
	tree_remove();
}

static void test_fits(void)
{
	static const struct aisp_workload w = { .params = { { .name = "n" } },
						.n_params = 1 };
	struct aisp_contract c = { .workload = &w,
				   .param = { ELEMS },
				   .problem = problem_of(ELEMS) };
	/* With a copy of the larger input: 402 pages and 800000 bytes, 2391 KiB. */
	struct aisp_err err = { "" };

	tree_make();
	ok(!aisp_memory_fits(&c, &c.problem, 1, &aisp_host_device, &err),
	   "what is unknown refuses nothing");
	tree_put("/proc/meminfo", "MemAvailable: 2560 kB\n");
	ok(!aisp_memory_fits(&c, &c.problem, 1, &aisp_host_device, &err), "it fits");
	ok(aisp_memory_fits_trials(&c, &aisp_host_device, &err),
	   "not with references of the whole output");
	ok(aisp_memory_fits(&c, &c.problem, 2, &aisp_host_device, &err), "nor twice");
	tree_put("/proc/meminfo", "MemAvailable: 2540 kB\n");
	ok(aisp_memory_fits(&c, &c.problem, 1, &aisp_host_device, &err) &&
		   !strcmp(err.msg, "n=100000: needs 2.45 MB of memory, 2.60 MB "
				    "are free, of which 1/16 is kept; choose a smaller "
				    "--param"),
	   err.msg);
	tree_remove();
}

int main(void)
{
	test_need();
	test_device();
	test_free();
	test_fits();
	return done();
}
