/* SPDX-License-Identifier: MIT
 *
 * stamp.h - what an object was made of and by what, beside it in <object>.stamp,
 * where nothing of a stranger's can write.  An object whose stamp does not say its
 * own hash is not ours.
 */
#ifndef AISP_STAMP_H
#define AISP_STAMP_H

#include <stdint.h>

#include "words.h"

/* Paths below src and root are recorded by name, so that a tree can be carried. */
struct aisp_stamp {
	const char *root, *src;
	const char *alias; /* another name of src, which the compiler saw; or NULL */
	char command[65];  /* hash of the words that matter */
	char compiler[65]; /* what it is; "": it is not here, so it does not matter */
	struct aisp_words archs;  /* of a .cu file */
	struct aisp_words inputs; /* absolute: the source and our headers */
	uint32_t walls;           /* bits of enum aisp_wall that held */
	bool has_warning;         /* the compiler gave one */
	bool is_strict;           /* an object with a warning does not hold */
};

/* Hash of the words, wherever the tree lies. */
int aisp_stamp_command(struct aisp_stamp *s, const struct aisp_words *argv,
		       struct aisp_err *err);

/* The compiler's list of headers (-MMD), those below root and src. */
int aisp_stamp_read_inputs(struct aisp_stamp *s, const char *depfile, const char *cwd,
			   struct aisp_err *err);

/* Write <object>.stamp for the object as it is now. */
int aisp_stamp_write(const struct aisp_stamp *s, const char *object,
		     struct aisp_err *err);

/*
 * The object is what its stamp says, made by this command and this compiler of inputs
 * that are as they were, for at least these GPUs.
 */
bool aisp_stamp_holds(const struct aisp_stamp *s, const char *object);

#endif
