/* SPDX-License-Identifier: MIT
 *
 * word.h - the words of a run's document, as types: one table for each.
 */
#ifndef AISP_WORD_H
#define AISP_WORD_H

#include <stdbool.h>

/*
 * The outcome of a result: its verdict, or its status if nothing was compared.  The
 * gravest comes first.
 */
enum aisp_word {
	AISP_WORD_INVALID,
	AISP_WORD_FAILED,
	AISP_WORD_NOT_RUN,
	AISP_WORD_INCONCLUSIVE,
	AISP_WORD_SLOWER,
	AISP_WORD_WORSE, /* WORSE and BETTER are SLOWER and FASTER for a score */
	AISP_WORD_SAME,
	AISP_WORD_BETTER,
	AISP_WORD_FASTER,
	AISP_WORD_MEASURED,
	AISP_WORD_SKIPPED,
	AISP_N_WORDS,
	AISP_WORD_NONE = AISP_N_WORDS /* nothing was compared */
};

const char *aisp_word_name(enum aisp_word w); /* "INVALID", "not run" */

/* Readers must see it before any figure: nothing was proved here. */
bool aisp_word_is_broken(enum aisp_word w);

/* The comparison came to an end: its speedup may enter a mean. */
bool aisp_word_is_decided(enum aisp_word w);

/* FASTER or BETTER; SLOWER or WORSE. */
bool aisp_word_is_win(enum aisp_word w);
bool aisp_word_is_loss(enum aisp_word w);

/*
 * The judge's rule on the interval of a ratio of times: is it beyond the margin on
 * either side, within it, or neither? *is_too_wide (may be NULL): within a margin above
 * AISP_MARGIN_MAX, which is INCONCLUSIVE, as NaN is.
 */
enum aisp_word aisp_word_of_interval(double lo, double hi, double margin,
				     bool *is_too_wide);

/* The ledger's entry for a check that --without-check named. */
#define AISP_CHECK_LEFT_OUT "left out by --without-check"

/* How a launch ended. */
enum aisp_ending {
	AISP_ENDED_OK,
	AISP_ENDED_CRASHED,
	AISP_ENDED_HUNG,
	AISP_ENDED_FAILED,
	AISP_ENDED_REJECTED, /* it ended well, with wrong outputs */
	AISP_ENDED_UNSUPPORTED,
	AISP_ENDED_NOT_RUN,
	AISP_N_ENDINGS /* a word that this version does not know */
};

const char *aisp_ending_name(enum aisp_ending e); /* "ok" */

/* Which values of a figure are better. */
enum aisp_better {
	AISP_BETTER_MORE,
	AISP_BETTER_LESS,
	AISP_BETTER_NEITHER,
	AISP_N_BETTER
};

const char *aisp_better_name(enum aisp_better b); /* "more" */

/* Why a result was not measured. */
enum aisp_fault {
	AISP_FAULT_NONE, /* or another: the reason tells */
	AISP_FAULT_BUILD,
	AISP_FAULT_BASELINE,
	AISP_N_FAULTS
};

/* The beginning of the reason if the build is at fault. */
#define AISP_NOT_BUILT "not built: "

const char *aisp_fault_name(enum aisp_fault f); /* "build" */

/* The arms of a result. */
enum aisp_role { AISP_BASELINE, AISP_OPTIMIZED, AISP_LIBRARY, AISP_N_ROLES };

const char *aisp_role_name(enum aisp_role r); /* "baseline" */

/* The kind of program that an arm declares itself to be. */
enum aisp_kind_of_arm {
	AISP_KIND_OPTIMIZED,
	AISP_KIND_NAIVE,
	AISP_KIND_COMMON,
	AISP_KIND_LIBRARY,
	AISP_N_KINDS
};

const char *aisp_kind_name(enum aisp_kind_of_arm k); /* "naive" */

/* How a result compares with its expectation, by gravity. */
enum aisp_expect_state {
	AISP_EXPECT_NONE,       /* NO-EXPECTATION */
	AISP_EXPECT_NOT_JUDGED, /* the result, or the file, is unfit for that */
	AISP_EXPECT_HOLDS,
	AISP_EXPECT_IMPROVED,
	AISP_EXPECT_UNCLEAR,
	AISP_EXPECT_REGRESSED,
	AISP_N_EXPECT_STATES
};

/* The machine of the entry with which a result was compared. */
enum aisp_entry_of {
	AISP_ENTRY_OF_FINGERPRINT,
	AISP_ENTRY_OF_CLASS,
	AISP_N_ENTRIES_OF
};

const char *aisp_entry_of_name(enum aisp_entry_of m); /* "fingerprint" */

const char *aisp_expect_state_name(enum aisp_expect_state s); /* "REGRESSED" */

#endif
