/* SPDX-License-Identifier: MIT
 *
 * empty.c - the variant that does nothing: what it costs is the doorbell.
 */
#include <aisp/variant.h>

static int run(const struct aisp_io *io, void *state)
{
	(void)io, (void)state;
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "nothing",
	.run = run,
};
