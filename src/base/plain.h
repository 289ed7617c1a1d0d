/* SPDX-License-Identifier: MIT */
#ifndef AISP_PLAIN_H
#define AISP_PLAIN_H

/* Where a stranger's text is printed nothing of it steers a terminal: each control
 * character becomes `by`, but for those in `kept`. */
void aisp_make_plain(char *s, char by, const char *kept);

#endif
