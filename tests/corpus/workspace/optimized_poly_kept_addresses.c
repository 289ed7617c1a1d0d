/* SPDX-License-Identifier: MIT
 *
 * Keeps the addresses that setup() saw, as a captured graph does.
 */
#include <errno.h>
#include <stdlib.h>

#include "workload_poly.h"

#include "../../exploits/fixtures/horner.h"

struct addresses {
	const float *a;
	float *b;
	int64_t n;
};

static int setup(const struct aisp_io *io, void **state)
{
	struct addresses *s = malloc(sizeof(*s));

	if (!s)
		return -ENOMEM;
	*s = (struct addresses){ aisp_in_f32(io, 0), aisp_out_f32(io, 0),
				 io->param[ELEMS] };
	*state = s;
	return 0;
}

static int run(const struct aisp_io *io, void *state)
{
	const struct addresses *s = state;

	(void)io;
	horner_range(s->b, s->a, 0, s->n);
	return 0;
}

static void teardown(void *state)
{
	free(state);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "kept addresses",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
