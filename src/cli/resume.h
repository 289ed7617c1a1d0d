/* SPDX-License-Identifier: MIT
 *
 * resume.h - `aisp bench run --resume`: go on with a run that was killed, if machine,
 * program, objects and options are those that it began with.
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
	int argc; /* its command line, and what stands beside --resume */
	char **argv;
};

/* What a run needs to know of itself so that another process can go on; NULL: *err. */
json_t *resume_plan(const struct aisp_suite *s, int argc, char *const *argv,
		    const char *started, struct aisp_err *err);

/* Find and read the run that ended.  0, or -1 with *err filled.  Release it. */
int resume_load(struct resume *r, const char *artifacts, int argc, char **argv,
		struct aisp_err *err);

/* That the suite is the one of the run that ended, and give it what was measured. */
int resume_adopt(const struct resume *r, struct aisp_suite *s, struct aisp_err *err);

/* The member "resumed" of a document's "run"; NULL without memory. */
json_t *resume_note(const struct resume *r);

void resume_release(struct resume *r);

#endif
