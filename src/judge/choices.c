/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "choices.h"
#include "control_outputs.h"
#include "verify.h"

uint32_t aisp_choices_of(const struct aisp_problem *pr)
{
	uint32_t choices = 0;

	for (int o = 0; o < pr->n_out; o++)
		choices |= (uint32_t)(pr->out[o].is_choice != 0) << o;
	return choices;
}

int aisp_choice_catch(const struct aisp_contract *c, const struct aisp_io *io, int o,
		      int64_t first, int64_t n, uint32_t *caught, struct aisp_err *err)
{
	struct aisp_tally t = { 0 };

	if (!(aisp_choices_of(&c->problem) & ~*caught & UINT32_C(1) << o))
		return 0;
	if (aisp_verify_slice(c, io, o, first, n, &t, err))
		return -1;
	*caught |= (uint32_t)!aisp_tally_passes(&t) << o;
	return 0;
}

int aisp_choice_catch_random(const struct aisp_contract *c, const struct aisp_io *io,
			     int o, int64_t first, int64_t n, uint32_t *caught,
			     struct aisp_err *err)
{
	const struct aisp_score *score = c->workload->score;

	if (!score || !score->compute)
		return 0;
	aisp_poison_choice(c, io, o);
	return aisp_choice_catch(c, io, o, first, n, caught, err);
}

bool aisp_choices_are_told(const struct aisp_problem *pr, uint32_t caught)
{
	uint32_t choices = aisp_choices_of(pr);

	return choices && !(choices & ~caught);
}

void aisp_control_settle(const struct aisp_problem *pr, uint32_t caught,
			 enum aisp_control_result *result, char why[256])
{
	if (*result != AISP_CONTROL_ACCEPTED)
		return;
	*result = AISP_CONTROL_WRONG;
	if (!aisp_choices_are_told(pr, caught))
		return;
	*result = AISP_CONTROL_OK;
	snprintf(why, 256, "the reference accepts this answer, too");
}
