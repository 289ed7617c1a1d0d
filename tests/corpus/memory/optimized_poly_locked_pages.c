/* SPDX-License-Identifier: MIT
 *
 * Asks for pages that stay in memory, goes on without, and adds up its CPU time.
 *
 * FLAGS: -D_GNU_SOURCE
 */
#include "workload_poly.h"

#include <errno.h>
#include <setjmp.h>
#include <sys/mman.h>
#include <time.h>

#include "../../exploits/fixtures/horner.h"

static float piece[1024];
static int64_t used_ns;
static sigjmp_buf failed;

static int setup(const struct aisp_io *io, void **state)
{
	(void)io;
	(void)state;
	return mlock(piece, sizeof(piece)) && errno != EPERM ? -errno : 0;
}

static int64_t cpu_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t n = io->param[ELEMS];
	int64_t start_ns = cpu_ns();

	(void)state;
	if (sigsetjmp(failed, 1))
		return -EIO;
	for (int64_t i = 0; i < n; i += 1024) {
		int64_t k = n - i < 1024 ? n - i : 1024;

		horner_range(piece, a + i, 0, k);
		memcpy(b + i, piece, (size_t)k * sizeof(float));
	}
	used_ns += cpu_ns() - start_ns;
	return 0;
}

static void teardown(void *state)
{
	(void)state;
	munlock(piece, sizeof(piece));
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "locked pages",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
