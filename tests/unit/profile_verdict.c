/* SPDX-License-Identifier: MIT */
#include "profile/verdict.h"

#include "tap.h"

#include <math.h>
#include <string.h>

static struct aisp_bottleneck of(const struct aisp_clues *c)
{
	struct aisp_bottleneck b;

	aisp_verdict(c, &b);
	return b;
}

static struct aisp_clues cpu(double share_of_roof, bool is_compute)
{
	struct aisp_clues c;

	aisp_clues_init(&c);
	c.call_ns = 1000;
	c.roof_ns = 1000 * share_of_roof;
	c.roof_name = "DRAM, 1 thread";
	c.is_roof_compute = is_compute;
	c.cpu_ns = 1000;
	c.cpu_share = 0.98;
	c.queued_share = 0.01;
	c.faults = c.sleeps = 0;
	return c;
}

static void on_cpu(void)
{
	struct aisp_clues c = cpu(0.8, false);
	struct aisp_bottleneck b = of(&c);

	ok(b.bound == AISP_BOUND_MEMORY && strstr(b.why, "80 % of the roof (DRAM"),
	   "near a bandwidth: memory");
	ok(b.n > 0 && !strcmp(b.advice[0].chapter, "ch01"),
	   "with what to try, and where");
	c = cpu(0.8, true);
	ok(of(&c).bound == AISP_BOUND_COMPUTE, "near the arithmetic: compute");
	c = cpu(0.1, true);
	c.ipc = 0.4;
	c.branch_miss_share = 0.05;
	b = of(&c);
	ok(b.bound == AISP_BOUND_LATENCY && strstr(b.why, "5.0 % of the branches") &&
		   strstr(b.why, "0.40 instructions a cycle"),
	   "near neither: latency, and what the counters say");
	c = cpu(0.1, true);
	b = of(&c);
	ok(b.bound == AISP_BOUND_UNKNOWN && strstr(b.why, "unknown here") &&
		   strstr(b.why, "perf_event_paranoid") && b.n == 0,
	   "or that nothing is known, how to know it, and no advice");
	c.ipc = 0.4;
	b = of(&c);
	ok(b.n == 1 && strstr(b.advice[0].what, "dependency chains"),
	   "few instructions a cycle without misses: chains");
	c.cache_miss_share = 0.8;
	b = of(&c);
	ok(b.n == 1 && strstr(b.advice[0].what, "loads ahead"), "misses: loads ahead");
	c.cache_miss_share = 0.1;
	c.branch_miss_share = 0.1;
	b = of(&c);
	ok(b.n == 1 && strstr(b.advice[0].what, "branches"), "branches, and no chains");
	c.branch_miss_share = 0;
	c.ipc = 3.5;
	b = of(&c);
	ok(b.n > 0 && !strstr(b.advice[0].what, "chains"),
	   "many instructions a cycle: fewer of them");
	c = cpu(0.1, true);
	c.cpu_share = 0.3;
	ok(of(&c).bound == AISP_BOUND_WAITING, "threads that do not run: waiting");
	c = cpu(0.1, false);
	c.faults = 512;
	b = of(&c);
	ok(b.bound == AISP_BOUND_WAITING && strstr(b.why, "512 page faults"),
	   "page faults: waiting");
	c = cpu(0.1, false);
	c.cpu_share = 0.1;
	c.queued_share = 0.88;
	c.cpu_ns = 110;
	b = of(&c);
	ok(b.bound == AISP_BOUND_MEMORY && strstr(b.why, "others ran 88 %"),
	   "on a crowded machine by CPU time, and it says so");
	aisp_clues_init(&c);
	b = of(&c);
	ok(b.bound == AISP_BOUND_UNKNOWN && b.n == 0 && strstr(b.why, "no roof"),
	   "nothing known");
}

static struct aisp_clues gpu(double compute, double memory)
{
	struct aisp_clues c;

	aisp_clues_init(&c);
	c.runs = AISP_RUNS_KERNELS;
	c.compute_share = compute;
	c.memory_share = memory;
	c.occupancy = 0.5;
	c.n_kernels = 1;
	c.kernel_ns = 1e6;
	c.busy_share = 0.97;
	return c;
}

static void on_gpu(void)
{
	struct aisp_clues c = gpu(0.2, 0.9);
	struct aisp_bottleneck b = of(&c);

	ok(b.bound == AISP_BOUND_MEMORY && strstr(b.why, "occupancy 50 %"), "memory");
	c = gpu(0.85, 0.5);
	ok(of(&c).bound == AISP_BOUND_COMPUTE, "compute");
	c.roof_ns = 1000;
	b = of(&c);
	ok(b.bound == AISP_BOUND_ISSUE && !strcmp(b.advice[0].chapter, "ch07"),
	   "busy with what is not the work, whose roof is memory: issue");
	c.is_roof_compute = true;
	ok(of(&c).bound == AISP_BOUND_COMPUTE, "whose roof is arithmetic: compute");
	c = gpu(0.3, 0.4);
	ok(of(&c).bound == AISP_BOUND_LATENCY, "latency");
	c = gpu(0.3, 0.9);
	c.busy_share = 0.2;
	c.n_kernels = 200;
	b = of(&c);
	ok(b.bound == AISP_BOUND_LAUNCH && strstr(b.why, "200 kernels a call"),
	   "gaps between kernels: launch");
	c = gpu(0.3, 0.9);
	c.launch_ns = 4000;
	c.kernel_ns = 2000;
	ok(of(&c).bound == AISP_BOUND_LAUNCH, "kernels shorter than a launch");
	c = gpu(NAN, NAN);
	ok(of(&c).bound == AISP_BOUND_UNKNOWN, "no counters and no roof: unknown");
	c.call_ns = 1000;
	c.roof_ns = 900;
	ok(of(&c).bound == AISP_BOUND_MEMORY, "no counters: by the roof");
}

int main(void)
{
	on_cpu();
	on_gpu();
	return done();
}
