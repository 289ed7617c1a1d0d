/* SPDX-License-Identifier: MIT
 *
 * A lock that nobody else wants, around each piece.
 */
#include <pthread.h>

#include "workload_poly.h"

#include "../../exploits/fixtures/horner.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t n = io->param[ELEMS];

	(void)state;
	for (int64_t i = 0; i < n; i += 256) {
		pthread_mutex_lock(&lock);
		horner_range(b, a, i, n - i < 256 ? n : i + 256);
		pthread_mutex_unlock(&lock);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "mutex",
	.run = run,
};
