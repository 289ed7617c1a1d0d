/* SPDX-License-Identifier: MIT
 *
 * almost.h - a line of an opening comment that is meant as a tag, but is read nowhere:
 * " * FLAG: -O3", " * Workspace: 4 * n", "// FLAGS: -O3".
 */
#ifndef AISP_ALMOST_H
#define AISP_ALMOST_H

/* The tag that the line almost is, such as "FLAGS"; NULL: it is one, or none. */
const char *aisp_almost_tag(const char *line);

#endif
