/* SPDX-License-Identifier: MIT
 *
 * claim.h - sentences of a Markdown document that say what was measured.
 *
 * Behind such a sentence stands a comment that says it for a program:
 *
 *   <!-- claim: ch01:gemm_batch@cpu speedup >= 2 -->
 *   <!-- claim: ch09:gemm_simd time < 1.5 ms -->
 *   <!-- claim: ch10:gemm_bf16_pingpong@cuda speedup > 1 over library -->
 *
 * TARGET FIGURE OPERATOR BOUND [over CLASS]: figures are those of quantity.h, bounds
 * have the figure's unit (x, ns, us, ms, s, %, GB/s, GFLOP/s, MHz), and a class names
 * the kind of baseline.
 */
#ifndef AISP_CLAIM_H
#define AISP_CLAIM_H

#include <stddef.h>

#include "base/err.h"
#include "quantity.h"

enum aisp_claim_op { AISP_CLAIM_GE, AISP_CLAIM_GT, AISP_CLAIM_LE, AISP_CLAIM_LT };

/* In order of gravity. */
enum aisp_claim_state {
	AISP_CLAIM_HOLDS,
	AISP_CLAIM_NOT_MEASURED,
	AISP_CLAIM_UNDECIDED, /* the bound lies within the interval, or the result is
			       * INCONCLUSIVE */
	AISP_CLAIM_INVALID,   /* the result that it is about is INVALID */
	AISP_CLAIM_FAILS,
	AISP_CLAIM_MALFORMED,
	AISP_N_CLAIM_STATES
};

const char *aisp_claim_state_name(enum aisp_claim_state s); /* "does not hold" */

struct aisp_claim {
	char target[640];
	enum aisp_quantity_id figure;
	enum aisp_claim_op op;
	double bound;               /* in the unit of the figure */
	enum aisp_kind_of_arm over; /* AISP_N_KINDS: any baseline */
};

/* Parses the text after "claim:".  Returns 0, or -1 with *err saying what is wrong. */
int aisp_claim_parse(struct aisp_claim *c, const char *text, struct aisp_err *err);

/* Returns HOLDS, FAILS, UNDECIDED, or NOT_MEASURED if there is no value. */
enum aisp_claim_state aisp_claim_judge(const struct aisp_claim *c,
				       const struct aisp_quantity *q);

/* The position of a comment in a document; pointers are into its text. */
struct aisp_claim_mark {
	int line; /* from 1 */
	const char *sentence;
	size_t n_sentence; /* bytes */
	const char *claim; /* behind the colon */
	size_t n_claim;
	bool is_open; /* the comment does not end */
};

/*
 * Finds the next mark from *at on, and moves *at after it; false: none. Code, in fences
 * or backquotes, is skipped.  Begin with *at = text and a zeroed *m.
 */
bool aisp_claim_next(struct aisp_claim_mark *m, const char *text, const char **at);

#endif
