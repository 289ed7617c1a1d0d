/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "word.h"

enum aisp_word aisp_word_of(const char *text)
{
	static const char *const names[AISP_N_WORDS] = {
		[AISP_WORD_INVALID] = "INVALID",
		[AISP_WORD_FAILED] = "failed",
		[AISP_WORD_NOT_RUN] = "not run",
		[AISP_WORD_INCONCLUSIVE] = "INCONCLUSIVE",
		[AISP_WORD_SLOWER] = "SLOWER",
		[AISP_WORD_SAME] = "SAME",
		[AISP_WORD_FASTER] = "FASTER",
		[AISP_WORD_MEASURED] = "measured",
		[AISP_WORD_SKIPPED] = "skipped",
	};

	for (int w = 0; w < AISP_WORD_OTHER; w++)
		if (!strcmp(names[w], text))
			return (enum aisp_word)w;
	return AISP_WORD_OTHER;
}

bool aisp_word_is_broken(enum aisp_word w)
{
	return w == AISP_WORD_INVALID || w == AISP_WORD_FAILED;
}

bool aisp_word_is_decided(enum aisp_word w)
{
	return w == AISP_WORD_FASTER || w == AISP_WORD_SLOWER || w == AISP_WORD_SAME;
}
