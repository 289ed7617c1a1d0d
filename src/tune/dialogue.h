/* SPDX-License-Identifier: MIT
 *
 * dialogue.h - questions to a program that proposes candidates, and its answers: JSON
 * lines; see docs/tune.md.
 */
#ifndef AISP_DIALOGUE_H
#define AISP_DIALOGUE_H

#include "propose.h"

#define AISP_TUNE_PROTOCOL   1
#define AISP_TUNE_MAX_SOURCE ((size_t)256 * 1024) /* bytes of a whole source */
#define AISP_TUNE_MAX_ANSWER (2 * AISP_TUNE_MAX_SOURCE)

/*
 * The question contains the space, the template and all results so far, so that a
 * program need not remember anything.  NULL without memory.
 */
json_t *aisp_tune_question(const struct aisp_tune_history *h,
			   const struct aisp_tune_plan *p, const char *target,
			   const char *template);

enum aisp_answer_kind {
	AISP_ANSWER_POINT,
	AISP_ANSWER_SOURCE,
	AISP_ANSWER_DONE,
	AISP_ANSWER_OUTSIDE, /* not a point of the space: why says what is wrong */
};

struct aisp_tune_answer {
	enum aisp_answer_kind kind;
	int point;
	const char *source, *note; /* they live as long as the object */
	char why[300];
	json_t *object;
};

/*
 * Parses one answer.  Returns 0, and the caller releases it; -1 with *err filled if it
 * is no JSON object, or has none or two of the possible members.
 */
int aisp_tune_answer_parse(struct aisp_tune_answer *a, const char *line, size_t n_bytes,
			   const struct aisp_space *s, struct aisp_err *err);
void aisp_tune_answer_release(struct aisp_tune_answer *a);

#endif
