/* SPDX-License-Identifier: MIT
 *
 * layout.h - where the tensors of all slots lie: one behind the other in their
 * files, far apart in the address space.
 */
#ifndef AISP_LAYOUT_H
#define AISP_LAYOUT_H

#include <aisp/packed.h>
#include <aisp/ranks.h>

#include "buffers.h"

#define AISP_GUARD_BYTES (UINT64_C(1) << 20) /* unmapped on either side of a region */

#define AISP_LAST_ADDRESS UINT64_C(0x280000000000) /* behind all tensors */

#define AISP_DEVICE_SIGNALS_BYTES ((size_t)64 * AISP_N_GPU_SIGNALS) /* of a rank */

static inline size_t aisp_round_up(size_t n, size_t to)
{
	return (n + to - 1) / to * to;
}

static inline size_t aisp_spec_bytes(const struct aisp_spec *s)
{
	int64_t n = 1;

	for (int i = 0; i < s->rank; i++)
		n *= s->shape[i];
	return aisp_type_bytes(s->dtype, n);
}

/* Bytes of one rank's workspace; bytes of all ranks' windows, with their signals. */
size_t aisp_workspace_part(const struct aisp_problem *pr);
size_t aisp_windows_bytes(const struct aisp_problem *pr);

/* Places all regions of b; its problem, n_slots and device are set. */
int aisp_buffers_lay_out(struct aisp_buffers *b, struct aisp_err *err);

#endif
