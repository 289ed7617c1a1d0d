/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "group.h"
#include "tier.h"

static const char *const names[] = { "sandboxed", "kernel", "trusted" };

const char *aisp_tier_name(enum aisp_tier t)
{
	return names[t];
}

int aisp_tier_parse(enum aisp_tier *t, const char *name, struct aisp_err *err)
{
	for (int i = 0; i < 3; i++)
		if (!strcmp(name, names[i])) {
			*t = (enum aisp_tier)i;
			return 0;
		}
	return aisp_err_usage(err, "--tier %.40s: want kernel, sandboxed or trusted",
			      name);
}

__attribute__((format(printf, 2, 3))) static void leave_out(struct aisp_arm *a,
							    const char *fmt, ...)
{
	va_list ap;

	if (a->status == AISP_ARM_SKIPPED || a->status == AISP_ARM_FAILED)
		return;
	a->status = AISP_ARM_SKIPPED;
	va_start(ap, fmt);
	vsnprintf(a->why, sizeof(a->why), fmt, ap);
	va_end(ap);
}

const char *aisp_walls_refused(const struct aisp_walls *w,
			       const struct aisp_tier_limit *limit)
{
	if (!w->meets)
		return NULL;
	if (!w->is_library)
		return "WALLS: mpi and nccl are for libraries, and it is none";
	if (limit->is_said && limit->most == AISP_TIER_KERNEL)
		return "it needs the walls of a library among ranks, wider than "
		       "--tier kernel lets be";
	if (limit->is_said && limit->most == AISP_TIER_SANDBOXED)
		return "it needs the walls of a library among ranks, wider than "
		       "--tier sandboxed lets be";
	if (!limit->is_said && !w->is_ours)
		return "it needs the walls of a library among ranks, which are for "
		       "aisp's own pairs, and for others with --tier trusted";
	return NULL;
}

void aisp_tier_settle(struct aisp_group *g, const struct aisp_tier_limit *limit)
{
	const struct aisp_arm *baseline = &g->arms[0];
	enum aisp_tier most = limit->most;

	for (int i = 0; i < g->n_arms; i++) {
		struct aisp_arm *a = &g->arms[i];
		const char *refused = aisp_walls_refused(&a->walls, limit);

		if (refused)
			leave_out(a, "%s", refused);
		else if (most == AISP_TIER_KERNEL && a->tier == AISP_TIER_SANDBOXED)
			leave_out(a, "it has host code, and --tier kernel lets none "
				     "run");
		else if (a->tier != baseline->tier && a->tier != AISP_TIER_TRUSTED &&
			 baseline->tier != AISP_TIER_TRUSTED)
			leave_out(a,
				  "it is of tier %s, %.100s of tier %s: no ratio goes "
				  "across tiers",
				  names[a->tier], baseline->name,
				  names[baseline->tier]);
	}
}
