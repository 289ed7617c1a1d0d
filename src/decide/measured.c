/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "measured.h"

const char *aisp_launch_status_name(enum aisp_launch_status s)
{
	static const char *const names[] = { "not run", "ok",   "unsupported", "failed",
					     "crashed", "hung", "stopped" };

	return names[s];
}

bool aisp_measured_ended_well(const struct aisp_measured *m)
{
	return m->status == AISP_LAUNCH_OK;
}

bool aisp_measured_counts(const struct aisp_measured *m)
{
	return aisp_measured_ended_well(m) && m->evidence.is_disturbed != 1;
}

bool aisp_measured_has_score(const struct aisp_measured *m)
{
	return aisp_measured_ended_well(m) && m->scores.n > 0;
}

void aisp_measured_release(struct aisp_measured *m)
{
	free(m->warmup_ns);
	free(m->samples_ns);
	free(m->events_ns);
	free(m->sm_mhz);
	free(m->lasts);
	free(m->scores.each);
	free(m->libraries);
	memset(m, 0, sizeof(*m));
}
