/* SPDX-License-Identifier: MIT
 *
 * Scratch in two megabytes for which setup() asks huge pages.
 */
#include <errno.h>
#include <sys/mman.h>

#include "workload_poly.h"

#include "../../exploits/fixtures/horner.h"

#define HUGE_BYTES (2u << 20)

static int setup(const struct aisp_io *io, void **state)
{
	char *p = mmap(NULL, 2 * HUGE_BYTES, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	(void)io;
	if (p == MAP_FAILED)
		return -ENOMEM;
	p += HUGE_BYTES - (uintptr_t)p % HUGE_BYTES;
	madvise(p, HUGE_BYTES, MADV_HUGEPAGE); /* a wish */
	memset(p, 0, HUGE_BYTES);
	*state = p;
	return 0;
}

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t n = io->param[ELEMS];
	float *scratch = state;
	int64_t most = HUGE_BYTES / sizeof(float);

	for (int64_t i = 0; i < n; i += most) {
		int64_t k = n - i < most ? n - i : most;

		memcpy(scratch, a + i, (size_t)k * sizeof(float));
		horner_range(b + i, scratch, 0, k);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "huge pages",
	.setup = setup,
	.run = run,
};
