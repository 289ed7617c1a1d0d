/* SPDX-License-Identifier: MIT */
#ifndef AISP_PLAIN_H
#define AISP_PLAIN_H

/* Where a stranger's text is printed nothing of it steers a terminal: each byte of a
 * control character, or of one that turns the order of what follows, becomes `by`, but
 * for those in `kept`. */
void aisp_make_plain(char *text, char by, const char *kept);

#endif
