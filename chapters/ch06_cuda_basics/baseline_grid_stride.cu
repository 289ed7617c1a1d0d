/* SPDX-License-Identifier: MIT
 *
 * A thread for each code.  Each block fetches the book, waits for it, decodes 256
 * codes and is gone: the book moves as often as the data.
 */
#include "workload_dequantise.h"

#include "dequantise.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return dequantise_launch(io, aisp_ceil_div(io->param[N], BLOCK));
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "a thread for each code",
	.run = run,
};
