/* SPDX-License-Identifier: MIT
 *
 * low_team.h - runs low_tile.h in all threads.
 */
#ifndef LOW_TEAM_H
#define LOW_TEAM_H

#include <aisp/team.h>

#include "low_tile.h"

static int multiply_shared(const struct aisp_io *io, void *state)
{
	(void)state;
	aisp_team_run(io, multiply_part);
	return 0;
}

#endif
