/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "verdict.h"

/*
 * At 60 % of a peak and more its unit is what binds; below that on all units it is
 * latency: the rule of Nsight Compute's Speed Of Light section.
 */
#define NEAR 0.6
/* A smaller share of wall time: threads are off the CPU beyond scheduling noise. */
#define RUNNING 0.9
/* A mispredicted branch costs about 20 cycles: 2 % of branches at one in six
 * instructions are 0.07 cycles an instruction, a quarter of a wide core's 0.25. */
#define BRANCH_MISSES 0.02
/* Half of the references leave the chip. */
#define CACHE_MISSES 0.5
/* Present cores start four or more instructions; one that hardly starts two waits. */
#define SLOW_IPC 2

#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))

const char *aisp_bound_name(enum aisp_bound b)
{
	static const char *const names[AISP_N_BOUNDS] = {
		"unknown", "memory", "compute", "issue", "latency", "launch", "waiting"
	};

	return names[b];
}

static const struct aisp_advice cpu_memory[] = {
	{ "move fewer bytes: fuse passes, keep intermediates in registers", "ch01" },
	{ "use every byte of a line: contiguous access, structures of arrays, tiles",
	  "ch07" },
	{ "write what is not read again with non-temporal stores", "ch07" },
	{ "do more work on a byte while it is in a cache: blocking", "ch09" },
};
static const struct aisp_advice cpu_compute[] = {
	{ "use wider or fused instructions, lower precision, or library kernels",
	  "ch09" },
	{ "do less: another algorithm, work shared between elements", "ch01" },
	{ "use the other cores", "ch03" },
};
static const struct aisp_advice cpu_chains = {
	"shorten dependency chains: several accumulators, unrolling", "ch08"
};
static const struct aisp_advice cpu_misses = {
	"issue loads ahead: prefetch, independent streams, batching", "ch07"
};
static const struct aisp_advice cpu_branches = {
	"replace unpredictable branches by selection", "ch08"
};
static const struct aisp_advice cpu_waiting[] = {
	{ "touch memory before it counts, with large pages", "ch03" },
	{ "keep threads busy: split evenly, share no cache line, wait less often",
	  "ch03" },
	{ "overlap reading with computing", "ch05" },
};
static const struct aisp_advice gpu_memory[] = {
	{ "coalesce: neighbouring threads read neighbouring addresses", "ch07" },
	{ "stage tiles in shared memory, so that DRAM is read once", "ch07" },
	{ "fuse kernels, so that intermediates never leave the chip", "ch09" },
	{ "store in fewer bits", "ch19" },
};
static const struct aisp_advice gpu_compute[] = {
	{ "use the tensor cores, in the lowest precision that is right", "ch10" },
	{ "overlap copies with arithmetic inside the kernel", "ch10" },
	{ "do less arithmetic: another algorithm, values computed once", "ch09" },
};
static const struct aisp_advice gpu_issue[] = {
	{ "move 16 bytes with an instruction", "ch07" },
	{ "spread index arithmetic over several elements: unroll, 32-bit indices",
	  "ch08" },
	{ "let the copy engine of an SM fetch whole tiles", "ch07" },
};
static const struct aisp_advice gpu_latency[] = {
	{ "have more warps in flight: fewer registers, smaller blocks, a larger grid",
	  "ch08" },
	{ "give a thread independent work: unroll, several loads in flight", "ch08" },
	{ "load asynchronously ahead of use", "ch10" },
};
static const struct aisp_advice gpu_launch[] = {
	{ "capture the sequence in a graph", "ch12" },
	{ "fuse small kernels into one", "ch01" },
	{ "overlap independent work on several streams", "ch11" },
};

void aisp_clues_init(struct aisp_clues *c)
{
	*c = (struct aisp_clues){
		.call_ns = NAN,
		.roof_ns = NAN,
		.cpu_share = NAN,
		.cpu_ns = NAN,
		.sleeps = NAN,
		.queued_share = NAN,
		.faults = NAN,
		.ipc = NAN,
		.branch_miss_share = NAN,
		.cache_miss_share = NAN,
		.compute_share = NAN,
		.memory_share = NAN,
		.occupancy = NAN,
		.busy_share = NAN,
		.n_kernels = NAN,
		.kernel_ns = NAN,
		.launch_ns = NAN,
	};
}

__attribute__((format(printf, 2, 3))) static void add(struct aisp_bottleneck *b,
						      const char *fmt, ...)
{
	size_t used = strlen(b->why);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(b->why + used, sizeof(b->why) - used, fmt, ap);
	va_end(ap);
}

static void advise(struct aisp_bottleneck *b, const struct aisp_advice *a, int n)
{
	for (int i = 0; i < n && b->n < AISP_MAX_ADVICE; i++)
		b->advice[b->n++] = a[i];
}

/* If others ran instead, that comes first: CPU time is only less exact then. */
static bool is_crowded(const struct aisp_clues *c)
{
	return c->queued_share > 1 - RUNNING;
}

static void judge_roof(const struct aisp_clues *c, struct aisp_bottleneck *b)
{
	bool is_by_cpu = is_crowded(c) && c->cpu_ns > 0;
	double share = c->roof_ns / (is_by_cpu ? c->cpu_ns : c->call_ns);

	add(b, "%.0f %% of the roof (%s)", 100 * share,
	    c->roof_name ? c->roof_name : "?");
	if (!(share >= NEAR))
		b->bound = AISP_BOUND_LATENCY;
	else
		b->bound = c->is_roof_compute ? AISP_BOUND_COMPUTE : AISP_BOUND_MEMORY;
}

/* Says what is known about a processor that is near no roof. */
static void explain_latency(const struct aisp_clues *c, struct aisp_bottleneck *b)
{
	if (c->branch_miss_share > BRANCH_MISSES)
		add(b, "; %.1f %% of the branches are mispredicted",
		    100 * c->branch_miss_share);
	if (c->cache_miss_share > CACHE_MISSES)
		add(b, "; %.0f %% of the references to the last cache miss it",
		    100 * c->cache_miss_share);
	if (!isnan(c->ipc))
		add(b, "; %.2f instructions a cycle", c->ipc);
}

/* Near no roof, only counters show what the processor waits for, and what to try. */
static bool has_latency_evidence(const struct aisp_clues *c)
{
	return !isnan(c->ipc) || !isnan(c->branch_miss_share) ||
	       !isnan(c->cache_miss_share);
}

static void judge_latency(const struct aisp_clues *c, struct aisp_bottleneck *b)
{
	if (has_latency_evidence(c)) {
		explain_latency(c, b);
		return;
	}
	b->bound = AISP_BOUND_UNKNOWN;
	add(b, "; near no roof, and the counters that would say why are unknown "
	       "here: they need a processor whose counters this kernel shows (bare "
	       "metal or a virtual machine with a PMU) and "
	       "kernel.perf_event_paranoid of 2 or less");
}

/* Gives only advice that counters support. */
static void advise_latency(const struct aisp_clues *c, struct aisp_bottleneck *b)
{
	bool has_misses = c->cache_miss_share > CACHE_MISSES;
	bool has_branches = c->branch_miss_share > BRANCH_MISSES;

	if (has_misses)
		advise(b, &cpu_misses, 1);
	if (has_branches)
		advise(b, &cpu_branches, 1);
	if (c->ipc < SLOW_IPC && !has_misses && !has_branches)
		advise(b, &cpu_chains, 1);
	if (c->ipc >= SLOW_IPC)
		advise(b, cpu_compute, COUNT(cpu_compute) - 1);
}

static void judge_cpu(const struct aisp_clues *c, struct aisp_bottleneck *b)
{
	bool has_roof = c->roof_ns > 0 && c->call_ns > 0;
	double wanted = c->cpu_share + c->queued_share;

	if (has_roof)
		judge_roof(c, b);
	else
		add(b, "no roof is known");
	if (b->bound != AISP_BOUND_MEMORY && b->bound != AISP_BOUND_COMPUTE &&
	    (wanted < RUNNING || c->faults >= 1)) {
		b->bound = AISP_BOUND_WAITING;
		add(b,
		    "; threads want to run %.0f %% of the time, with %.3g page faults "
		    "and %.3g sleeps a call",
		    100 * wanted, c->faults, c->sleeps);
	}
	if (b->bound == AISP_BOUND_LATENCY)
		judge_latency(c, b);
	if (is_crowded(c))
		add(b,
		    "; by CPU time, since others ran %.0f %% of the time instead: look "
		    "again on a quiet machine",
		    100 * c->queued_share);
}

static bool is_launch_bound(const struct aisp_clues *c)
{
	return c->busy_share < NEAR || c->kernel_ns < c->launch_ns;
}

static void judge_gpu(const struct aisp_clues *c, struct aisp_bottleneck *b)
{
	if (is_launch_bound(c)) {
		b->bound = AISP_BOUND_LAUNCH;
		add(b,
		    "%.4g kernels a call of %.3g us each; "
		    "the GPU is busy %.0f %% of their span",
		    c->n_kernels, c->kernel_ns * 1e-3, 100 * c->busy_share);
		return;
	}
	if (isnan(c->compute_share) || isnan(c->memory_share)) {
		if (c->roof_ns > 0 && c->call_ns > 0)
			judge_roof(c, b);
		else
			add(b, "neither a roof nor the GPU's counters are known");
		if (b->bound == AISP_BOUND_LATENCY) {
			b->bound = AISP_BOUND_UNKNOWN;
			add(b, "; near no roof, and the GPU's counters are unknown "
			       "here: ncu reads them where its user may");
		}
		return;
	}
	add(b, "compute units at %.0f %%, memory at %.0f %% of their peaks",
	    100 * c->compute_share, 100 * c->memory_share);
	if (fmax(c->compute_share, c->memory_share) < NEAR)
		b->bound = AISP_BOUND_LATENCY;
	else if (c->compute_share <= c->memory_share)
		b->bound = AISP_BOUND_MEMORY;
	else /* ncu counts all instructions; the workload's roof only its arithmetic */
		b->bound = c->roof_ns > 0 && !c->is_roof_compute ? AISP_BOUND_ISSUE
								 : AISP_BOUND_COMPUTE;
	if (!isnan(c->occupancy))
		add(b, "; occupancy %.0f %%", 100 * c->occupancy);
}

/* For what runs: its judge, and its advice; advice from counters comes first. */
static const struct {
	void (*judge)(const struct aisp_clues *c, struct aisp_bottleneck *b);
	void (*advise_latency)(const struct aisp_clues *c, struct aisp_bottleneck *b);
	struct {
		const struct aisp_advice *advice;
		int n;
	} by_bound[AISP_N_BOUNDS];
} views[AISP_N_RUNS] = {
	[AISP_RUNS_THREADS] = {
		.judge = judge_cpu,
		.advise_latency = advise_latency,
		.by_bound = { [AISP_BOUND_MEMORY] = { cpu_memory, COUNT(cpu_memory) },
			[AISP_BOUND_COMPUTE] = { cpu_compute, COUNT(cpu_compute) },
			[AISP_BOUND_WAITING] = { cpu_waiting, COUNT(cpu_waiting) } },
	},
	[AISP_RUNS_KERNELS] = {
		.judge = judge_gpu,
		.by_bound = { [AISP_BOUND_MEMORY] = { gpu_memory, COUNT(gpu_memory) },
			[AISP_BOUND_COMPUTE] = { gpu_compute, COUNT(gpu_compute) },
			[AISP_BOUND_ISSUE] = { gpu_issue, COUNT(gpu_issue) },
			[AISP_BOUND_LATENCY] = { gpu_latency, COUNT(gpu_latency) },
			[AISP_BOUND_LAUNCH] = { gpu_launch, COUNT(gpu_launch) } },
	},
};

void aisp_verdict(const struct aisp_clues *c, struct aisp_bottleneck *b)
{
	memset(b, 0, sizeof(*b));
	views[c->runs].judge(c, b);
	if (b->bound == AISP_BOUND_LATENCY && views[c->runs].advise_latency)
		views[c->runs].advise_latency(c, b);
	advise(b, views[c->runs].by_bound[b->bound].advice,
	       views[c->runs].by_bound[b->bound].n);
}
