/* SPDX-License-Identifier: MIT
 *
 * The C library's strtof(), a line at a time: right for every text that there is, in
 * any base and locale, and asked about both for each number.
 */
#include <stdlib.h>

#include "workload_parse.h"

static int run(const struct aisp_io *io, void *state)
{
	const char *s = io->in[0].data;
	float *x = aisp_out_f32(io, 0);

	(void)state;
	for (int64_t i = 0; i < io->param[N]; i++) {
		char *end;

		x[i] = strtof(s, &end);
		s = end + 1;
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "strtof() for each line",
	.run = run,
};
