/* SPDX-License-Identifier: MIT
 *
 * allow.h - which words of a stranger's FLAGS, LIBS, NEEDS and ARCH lines reach a
 * compiler.  All others are refused, such as options that load code, run programs, read
 * or write other files, or take their words from a file.
 */
#ifndef AISP_ALLOW_H
#define AISP_ALLOW_H

#include <stdbool.h>

#include "tag.h"

/* tag: of the build, as for aisp_tag_help(); is_cuda: the word is for nvcc, else for
 * gcc or clang. */
bool aisp_allow_word(enum aisp_tag tag, const char *word, bool is_cuda);

/* For a message: what the tag's line may contain. */
const char *aisp_tag_help(enum aisp_tag tag);

/* Is it a source's name that no program needs quoted? */
bool aisp_allow_file(const char *name);

#endif
