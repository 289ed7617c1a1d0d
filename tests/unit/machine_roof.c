/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "machine/peak.h"
#include "tap.h"

static int is_near(double a, double b)
{
	return fabs(a - b) <= 1e-9 * fabs(b);
}

/* Round numbers: 100 and 150 GFLOP/s; L1 400, L2 200, L3 100, DRAM 40 GB/s. */
static void fill(struct aisp_peaks *p)
{
	static const double gb[AISP_N_LEVELS] = { 400, 200, 100, 40 };

	memset(p, 0, sizeof(*p));
	p->n_threads = 4;
	p->flops[AISP_F32][AISP_WIDTH_ONE].best = 100e9;
	p->flops[AISP_F32][AISP_WIDTH_ALL].best = 350e9;
	for (int l = 0; l < AISP_N_LEVELS; l++) {
		p->bandwidth[l][AISP_STREAM_READ][AISP_WIDTH_ONE].best = gb[l] * 0.5e9;
		p->bandwidth[l][AISP_STREAM_COPY][AISP_WIDTH_ONE].best = gb[l] * 1e9;
		p->bandwidth[l][AISP_STREAM_COPY][AISP_WIDTH_ALL].best = gb[l] * 3e9;
	}
	p->level_bytes[0] = 32e3;
	p->level_bytes[1] = 1e6;
	p->level_bytes[2] = 8e6;
	p->level_instances[0] = p->level_instances[1] = 4;
	p->level_instances[2] = 1;
}

static double bound(const struct aisp_peaks *p, double flops, double bytes,
		    enum aisp_dtype t, int n, double footprint, struct aisp_roof *r)
{
	return aisp_roof_bound(p, flops, bytes, t, n, footprint, -1, r) ? -1 : r->ns;
}

static void test_arithmetic(const struct aisp_peaks *p)
{
	struct aisp_roof r;

	ok(is_near(bound(p, 1e9, 1e3, AISP_F32, 1, 1e3, &r), 1e7),
	   "1 GFLOP at 100 GFLOP/s");
	ok(!strcmp(r.name, "f32 FMA, 1 thread"), "the FMA roof is named");
	ok(is_near(bound(p, 1e9, 1e3, AISP_F32, 3, 1e3, &r), 1e7 / 3),
	   "3 threads: 3 x");
	ok(is_near(bound(p, 1e9, 1e3, AISP_F32, 4, 1e3, &r), 1e9 / 350.),
	   "4: capped by all");
	ok(is_near(bound(p, 1e9, 1e3, AISP_F32, 64, 1e3, &r), 1e9 / 350.),
	   "64: no more");
	ok(is_near(bound(p, 1e9, 1e3, AISP_BF16, 1, 1e3, &r), 1e7),
	   "bf16 without own: f32");
	ok(is_near(bound(p, 1e9, 400, AISP_I32, 1, 400, &r), 1),
	   "i32 unknown: bytes bind");
}

static void test_mix(const struct aisp_peaks *p)
{
	struct aisp_roof r;

	ok(!aisp_roof_bound(p, 0, 1e9, AISP_F32, 1, INFINITY, 0, &r) &&
		   is_near(r.ns, 1e18 / 20e9),
	   "reads only: the read stream's 20 GB/s of DRAM");
	ok(!aisp_roof_bound(p, 0, 1e9, AISP_F32, 1, INFINITY, 0.45, &r) &&
		   is_near(r.ns, 1e18 / 40e9),
	   "nearly half written: the copy's 40 GB/s");
}

static void test_memory(const struct aisp_peaks *p)
{
	struct aisp_roof r;

	ok(is_near(bound(p, 0, 4e3, AISP_F32, 1, 4e3, &r), 10), "fits L1: 400 GB/s");
	ok(!strcmp(r.name, "L1, 1 thread"), "the L1 roof is named");
	ok(is_near(bound(p, 0, 64e3, AISP_F32, 1, 64e3, &r), 160),
	   "twice L1: half of it from L2 at 200 GB/s, no faster than L1 all");
	ok(is_near(bound(p, 0, 1e9, AISP_F32, 1, 1e9, &r), (1e9 - 9.032e6) / 40),
	   "what 9.032 MB of caches cannot hold comes at 40 GB/s");
	ok(!strcmp(r.name, "DRAM, 1 thread"), "the DRAM roof is named");
	ok(is_near(bound(p, 0, 1e9, AISP_F32, 4, 1e9, &r),
		   (1e9 - (8e6 + 4 * 1.032e6)) / 120),
	   "four threads: four private caches, one L3, 120 GB/s");
	ok(!strcmp(r.name, "DRAM, 4 threads"), "with the number of threads");
	ok(is_near(bound(p, 1e9, 1e9, AISP_F32, 1, 1e9, &r), (1e9 - 9.032e6) / 40),
	   "the longest binds");
}

int main(void)
{
	struct aisp_peaks p, none;
	struct aisp_roof r;

	fill(&p);
	memset(&none, 0, sizeof(none));
	test_arithmetic(&p);
	test_memory(&p);
	test_mix(&p);
	ok(bound(&none, 1e9, 1e9, AISP_F32, 1, 1e9, &r) < 0, "no peaks: unknown");
	ok(bound(&p, 0, 0, AISP_F32, 1, 0, &r) < 0, "no work: no roof");
	return done();
}
