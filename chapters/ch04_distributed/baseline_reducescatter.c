/* SPDX-License-Identifier: MIT
 *
 * All show all their blocks; when the last has, each adds up those for it.
 */
#include "workload_reducescatter.h"

#include "strips.h"

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;
	int64_t elems = io->param[ELEMS];
	float *restrict y = aisp_out_f32(io, 0);

	(void)state;
	show_all(io);
	memcpy(y, (const float *)r->window[0] + r->rank * elems,
	       (size_t)elems * sizeof(float));
	for (int rank = 1; rank < r->n; rank++) {
		const float *restrict its =
			(const float *)r->window[rank] + r->rank * elems;

		for (int64_t i = 0; i < elems; i++)
			y[i] += its[i];
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "publish all, wait for all ranks, then sum",
	.run = run,
};
