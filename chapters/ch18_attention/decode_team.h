/* SPDX-License-Identifier: MIT
 *
 * decode_team.h - run() of a step whose attend_part() does a part of the heads, in one
 * thread or, with TEAM, in all of them.
 */
#ifdef TEAM
#include <aisp/team.h>
#endif

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
#ifdef TEAM
	aisp_team_run(io, attend_part);
#else
	attend_part(io, 0, 1);
#endif
	return 0;
}
