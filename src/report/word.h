/* SPDX-License-Identifier: MIT
 *
 * word.h - the one word that a result comes down to, as a type: its verdict, or
 * its status where nothing was compared.
 */
#ifndef AISP_WORD_H
#define AISP_WORD_H

#include <stdbool.h>

/* The gravest first. */
enum aisp_word {
	AISP_WORD_INVALID,
	AISP_WORD_FAILED,
	AISP_WORD_NOT_RUN,
	AISP_WORD_INCONCLUSIVE,
	AISP_WORD_SLOWER,
	AISP_WORD_SAME,
	AISP_WORD_FASTER,
	AISP_WORD_MEASURED,
	AISP_WORD_SKIPPED,
	AISP_WORD_OTHER, /* of a version that is not this one */
	AISP_N_WORDS
};

/* As documents write it: "INVALID", "not run". */
enum aisp_word aisp_word_of(const char *text);

/* What readers must see before they read a figure: nothing was proved here. */
bool aisp_word_is_broken(enum aisp_word w);

/* A comparison that came to an end: its speedup may stand in a mean. */
bool aisp_word_is_decided(enum aisp_word w);

#endif
