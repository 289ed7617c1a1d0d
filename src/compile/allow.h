/* SPDX-License-Identifier: MIT
 *
 * allow.h - which words of a stranger's FLAGS, LIBS, NEEDS and ARCH lines reach a
 * compiler.  What is not listed here is refused: options that load code, run
 * programs, read or write other files, or take their words from a file.
 */
#ifndef AISP_ALLOW_H
#define AISP_ALLOW_H

#include <stdbool.h>

enum aisp_tag {
	AISP_TAG_FLAGS,
	AISP_TAG_LIBS,
	AISP_TAG_NEEDS,
	AISP_TAG_ARCH,
	AISP_TAG_CONFIG,
	AISP_N_TAGS
};

/* is_cuda: for nvcc, else for gcc and clang. */
bool aisp_allow_word(enum aisp_tag tag, const char *word, bool is_cuda);

/* "FLAGS", and what it may hold, for a message. */
const char *aisp_tag_name(enum aisp_tag tag);
const char *aisp_tag_help(enum aisp_tag tag);

/* A source's name that needs no quoting anywhere. */
bool aisp_allow_file(const char *name);

#endif
