/* SPDX-License-Identifier: MIT */
#include <stdbool.h>

#include "row.h"
#include "state.h"

const char *aisp_run_state_name(enum aisp_run_state s)
{
	static const char *const names[AISP_N_RUN_STATES] = {
		[AISP_RUN_INVALID] = "INVALID",
		[AISP_RUN_FAILED] = "failed",
		[AISP_RUN_REGRESSED] = "REGRESSED",
		[AISP_RUN_UNPROVEN] = "checks left out",
		[AISP_RUN_INCONCLUSIVE] = "INCONCLUSIVE",
		[AISP_RUN_CUT] = "stopped early",
		[AISP_RUN_VAGUE] = "wide margin",
		[AISP_RUN_SKIPPED] = "all skipped",
		[AISP_RUN_EMPTY] = "no result",
		[AISP_RUN_FINE] = "fine",
	};

	return names[s];
}

/* The state of one result; AISP_RUN_FINE if a list needs no warning. */
static enum aisp_run_state state_of_row(const struct aisp_row *row)
{
	switch (row->word) {
	case AISP_WORD_INVALID:
		return AISP_RUN_INVALID;
	case AISP_WORD_FAILED:
		return AISP_RUN_FAILED;
	case AISP_WORD_INCONCLUSIVE:
		return AISP_RUN_INCONCLUSIVE;
	case AISP_WORD_NOT_RUN:
		return AISP_RUN_CUT;
	default:
		return aisp_row_is_vague(row) ? AISP_RUN_VAGUE : AISP_RUN_FINE;
	}
}

enum aisp_run_state aisp_run_state_of(const struct aisp_run *run)
{
	enum aisp_run_state worst = AISP_RUN_FINE;
	bool is_measured = false;

	for (int i = 0; i < run->n_results; i++) {
		const struct aisp_run_result *r = &run->results[i];
		enum aisp_run_state state;
		struct aisp_row row;

		aisp_row_read(&row, r);
		state = state_of_row(&row);
		if (*row.mark && state > AISP_RUN_UNPROVEN)
			state = AISP_RUN_UNPROVEN;
		if (aisp_result_expectation(r) == AISP_EXPECT_REGRESSED &&
		    state > AISP_RUN_REGRESSED)
			state = AISP_RUN_REGRESSED;
		worst = state < worst ? state : worst;
		is_measured |= row.word != AISP_WORD_SKIPPED;
	}
	if (worst > AISP_RUN_CUT && run->info.is_partial)
		return AISP_RUN_CUT;
	if (worst < AISP_RUN_FINE || is_measured)
		return worst;
	return run->n_results ? AISP_RUN_SKIPPED : AISP_RUN_EMPTY;
}
