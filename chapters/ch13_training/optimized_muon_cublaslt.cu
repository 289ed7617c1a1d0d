/* SPDX-License-Identifier: MIT
 *
 * cuBLASLt alone: the steps as they are written, with the fastest algorithm for each
 * product, found by timing.
 * NEEDS: cublasLt.h
 * LIBS: -lcublasLt
 * WORKSPACE: 8389632 + 4 * round_up(rows * cols, 64) + 8 * round_up(rows * rows, 64)
 */
#include "workload_muon.h"

#include "muon_whole_gpu.h"

static int take_fastest(const struct aisp_io *io, struct lt *l, float *c,
			const float *a, const float *b)
{
	const struct lt_operands x = {
		a, b, c, io->workspace, LIBRARY_ROOM, aisp_stream(io)
	};

	return lt_take_fastest(l, &x);
}

static int setup(const struct aisp_io *io, void **state)
{
	struct places p = places_of(io);
	int rc = muon_setup(io, state);
	struct muon_products *l = (struct muon_products *)*state;

	rc = rc ? rc : take_fastest(io, &l->narrow, p.a, p.x[1], p.x[1]);
	rc = rc ? rc : take_fastest(io, &l->square, p.b, p.a, p.a);
	return rc ? rc : take_fastest(io, &l->wide, p.x[0], p.b, p.x[1]);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "three products per step by cuBLASLt, its fastest algorithms",
	.library = LT_NAME,
	.setup = setup,
	.run = run,
	.teardown = muon_teardown,
};
