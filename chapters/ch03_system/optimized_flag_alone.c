/* SPDX-License-Identifier: MIT
 *
 * One thread does the steps of both: work that costs less than a hand-over should not
 * be handed over.
 */
#include "workload_flag.h"

static int run(const struct aisp_io *io, void *state)
{
	const int32_t *x = io->in[0].data;
	int32_t *out = io->out[0].data;
	uint32_t word = 0;

	(void)state;
	for (int64_t i = 0; i < io->param[N]; i++) {
		word = step(word, x[i]);
		out[i] = (int32_t)word;
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "one thread, nothing to hand over",
	.run = run,
};
