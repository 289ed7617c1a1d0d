/* SPDX-License-Identifier: MIT
 *
 * An allocator of its own, in memory that setup() asked for.
 */
#include <errno.h>
#include <stdlib.h>

#include "workload_poly.h"

#include "../../exploits/fixtures/horner.h"

#define ARENA_BYTES (1u << 20)

struct arena {
	size_t used_bytes;
	_Alignas(64) char bytes[ARENA_BYTES];
};

static float *take(struct arena *a, int64_t n_elems)
{
	float *p = (float *)(a->bytes + a->used_bytes);

	a->used_bytes += ((size_t)n_elems * sizeof(float) + 63) / 64 * 64;
	return p;
}

static int setup(const struct aisp_io *io, void **state)
{
	(void)io;
	*state = aligned_alloc(64, sizeof(struct arena));
	return *state ? 0 : -ENOMEM;
}

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t n = io->param[ELEMS];
	struct arena *arena = state;

	for (int64_t i = 0; i < n; i += 1000) {
		int64_t k = n - i < 1000 ? n - i : 1000;
		float *piece;

		arena->used_bytes = 0;
		piece = take(arena, k);
		horner_range(piece, a + i, 0, k);
		memcpy(b + i, piece, (size_t)k * sizeof(float));
	}
	return 0;
}

static void teardown(void *state)
{
	free(state);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "arena",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
