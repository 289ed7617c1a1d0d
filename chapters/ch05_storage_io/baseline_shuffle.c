/* SPDX-License-Identifier: MIT
 *
 * A read for each record, one after the other: the device has one request at a
 * time, and the batch waits for the sum of all latencies.
 */
#include "input_file.h"
#include "workload_shuffle.h"

static int run(const struct aisp_io *io, void *state)
{
	const int32_t *order = (const int32_t *)io->in[1].data;
	size_t bytes = (size_t)io->param[WORDS] * sizeof(int32_t);
	char *out = (char *)io->out[0].data;
	int rc = 0;

	for (int64_t i = 0; i < io->param[N] && !rc; i++)
		rc = read_at(state, out + (size_t)i * bytes, bytes,
			     (size_t)order[i] * bytes);
	return rc;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "a blocking read per record",
	.setup = open_input,
	.run = run,
	.teardown = close_input,
};
