/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "machine/gpu_peak.h"
#include "tap.h"

static int is_near(double a, double b)
{
	return fabs(a - b) <= 1e-9 * fabs(b);
}

/* Round numbers: L2 of 50 MB at 10 TB/s over DRAM at 4 TB/s. */
static void fill(struct aisp_gpu_peaks *p)
{
	memset(p, 0, sizeof(*p));
	p->gpu.l2_bytes = 50e6;
	p->flops[AISP_GPU_F32][AISP_GPU_FMA].best = 50e12;
	p->flops[AISP_GPU_F32][AISP_GPU_CUBLAS].best = 40e12;
	p->flops[AISP_GPU_TF32][AISP_GPU_WGMMA].best = 400e12;
	p->flops[AISP_GPU_F64][AISP_GPU_MMA].best = 60e12;
	p->flops[AISP_GPU_F16][AISP_GPU_WGMMA].best = 800e12;
	p->flops[AISP_GPU_BF16][AISP_GPU_CUBLAS].best = 700e12;
	p->flops[AISP_GPU_I8][AISP_GPU_MMA].best = 1000e12;
	p->flops[AISP_GPU_E4M3][AISP_GPU_WGMMA].best = 1500e12;
	p->bandwidth[AISP_GPU_DRAM_READ].best = 4.5e12;
	p->bandwidth[AISP_GPU_DRAM_COPY].best = 4.0e12;
	p->bandwidth[AISP_GPU_DRAM_MEMCPY].best = 4.2e12;
	p->bandwidth[AISP_GPU_DRAM_TRIAD].best = 4.3e12;
	p->bandwidth[AISP_GPU_DRAM_FILL].best = 3e12;
	p->bandwidth[AISP_GPU_L2_READ].best = 10e12;
	p->bandwidth[AISP_GPU_SHARED_READ].best = 33e12;
	p->bandwidth[AISP_GPU_H2D_PINNED].best = 55e9;
}

/* Is the bound of 1 TFLOP of this type arithmetic? */
static int is_arithmetic(const struct aisp_gpu_peaks *p, enum aisp_dtype t, double tera,
			 const char *name)
{
	struct aisp_roof r;
	int rc = aisp_gpu_roof_bound(p, 1e12, 0, t, true, 0, -1, &r);

	if (rc || strcmp(r.name, name))
		printf("# %d %s %g\n", rc, r.name, r.ns);
	return !rc && is_near(r.ns, 1e9 / tera) && !strcmp(r.name, name);
}

static void test_arithmetic(const struct aisp_gpu_peaks *p)
{
	struct aisp_roof r;

	ok(is_arithmetic(p, AISP_F32, 50, "f32 FMA"), "f32: the best engine, no tf32");
	ok(is_arithmetic(p, AISP_F64, 60, "f64 mma.sync"), "f64: its matrix rate");
	ok(is_arithmetic(p, AISP_F16, 800, "f16 wgmma"), "f16: its matrix rate");
	ok(is_arithmetic(p, AISP_BF16, 800, "f16 wgmma"), "bf16 shares f16's units");
	ok(is_arithmetic(p, AISP_I8, 1000, "i8 mma.sync"), "i8: its matrix rate");
	ok(aisp_gpu_roof_bound(p, 1e12, 0, AISP_I64, true, 0, -1, &r) == -1,
	   "i64: nothing is known");
}

/* Is the bound of `bytes`, over data of that size, memory? */
static int is_memory(const struct aisp_gpu_peaks *p, double bytes, bool is_cold,
		     double share, double ns, const char *name)
{
	struct aisp_roof r;
	int rc = aisp_gpu_roof_bound(p, 0, bytes, AISP_F32, is_cold, bytes, share, &r);

	if (rc || strcmp(r.name, name) || !is_near(r.ns, ns))
		printf("# %d %s %g, not %g\n", rc, r.name, r.ns, ns);
	return !rc && is_near(r.ns, ns) && !strcmp(r.name, name);
}

static void test_streams(const struct aisp_gpu_peaks *p)
{
	ok(is_memory(p, 1e9, true, 0, 1e9 / 4500, "DRAM"), "reads");
	ok(is_memory(p, 1e9, true, 0.5, 1e9 / 4200, "DRAM"),
	   "half is written: the better of the two copies");
	ok(is_memory(p, 1e9, true, 0.3, 1e9 / 4300, "DRAM"), "nearly a triad");
	ok(is_memory(p, 1e9, true, 1, 1e9 / 3000, "DRAM"), "a fill");
	ok(is_memory(p, 1e9, true, -1, (1e9 - 50e6) / 4500, "DRAM"),
	   "unknown: the highest, and L2 may keep what is written");
}

static void test_l2(const struct aisp_gpu_peaks *p)
{
	struct aisp_roof r;

	ok(is_memory(p, 40e6, false, 0.5, 4000, "L2"), "hot and small: L2");
	ok(is_memory(p, 40e6, true, 0.5, 40e6 / 4200, "DRAM"), "cold and small: DRAM");
	ok(is_memory(p, 40e6, true, -1, 4000, "L2"),
	   "cold and small, but it may all be written: L2");
	ok(is_memory(p, 200e6, false, 0, 150e6 / 4500, "DRAM"),
	   "hot and large: what L2 cannot hold");
	ok(is_memory(p, 60e6, false, 0, 6000, "L2"),
	   "a little more than L2: all of it passes L2");
	ok(!aisp_gpu_roof_bound(p, 0, 10e6, AISP_F32, false, 1e9, 0, &r) &&
		   is_near(r.ns, 10e6 * 0.95 / 4500),
	   "a part of large data");
}

static void test_edges(const struct aisp_gpu_peaks *p)
{
	struct aisp_gpu_peaks none;
	struct aisp_roof r;

	memset(&none, 0, sizeof(none));
	ok(aisp_gpu_roof_bound(&none, 1e9, 1e9, AISP_F32, true, 1e9, 0, &r) == -1,
	   "no peaks: unknown");
	ok(aisp_gpu_roof_bound(p, 0, 0, AISP_F32, true, 0, 0, &r) == -1,
	   "no work: no roof");
	ok(!aisp_gpu_roof_bound(p, 50e9, 1e9, AISP_F32, true, INFINITY, 0, &r) &&
		   is_near(r.ns, 1e6) && !strcmp(r.name, "f32 FMA"),
	   "the longest binds: arithmetic");
	ok(!aisp_gpu_roof_bound(p, 5e9, 1e9, AISP_F32, false, INFINITY, 0, &r) &&
		   is_near(r.ns, 1e9 / 4500) && !strcmp(r.name, "DRAM"),
	   "the longest binds: memory");
}

int main(void)
{
	struct aisp_gpu_peaks p;

	fill(&p);
	test_arithmetic(&p);
	test_streams(&p);
	test_l2(&p);
	test_edges(&p);
	return done();
}
