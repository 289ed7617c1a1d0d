/* SPDX-License-Identifier: MIT
 *
 * text.h - small pieces of text that many files need.
 */
#ifndef AISP_TEXT_H
#define AISP_TEXT_H

#include <stdbool.h>

/* This moment: "2026-11-21T09:14:31Z". */
void aisp_now_text(char text[32]);

/* The same as part of a name: "20261121T091431Z". */
void aisp_now_stamp(char text[32]);

/* What stands behind a path's last slash. */
const char *aisp_base_name(const char *path);

/* Is it that folder, or something in it?  Both are written alike, without a last slash.
 */
bool aisp_is_below(const char *path, const char *dir);

/* Blanks in place of the comments of C source, in which a name says nothing. */
void aisp_drop_comments(char *source);

#endif
