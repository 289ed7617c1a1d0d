/* SPDX-License-Identifier: MIT
 *
 * Coefficients, which follow from no input, in a table that setup() makes.
 */
#include <errno.h>
#include <stdlib.h>

#include "workload_poly.h"

#include "../../exploits/fixtures/horner.h"

static int setup(const struct aisp_io *io, void **state)
{
	float *c = malloc((DEGREE + 1) * sizeof(*c));

	(void)io;
	if (!c)
		return -ENOMEM;
	for (int k = 0; k <= DEGREE; k++)
		c[k] = 1.0f / (float)(k + 1);
	*state = c;
	return 0;
}

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t n = io->param[ELEMS];
	const float *c = state;

	for (int64_t i = 0; i < n; i++) {
		float u = a[i] / (1 + fabsf(a[i])), p = 0;

		for (int k = DEGREE; k >= 0; k--)
			p = p * u + c[k];
		b[i] = p;
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
	.summary = "table",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
