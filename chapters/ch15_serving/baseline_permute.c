/* SPDX-License-Identifier: MIT
 *
 * One expert after the other: all ids are searched for it, and the rows that are found
 * are copied, as a program in terms of arrays does with a mask for each expert.
 */
#include "workload_permute.h"

#include "permute_cpu.h"

/* Copies the rows of an expert to place j and on; returns where they end. */
static int64_t take_rows(const struct permute *m, int64_t expert, int64_t j)
{
	int64_t k = m->p[K], width = m->p[WIDTH];

	for (int64_t i = 0; i < m->p[TOKENS] * k; i++) {
		if (m->ids[i] != expert)
			continue;
		m->row[j] = (int32_t)(i / k);
		m->back[i] = (int32_t)j;
		memcpy(m->y + j++ * width, m->x + i / k * width,
		       sizeof(*m->y) * (size_t)width);
	}
	return j;
}

static int run(const struct aisp_io *io, void *state)
{
	struct permute m = permute_of(io);

	(void)state;
	m.start[0] = 0;
	for (int64_t e = 0; e < m.p[EXPERTS]; e++)
		m.start[e + 1] = take_rows(&m, e, m.start[e]);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "a search through all ids for each expert",
	.run = run,
};
