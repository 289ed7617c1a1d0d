/* SPDX-License-Identifier: MIT
 *
 * resume.h - `aisp bench run --resume`: continue a killed run, if machine, program,
 * objects and options are the same as when it began.
 */
#ifndef AISP_RESUME_H
#define AISP_RESUME_H

#include <limits.h>
#include <stdbool.h>

#include "judge/suite.h"
#include "store/checkpoint.h"

struct resume {
	bool is_asked;
	const char *run; /* its temporary folder, or NULL for the newest */
	char artifacts[PATH_MAX], name[64];
	struct aisp_checkpoint from;
	int argc; /* its command line, plus the words beside --resume */
	char **argv;
};

/* Makes what another process needs to resume this run; NULL with *err filled. */
json_t *resume_plan(const struct aisp_suite *s, int argc, char *const *argv,
		    const char *started, struct aisp_err *err);

/* Finds and reads the run that ended. Returns 0, or -1 with *err filled; release it. */
int resume_load(struct resume *r, const char *artifacts, int argc, char **argv,
		struct aisp_err *err);

/* Checks that the suite is that of the ended run, and gives it the results so far. */
int resume_adopt(const struct resume *r, struct aisp_suite *s, struct aisp_err *err);

/* Makes the member "resumed" of a document's "run"; NULL without memory. */
json_t *resume_note(const struct resume *r);

void resume_release(struct resume *r);

#endif
