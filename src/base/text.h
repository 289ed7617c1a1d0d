/* SPDX-License-Identifier: MIT
 *
 * text.h - small pieces of text that many files need.
 */
#ifndef AISP_TEXT_H
#define AISP_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Writes the present time: "2026-11-21T09:14:31Z". */
void aisp_now_text(char text[32]);

/* Likewise as part of a name: "20261121T091431Z". */
void aisp_now_stamp(char text[32]);

/* The part of a path after its last slash. */
const char *aisp_base_name(const char *path);

/*
 * Writes the word as a shell reads it back: in quotes, if it needs any.  Cut where buf
 * ends.  Returns buf.
 */
const char *aisp_shell_word(const char *word, char *buf, size_t size);

/* Is path that folder, or below it?  Neither may end in a slash. */
bool aisp_is_below(const char *path, const char *dir);

/* Replaces the comments of C source by blanks, since names in comments do not count. */
void aisp_drop_comments(char *source);

#endif
