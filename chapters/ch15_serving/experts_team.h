/* SPDX-License-Identifier: MIT
 *
 * experts_team.h - a thread's part of the rows in the order of experts, and of y.
 */
#include <aisp/team.h>

#include "expert_bf16.h"

static void pass_part(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	struct experts m = experts_of(io);

	run_part(&m, part, n_parts, best_chunk());
}

static void combine_part(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	struct experts m = experts_of(io);

	combine(&m, part, n_parts, io->out[Y].data);
}
