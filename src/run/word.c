/* SPDX-License-Identifier: MIT */
#include "word.h"
#include "base/margin.h"

const char *aisp_word_name(enum aisp_word w)
{
	static const char *const names[AISP_N_WORDS + 1] = {
		[AISP_WORD_INVALID] = "INVALID",
		[AISP_WORD_FAILED] = "failed",
		[AISP_WORD_NOT_RUN] = "not run",
		[AISP_WORD_INCONCLUSIVE] = "INCONCLUSIVE",
		[AISP_WORD_SLOWER] = "SLOWER",
		[AISP_WORD_WORSE] = "WORSE",
		[AISP_WORD_SAME] = "SAME",
		[AISP_WORD_BETTER] = "BETTER",
		[AISP_WORD_FASTER] = "FASTER",
		[AISP_WORD_MEASURED] = "measured",
		[AISP_WORD_SKIPPED] = "skipped",
		[AISP_WORD_NONE] = "",
	};

	return names[w];
}

bool aisp_word_is_broken(enum aisp_word w)
{
	return w == AISP_WORD_INVALID || w == AISP_WORD_FAILED;
}

bool aisp_word_is_decided(enum aisp_word w)
{
	return aisp_word_is_win(w) || aisp_word_is_loss(w) || w == AISP_WORD_SAME;
}

bool aisp_word_is_win(enum aisp_word w)
{
	return w == AISP_WORD_FASTER || w == AISP_WORD_BETTER;
}

bool aisp_word_is_loss(enum aisp_word w)
{
	return w == AISP_WORD_SLOWER || w == AISP_WORD_WORSE;
}

enum aisp_word aisp_word_of_interval(double lo, double hi, double margin,
				     bool *is_too_wide)
{
	double edge = 1 + margin;
	bool is_within = lo > 1 / edge && hi < edge;

	if (is_too_wide)
		*is_too_wide = is_within && margin > AISP_MARGIN_MAX;
	if (lo > edge)
		return AISP_WORD_FASTER;
	if (hi < 1 / edge)
		return AISP_WORD_SLOWER;
	return is_within && margin <= AISP_MARGIN_MAX ? AISP_WORD_SAME
						      : AISP_WORD_INCONCLUSIVE;
}

const char *aisp_ending_name(enum aisp_ending e)
{
	static const char *const names[AISP_N_ENDINGS + 1] = {
		"ok",       "crashed",     "hung",    "failed",
		"rejected", "unsupported", "not run", "?"
	};

	return names[e];
}

const char *aisp_better_name(enum aisp_better b)
{
	static const char *const names[AISP_N_BETTER + 1] = { "more", "less", "neither",
							      "" };

	return names[b];
}

const char *aisp_fault_name(enum aisp_fault f)
{
	static const char *const names[AISP_N_FAULTS + 1] = { "none", "build",
							      "baseline", "" };

	return names[f];
}

const char *aisp_role_name(enum aisp_role r)
{
	static const char *const names[AISP_N_ROLES + 1] = { "baseline", "optimized",
							     "library", "" };

	return names[r];
}

const char *aisp_kind_name(enum aisp_kind_of_arm k)
{
	static const char *const names[AISP_N_KINDS + 1] = { "optimized", "naive",
							     "common", "library",
							     "unknown" };

	return names[k];
}

const char *aisp_expect_state_name(enum aisp_expect_state s)
{
	static const char *const names[AISP_N_EXPECT_STATES + 1] = {
		"NO-EXPECTATION", "NOT-JUDGED", "HOLDS", "IMPROVED",
		"UNCLEAR",        "REGRESSED",  ""
	};

	return names[s];
}

const char *aisp_entry_of_name(enum aisp_entry_of m)
{
	static const char *const names[AISP_N_ENTRIES_OF + 1] = { "fingerprint",
								  "class", "" };

	return names[m];
}
