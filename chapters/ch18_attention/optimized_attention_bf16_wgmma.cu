/* SPDX-License-Identifier: MIT
 *
 * Warpgroups with roles: one thread orders tensor copies of keys and values; two
 * warpgroups multiply and take powers, each at its own time.
 * ARCH: sm_90a
 */
#include "workload_attention_bf16.h"

#include "attention_launch.h"

static int setup(const struct aisp_io *io, void **state)
{
	int rc = init(state);

	if (!rc)
		rc = io->param[DIM] == 64 ? allow_shared<64, SEEN_ALL>()
					  : allow_shared<128, SEEN_ALL>();
	return rc;
}

static int run(const struct aisp_io *io, void *state)
{
	const struct state *s = (const struct state *)state;
	shape p = { (int)io->param[HEADS], (int)io->param[SEQ],
		    (int)io->param[CAUSAL] };

	return io->param[DIM] == 64 ? launch<64, SEEN_ALL>(io, s, p)
				    : launch<128, SEEN_ALL>(io, s, p);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "warpgroups with roles, powers taken while products run",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
