/* SPDX-License-Identifier: MIT
 *
 * document.h - the two JSON documents of a run: results and manifest.
 */
#ifndef AISP_DOCUMENT_H
#define AISP_DOCUMENT_H

#include "machine/grade.h"
#include "machine/noise.h"
#include "suite.h"

/* The circumstances of a run, beside its suite. */
struct aisp_occasion {
	int argc;
	char *const *argv;
	char started[32], ended[32]; /* ISO 8601, UTC */
	struct aisp_grading grading;
	struct aisp_noise noise; /* the A/A floor that the margin rests on */
	bool has_noise;
	bool is_partial;
};

/* The noise floor that the margin rests on; NaN without one. */
double aisp_occasion_floor(const struct aisp_occasion *o);

/* They return a new reference, or NULL with *err filled. */
json_t *aisp_document_results(const struct aisp_suite *s,
			      const struct aisp_suite_result *r,
			      const struct aisp_occasion *o, struct aisp_err *err);
json_t *aisp_document_manifest(const struct aisp_suite *s,
			       const struct aisp_occasion *o, struct aisp_err *err);

#endif
