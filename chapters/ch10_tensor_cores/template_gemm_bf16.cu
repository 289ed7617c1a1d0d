/* SPDX-License-Identifier: MIT
 *
 * Blocks that stay, in clusters of two, below or beside each other; both warpgroups at
 * a tile, or in turn.  A configuration that would spill is no candidate.  Made by `aisp
 * tune` from template_gemm_bf16.cu: the definitions below are what it chose.
 * ARCH: sm_90a
 * FLAGS: -Xptxas=-warn-spills,-Werror
 */
#include "workload_gemm_bf16.h"

#include "persistent.h"
#include "pingpong.h"
#include "tiles_run.h"

#define ACROSS (3 - AISP_TUNE_DOWN) /* blocks of a cluster beside each other */

/* In turn: one warpgroup empties a stage, and one piece is enough to store. */
#if AISP_TUNE_IN_TURN
using step = plan<AISP_WGMMA_BF16, AISP_TUNE_COLS, AISP_TUNE_DOWN, ACROSS,
		  AISP_TUNE_STAGES, 1, 1>;
#define KERNEL pingpong<step, as_is>
#else
using step = plan<AISP_WGMMA_BF16, AISP_TUNE_COLS, AISP_TUNE_DOWN, ACROSS,
		  AISP_TUNE_STAGES, WORKERS, 2>;
#define KERNEL persistent<step, as_is>
#endif

static int setup(const struct aisp_io *io, void **state)
{
	(void)io;
	return tiles_setup<step>(KERNEL, state);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct state *s = (const struct state *)state;
	struct launch l;
	int rc = tiles_launch<step>(io, s, &l);

	if (!rc)
		KERNEL<<<s->n_blocks, THREADS, step::BYTES, aisp_stream(io)>>>(
			l.a, l.b, l.c, l.order, l.n_k, as_is());
	return rc ? rc : aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "tile, cluster and depth by a search",
	.setup = setup,
	.run = run,
	.teardown = free,
};
