/* SPDX-License-Identifier: MIT
 *
 * prove_model.h - structs for what was tried with exploits.
 *
 * A side is what one run said of one target.  A record is all that was tried with one
 * exploit: the exploit itself, the same without its check, its honest twin, and what
 * that proves.  In a proof file each is an object whose members have these names.  An
 * absent text is "", an absent number NaN.
 */
#ifndef AISP_PROVE_MODEL_H
#define AISP_PROVE_MODEL_H

#include <aisp/variant.h>
#include <jansson.h>

#include "run/model.h"

/* How its run ended. */
enum prove_status {
	PROVE_STATUS_MEASURED,
	PROVE_STATUS_FAILED,
	PROVE_STATUS_NOT_RUN,
	PROVE_STATUS_SKIPPED, /* it could not be tried here */
	PROVE_STATUS_ERROR,   /* the run left no result */
	PROVE_N_STATUSES
};

const char *prove_status_name(enum prove_status s); /* "measured" */

/* The ledger may have no line for a check, or an unknown word in it. */
enum {
	PROVE_LINE_UNKNOWN = AISP_N_VERDICTS,
	PROVE_LINE_NONE,
};

struct prove_side {
	enum prove_status status;
	enum aisp_word verdict; /* AISP_WORD_NONE: nothing was compared */
	const char *why;
	double speedup;
	struct aisp_texts failed; /* checks that either arm failed */
	enum aisp_verdict state;  /* of the exploit's own check, or PROVE_LINE_... */
	const char *state_why;
};

/* The worst first. */
enum prove_state {
	PROVE_NOT_PROVEN,
	PROVE_SKIPPED,
	PROVE_NOT_SEEN,  /* the check observes nothing on this machine */
	PROVE_PARTIAL,   /* the exploit did not win, but the check cannot tell whether
			    its defence is in force */
	PROVE_PREVENTED, /* as good as PROVE_PROVEN */
	PROVE_PROVEN,
	PROVE_N_STATES /* not judged yet */
};

const char *prove_state_name(enum prove_state s); /* "NOT-PROVEN" */

enum prove_kind { PROVE_DETECTS, PROVE_PREVENTS, PROVE_N_KINDS };

const char *prove_kind_name(enum prove_kind k); /* "detects" */
enum prove_kind prove_kind_of(const struct aisp_check *c);

struct prove_claim {
	const char *claim;
	bool holds;
	const char *got;
};

struct prove_record {
	const char *check, *exploit, *source, *twin_source, *why, *date, *commit;
	enum prove_kind kind;
	enum aisp_device device;
	const struct prove_side *attack, *without; /* NULL: not tried */
	struct prove_side *twins;
	int n_twins;
	int64_t n_attempts;
	struct prove_claim *claims;
	int n_claims;
	enum prove_state state;
};

/* What the ledger of a twin says about a check. */
struct prove_line {
	const char *check, *why;
	enum aisp_verdict state;
};

/* All such lines on one device. */
struct prove_lines {
	struct prove_line *at;
	int n; /* 0: no twin was accepted there */
};

/* The check's line, borrowed; NULL if it has none. */
const struct prove_line *prove_line_of(const struct prove_lines *l, const char *check);

/* "PASS", "?", or "" for PROVE_LINE_NONE. */
const char *prove_line_name(enum aisp_verdict state);

#endif
