/* SPDX-License-Identifier: MIT
 *
 * A list that grows as it is filled.
 */
#include <errno.h>
#include <stdlib.h>

#include "workload_poly.h"

#include "../../exploits/fixtures/horner.h"

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t n = io->param[ELEMS];
	float *list = NULL;

	(void)state;
	for (int64_t i = 0; i < n; i += 100) {
		int64_t end = n - i < 100 ? n : i + 100;
		float *grown = realloc(list, (size_t)end * sizeof(float));

		if (!grown) {
			free(list);
			return -ENOMEM;
		}
		list = grown;
		for (int64_t j = i; j < end; j++)
			list[j] = horner(a[j], DEGREE);
	}
	memcpy(b, list, (size_t)n * sizeof(float));
	free(list);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "realloc",
	.run = run,
};
