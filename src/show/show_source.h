/* SPDX-License-Identifier: MIT
 *
 * show_source.h - what a variant's source says about it, read as text: nothing is built
 * or loaded to describe it.
 */
#ifndef AISP_SHOW_SOURCE_H
#define AISP_SHOW_SOURCE_H

#include "base/err.h"

/* "" if the source does not say. */
struct show_source {
	char cls[16];      /* "optimized", "naive", "common", "library" */
	char summary[256]; /* of struct aisp_variant */
	char needs[256];   /* of struct aisp_variant; headers, libraries and GPUs of the
			      opening comment */
};

/* 0, or -1 with *err filled. */
int show_source_read(struct show_source *s, const char *dir, const char *file,
		     struct aisp_err *err);

#endif
