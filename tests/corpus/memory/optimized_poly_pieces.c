/* SPDX-License-Identifier: MIT
 *
 * Six pieces of the heap at a time, nearly all of the mebibyte that calls may have,
 * after a setup() that left the heap in small ones.
 */
#include <errno.h>
#include <stdlib.h>

#include "workload_poly.h"

#include "../../exploits/fixtures/horner.h"

#define N_PIECES 6
#define PIECE    42000 /* elements */

static void *kept[64];

static int setup(const struct aisp_io *io, void **state)
{
	enum { BYTES = 70000 };
	void *gone[64];

	(void)io;
	(void)state;
	for (int i = 0; i < 64; i++) {
		gone[i] = malloc(BYTES);
		kept[i] = malloc(64);
		if (!gone[i] || !kept[i])
			return -ENOMEM;
		memset(gone[i], 1, BYTES);
	}
	for (int i = 0; i < 64; i++)
		free(gone[i]);
	return 0;
}

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0), *piece[N_PIECES];
	int64_t n = io->param[ELEMS];
	int rc = 0;

	(void)state;
	for (int k = 0; k < N_PIECES; k++)
		if (!(piece[k] = malloc(PIECE * sizeof(float))))
			rc = -ENOMEM;
	for (int64_t i = 0, k = 0; i < n && !rc; i += PIECE, k++) {
		int64_t m = n - i < PIECE ? n - i : PIECE;

		horner_range(piece[k % N_PIECES], a + i, 0, m);
		memcpy(b + i, piece[k % N_PIECES], (size_t)m * sizeof(float));
	}
	for (int k = 0; k < N_PIECES; k++)
		free(piece[k]);
	return rc;
}

static void teardown(void *state)
{
	(void)state;
	for (int i = 0; i < 64; i++)
		free(kept[i]);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "six pieces of the heap",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
