/* SPDX-License-Identifier: MIT
 *
 * gpu_peak_roof.c - the roofline model with two memory roofs, DRAM and L2.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "gpu_peak.h"

struct rate {
	double best;
	enum aisp_gpu_op op;
	enum aisp_gpu_engine engine;
};

static void raise_rate(struct rate *r, const struct aisp_gpu_peaks *p,
		       enum aisp_gpu_op op)
{
	for (int e = 0; e < AISP_N_GPU_ENGINES; e++)
		if (p->flops[op][e].best > r->best)
			*r = (struct rate){ p->flops[op][e].best, op,
					    (enum aisp_gpu_engine)e };
}

static struct rate rate_of(const struct aisp_gpu_peaks *p, enum aisp_dtype t)
{
	struct rate r = { .best = 0 };

	switch (t) {
	case AISP_F32:
		raise_rate(&r, p, AISP_GPU_F32);
		break;
	case AISP_F64:
		raise_rate(&r, p, AISP_GPU_F64);
		break;
	case AISP_F16:
	case AISP_BF16:
		raise_rate(&r, p, AISP_GPU_F16);
		raise_rate(&r, p, AISP_GPU_BF16);
		break;
	case AISP_I8:
		raise_rate(&r, p, AISP_GPU_I8);
		break;
	case AISP_F8E4M3:
	case AISP_F8E5M2:
		raise_rate(&r, p, AISP_GPU_E4M3);
		break;
	case AISP_TF32:
		raise_rate(&r, p, AISP_GPU_TF32);
		break;
	default:
		break;
	}
	return r;
}

static double dram_best(const struct aisp_gpu_peaks *p)
{
	double best = 0;

	for (int i = AISP_GPU_DRAM_READ; i <= AISP_GPU_DRAM_MEMCPY; i++)
		best = fmax(best, p->bandwidth[i].best);
	return best;
}

static double dram_bandwidth(const struct aisp_gpu_peaks *p, double write_share)
{
	static const struct {
		enum aisp_gpu_path path;
		double share;
	} streams[] = { { AISP_GPU_DRAM_READ, 0 },
			{ AISP_GPU_DRAM_COPY, 1. / 2 },
			{ AISP_GPU_DRAM_MEMCPY, 1. / 2 },
			{ AISP_GPU_DRAM_TRIAD, 1. / 3 },
			{ AISP_GPU_DRAM_FILL, 1 } };
	double best = 0, nearest = INFINITY;

	if (write_share < 0)
		return dram_best(p);
	for (size_t i = 0; i < sizeof(streams) / sizeof(streams[0]); i++) {
		double off = fabs(streams[i].share - write_share);
		double b = p->bandwidth[streams[i].path].best;

		if (!(b > 0) || off > nearest || (off == nearest && b < best))
			continue;
		nearest = off;
		best = b;
	}
	return best;
}

/* The part of the bytes that DRAM must move. */
static double dram_bytes(const struct aisp_gpu_peaks *p, double bytes, bool is_cold,
			 double footprint_bytes, double write_share)
{
	if (!is_cold)
		return bytes * fmax(0, 1 - p->gpu.l2_bytes / footprint_bytes);
	return write_share < 0 ? fmax(0, bytes - p->gpu.l2_bytes) : bytes;
}

static void raise_roof(struct aisp_roof *roof, double amount, double rate,
		       const char *what, const char *how)
{
	double ns = rate > 0 ? amount / rate * 1e9 : 0;

	if (!(ns > roof->ns))
		return;
	roof->ns = ns;
	snprintf(roof->name, sizeof(roof->name), "%s%s%s", what, how[0] ? " " : "",
		 how);
}

int aisp_gpu_roof_bound(const struct aisp_gpu_peaks *p, double flops, double bytes,
			enum aisp_dtype compute, bool is_cold, double footprint_bytes,
			double write_share, struct aisp_roof *roof)
{
	struct rate r = rate_of(p, compute);

	*roof = (struct aisp_roof){ .ns = 0 };
	raise_roof(roof, flops, r.best, aisp_gpu_op_name(r.op),
		   aisp_gpu_engine_name(r.engine));
	if (bytes > 0 && footprint_bytes > 0) {
		raise_roof(roof,
			   dram_bytes(p, bytes, is_cold, footprint_bytes, write_share),
			   dram_bandwidth(p, write_share), "DRAM", "");
		raise_roof(roof, bytes, p->bandwidth[AISP_GPU_L2_READ].best, "L2", "");
	}
	return roof->ns > 0 ? 0 : -1;
}
