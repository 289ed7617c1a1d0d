/* SPDX-License-Identifier: MIT
 *
 * WORKSPACE: 4096
 *
 * Needs the bytes that it asks for in each call, and warms up in its first ones: its
 * pilot hides that other sizes are slow, and the judge asks for them again later.
 */
#include <errno.h>
#include <time.h>

#include "workload_poly.h"

#include "../../exploits/fixtures/horner.h"

#define N_SLOW  4
#define SLOW_NS 2000000

static int n_calls;

static void wait_slowly(void)
{
	const struct timespec t = { .tv_nsec = SLOW_NS };

	nanosleep(&t, NULL);
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	if (!io->workspace || io->workspace_bytes != 4096)
		return -ENOMEM;
	if (n_calls++ < N_SLOW)
		wait_slowly();
	horner_range(aisp_out_f32(io, 0), aisp_in_f32(io, 0), 0, io->param[ELEMS]);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "slow at first, with a workspace",
	.run = run,
};
