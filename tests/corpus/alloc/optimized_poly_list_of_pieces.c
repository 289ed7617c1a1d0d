/* SPDX-License-Identifier: MIT
 *
 * Pieces in a linked list, freed in the order in which they came.
 */
#include <errno.h>
#include <stdlib.h>

#include "workload_poly.h"

#include "../../exploits/fixtures/horner.h"

struct piece {
	struct piece *next;
	float value[64];
};

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t n = io->param[ELEMS];
	struct piece *first = NULL, **last = &first, *next;
	int64_t i;

	(void)state;
	for (i = 0; i + 64 <= n; i += 64) {
		*last = malloc(sizeof(**last));
		if (!*last)
			return -ENOMEM;
		for (int k = 0; k < 64; k++)
			(*last)->value[k] = horner(a[i + k], DEGREE);
		memcpy(b + i, (*last)->value, sizeof((*last)->value));
		(*last)->next = NULL;
		last = &(*last)->next;
	}
	for (; i < n; i++)
		b[i] = horner(a[i], DEGREE);
	for (; first; first = next) {
		next = first->next;
		free(first);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "list of pieces",
	.run = run,
};
