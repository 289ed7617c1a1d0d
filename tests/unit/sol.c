/* SPDX-License-Identifier: MIT
 *
 * The bound of a contract, on peaks made by hand: which peak, what a file has no bound
 * for, and when peaks are measured again.
 */
#include <math.h>
#include <string.h>

#include "decide/sol.h"
#include "machine/gpu_peak.h"
#include "tap.h"

#define N_LAUNCHES 3

static struct aisp_peaks cpu;
static struct aisp_gpu_peaks gpu;
static struct aisp_problem problem;
static struct aisp_measured launches[N_LAUNCHES];
static struct aisp_limits limits;
static struct aisp_group g;
static int n_raised;

static void one_or_all(struct aisp_figure f[AISP_N_WIDTHS], double one)
{
	f[AISP_WIDTH_ONE].best = one;
	f[AISP_WIDTH_ALL].best = 4 * one;
}

/* Without caches: reads of 20 GB/s a thread, copies of 10, fills of 5; 100 GFLOP/s. */
static void make_peaks(void)
{
	memset(&cpu, 0, sizeof(cpu));
	memset(&gpu, 0, sizeof(gpu));
	cpu.n_threads = 4;
	one_or_all(cpu.flops[AISP_F32], 100e9);
	one_or_all(cpu.bandwidth[AISP_LEVEL_DRAM][AISP_STREAM_READ], 20e9);
	one_or_all(cpu.bandwidth[AISP_LEVEL_DRAM][AISP_STREAM_COPY], 10e9);
	one_or_all(cpu.bandwidth[AISP_LEVEL_DRAM][AISP_STREAM_FILL], 5e9);
	gpu.flops[AISP_GPU_F32][AISP_GPU_FMA].best = 50e12;
	gpu.bandwidth[AISP_GPU_DRAM_READ].best = 4e12;
	gpu.bandwidth[AISP_GPU_H2D_PINNED].best = 50e9;
	gpu.bandwidth[AISP_GPU_D2H_PINNED].best = 40e9;
}

/* n floats in and n out, all of which cross memory once. */
static void make_group(enum aisp_device device, double n_in, double n_out)
{
	make_peaks();
	problem = (struct aisp_problem){ .n_in = 1, .n_out = 1, .n_threads = 1 };
	problem.in[0] = (struct aisp_spec){ .dtype = AISP_F32, .rank = 1 };
	problem.out[0] = (struct aisp_spec){ .dtype = AISP_F32, .rank = 1 };
	problem.in[0].shape[0] = (int64_t)n_in;
	problem.out[0].shape[0] = (int64_t)n_out;
	problem.compute = AISP_F32;
	problem.bytes = 4 * (n_in + n_out);
	limits = (struct aisp_limits){ .peaks = { &cpu, &gpu } };
	g = (struct aisp_group){ .device = device, .problem = &problem, .n_arms = 1 };
	g.sampling.calls_per_sample = 1;
	g.limits = &limits;
	g.arms[0] = (struct aisp_arm){ .n_launches = N_LAUNCHES, .launches = launches };
	for (int i = 0; i < N_LAUNCHES; i++) {
		launches[i] = (struct aisp_measured){ .n_samples = 11 };
		aisp_evidence_init(&launches[i].evidence);
	}
}

static bool is_bound(double ns)
{
	struct aisp_roof r;
	int rc = aisp_sol_bound(&g, &limits, &r);

	if (rc || fabs(r.ns / ns - 1) > 1e-9)
		printf("# %d: %g, not %g (%s)\n", rc, r.ns, ns, r.name);
	return !rc && fabs(r.ns / ns - 1) < 1e-9;
}

static void test_mix(void)
{
	make_group(AISP_DEVICE_CPU, 1e6, 10);
	ok(is_bound(4.00004e6 / 20), "who reads has the bandwidth of reads");
	make_group(AISP_DEVICE_CPU, 1e6, 1e6);
	ok(is_bound(8e6 / 10), "who copies that of copies");
	make_group(AISP_DEVICE_CPU, 10, 1e6);
	ok(is_bound(4.00004e6 / 5), "who writes that of fills");
	problem.flops = 1e9;
	ok(is_bound(1e7), "arithmetic of one thread");
	problem.n_threads = 2;
	ok(is_bound(0.5e7), "of two");
}

static void test_ranks(void)
{
	make_group(AISP_DEVICE_CPU, 10, 10);
	problem.flops = 1e9;
	problem.ranks.n = 2;
	ok(is_bound(0.5e7), "ranks on the CPU are threads of it");
	make_group(AISP_DEVICE_CUDA, 10, 10);
	problem.flops = 1e12;
	ok(is_bound(1e12 / 50e3), "one GPU has all the work");
	problem.ranks.n = 4;
	ok(is_bound(0.25e12 / 50e3), "each of four its share");
	make_group(AISP_DEVICE_CUDA, 1e6, 10);
	ok(is_bound(4.00004e6 / 4000), "of the bytes, too");
	problem.ranks.n = 2;
	ok(is_bound(2.00002e6 / 4000), "half of them");
}

static void test_bus(void)
{
	make_group(AISP_DEVICE_CUDA, 1e6, 1e6);
	problem.in[0].on_host = 1;
	ok(is_bound(4e6 / 50), "an input of the host's crosses the bus");
	problem.bytes = 5e6;
	ok(is_bound(1e6 / 50), "but not what may be skipped of it");
	problem.bytes = 8e6;
	problem.in[0].on_host = 0;
	problem.out[0].on_host = 1;
	ok(is_bound(4e6 / 40), "as an output does");
	problem.ranks.n = 2;
	ok(is_bound(2e6 / 40), "each rank's by a bus of its own");
}

static void test_none(void)
{
	struct aisp_roof r;

	make_group(AISP_DEVICE_CPU, 1e6, 1e6);
	problem.out[0].in_file = 1;
	ok(aisp_sol_bound(&g, &limits, &r) == -1, "no peak bounds an output in a file");
	problem.out[0].in_file = 0;
	problem.in[0].in_file = 1;
	ok(aisp_sol_bound(&g, &limits, &r) == -1, "nor an input");
	problem.in[0].in_file = 0;
	problem.bound_by = "requests";
	ok(aisp_sol_bound(&g, &limits, &r) == -1, "nor what the contract says is none");
	problem.bound_by = NULL;
	limits.peaks.cpu = NULL;
	ok(aisp_sol_bound(&g, &limits, &r) == -1, "nor who has no peaks");
}

static bool raise_peaks(void *arg)
{
	one_or_all(cpu.bandwidth[AISP_LEVEL_DRAM][AISP_STREAM_READ], *(double *)arg);
	n_raised++;
	return true;
}

/* Notes launches at these fractions of the bound: 2 MB each way at 20 GB/s. */
static void note(double a, double b, double c)
{
	static double better = 40e9;
	const double fraction[N_LAUNCHES] = { a, b, c };

	make_group(AISP_DEVICE_CPU, 1e6, 1e6);
	limits.raise_peaks = raise_peaks;
	limits.raise_arg = &better;
	for (int i = 0; i < N_LAUNCHES; i++)
		launches[i].median_ns = 8e6 / 20 / fraction[i];
	n_raised = 0;
	aisp_sol_note(&g, &limits);
}

static bool is_about(double x, double y)
{
	return fabs(x - y) < 1e-9;
}

static void test_note(void)
{
	note(0.5, 0.8, 1);
	ok(!n_raised && is_about(launches[1].evidence.sol_fraction, 0.8),
	   "a fraction of the highest bandwidth, of any stream");
	note(1.2, 1.3, 0.9);
	ok(n_raised == 1 && is_about(launches[0].evidence.sol_fraction, 0.6),
	   "who is faster than light in most launches has the peaks measured again");
	note(1.2, 0.8, 0.9);
	ok(!n_raised && is_about(launches[0].evidence.sol_fraction, 1.2),
	   "not who is in one");
	note(4, 4, 4);
	ok(!n_raised && is_about(launches[0].evidence.sol_fraction, 4),
	   "nor who is four times as fast: no bad moment of the peaks is that bad");
	note(0.5, 0.8, 1);
	launches[0].n_samples = 0;
	launches[0].evidence.sol_fraction = NAN;
	aisp_sol_note(&g, &limits);
	ok(isnan(launches[0].evidence.sol_fraction), "without samples there is none");
}

static void test_close(void)
{
	note(1.2, 1.06, 1.06);
	limits.raise_peaks = NULL;
	g.margin = 0.02;
	for (int i = 0; i < N_LAUNCHES; i++)
		launches[i].evidence.sol_fraction = i ? 1.06 : 1.2;
	ok(aisp_sol_is_close(&g, &g.arms[0]), "over by less than the noise in most");
	launches[1].evidence.sol_fraction = 1.2;
	ok(!aisp_sol_is_close(&g, &g.arms[0]), "by more");
	for (int i = 0; i < N_LAUNCHES; i++)
		launches[i].evidence.sol_fraction = 1;
	ok(!aisp_sol_is_close(&g, &g.arms[0]), "not at all");
}

int main(void)
{
	test_mix();
	test_ranks();
	test_bus();
	test_none();
	test_note();
	test_close();
	return done();
}
