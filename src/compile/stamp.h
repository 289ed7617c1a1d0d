/* SPDX-License-Identifier: MIT
 *
 * stamp.h - <object>.stamp says of what and by which compiler an object was made.  It
 * lies where no stranger's program can write.  An object whose hash differs from that
 * in its stamp is not ours.
 */
#ifndef AISP_STAMP_H
#define AISP_STAMP_H

#include <stdint.h>

#include "words.h"

/* Paths below src and root are recorded relative to them, so that a tree can be moved.
 */
struct aisp_stamp {
	const char *root, *src;
	const char *alias; /* the link to src that the compiler saw; or NULL */
	char command[65];  /* hash of the words that the object depends on */
	char compiler[65]; /* hash of its version; "": it is not here, any will do */
	struct aisp_words archs;  /* of a .cu file */
	struct aisp_words inputs; /* absolute paths of the source and our headers */
	uint32_t walls;           /* bits of enum aisp_wall that held */
	bool has_warning;         /* the compiler warned */
	bool is_strict;           /* an object with a warning does not hold */
};

/* Set s->command to the hash of argv, which does not depend on where the tree lies. */
int aisp_stamp_command(struct aisp_stamp *s, const struct aisp_words *argv,
		       struct aisp_err *err);

/* Take the headers below root and src from the compiler's list (-MMD). */
int aisp_stamp_read_inputs(struct aisp_stamp *s, const char *depfile, const char *cwd,
			   struct aisp_err *err);

/* Write <object>.stamp for the object as it is now. */
int aisp_stamp_write(const struct aisp_stamp *s, const char *object,
		     struct aisp_err *err);

/*
 * Is the object what its stamp says, made by this command and this compiler, for at
 * least these GPUs, from inputs that have not changed since?
 */
bool aisp_stamp_holds(const struct aisp_stamp *s, const char *object);

#endif
