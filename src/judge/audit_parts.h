/* SPDX-License-Identifier: MIT
 *
 * audit_parts.h - what the parts of audit.c share.
 */
#ifndef AISP_AUDIT_PARTS_H
#define AISP_AUDIT_PARTS_H

#include "audit.h"

#define AISP_MAX_HUNG 64
/* Time limit of a ring of the bell while nothing is known of the workload. */
#define AISP_AUDIT_LIMIT_NS INT64_C(60000000000)

/* The workload under audit. */
struct aisp_subject {
	const struct aisp_suite *suite;
	const struct aisp_audit *audit;
	const struct aisp_target *target;
	struct aisp_contract contract;
	struct aisp_harness *harness;
	const char *no_device; /* why variants cannot run; NULL if they can */
	char name[256];
	char params[128]; /* of a sweep, or "" */
	bool is_repeated; /* what follows from the source alone is told already */
	uint32_t caught;  /* choices that a control was found wrong in; choices.h */
	int64_t limit_ns; /* of a ring of the bell */
	const char *hung[AISP_MAX_HUNG]; /* what is not tried again */
	int n_hung;
	bool is_library;   /* what is under audit is a library's */
	bool has_declined; /* the last object, this size */
	bool is_wrong;     /* likewise */
	bool is_silent;    /* likewise, or at another: no answer; no more are tried */
	bool is_baseline_wrong; /* its outputs, with this distribution */
	int n_right;            /* variants, likewise */
	bool is_doubted;        /* with some distribution no program was right */
};

void aisp_audit_tell(const struct aisp_subject *s, const char *what,
		     enum aisp_control_result result, const char *why);

/* What is wrong with a launch (how it ended, its values, any other check), or NULL. */
const char *aisp_audit_fault(const struct aisp_measured *m, struct aisp_finding *f);

/* Launch at c's size, twice if the first launch hangs.  Returns 0 with *m filled, or -1
 * with *err filled. */
int aisp_audit_measure(const struct aisp_subject *s, const struct aisp_contract *c,
		       const char *object, int n_samples, int64_t limit_ns,
		       struct aisp_measured *m, struct aisp_err *err);

/* The same, but only one launch. */
int aisp_audit_measure_once(const struct aisp_subject *s, const struct aisp_contract *c,
			    const char *object, int n_samples, int64_t limit_ns,
			    struct aisp_measured *m, struct aisp_err *err);

/*
 * Tell what t's variant, which was tried at the audited size, gets wrong at others: it
 * declines some and does not say so, or its code for whole tiles or for the announced
 * size is wrong.  No more sizes are tried after one without an answer.  Returns 0, or
 * -1 with *err filled.
 */
int aisp_audit_sizes(struct aisp_subject *s, const struct aisp_target *t,
		     struct aisp_err *err);

/*
 * After each launch of a variant or of the baseline: were its outputs right?  After
 * each distribution: does any program agree with the reference?  At the end: tell if
 * none did.
 */
void aisp_audit_vote(struct aisp_subject *s, const struct aisp_measured *m,
		     bool is_baseline);
void aisp_audit_doubt(struct aisp_subject *s);
void aisp_audit_tell_doubt(const struct aisp_subject *s);

#endif
