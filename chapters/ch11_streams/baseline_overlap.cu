/* SPDX-License-Identifier: MIT
 *
 * All requests in one stream: the next one starts when the last row of the one
 * before is done, however many SMs are idle.
 */
#include "workload_overlap.h"

#include "scale.h"

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[ROWS];

	(void)state;
	for (int64_t t = 0; t < io->param[TASKS]; t++) {
		int rc = scale_launch(io, t * rows, rows, aisp_stream(io));

		if (rc)
			return rc;
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "a launch for each request, one stream",
	.run = run,
};
