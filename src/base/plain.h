/* SPDX-License-Identifier: MIT */
#ifndef AISP_PLAIN_H
#define AISP_PLAIN_H

/* Makes untrusted text safe for a terminal: replaces each byte of a control character,
 * or of one that reverses the order of text, by `by`, except those in `kept`. */
void aisp_make_plain(char *text, char by, const char *kept);

#endif
