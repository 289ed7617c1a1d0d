/* SPDX-License-Identifier: MIT
 *
 * unchanged.h - are the files that a verdict rests on still those that it began
 * with?
 */
#ifndef AISP_UNCHANGED_H
#define AISP_UNCHANGED_H

#include <sys/stat.h>

#define AISP_N_ORIGINALS 3

/* One file as it was first seen; zeroed: not yet. */
struct aisp_original {
	struct stat stat;
	char hash[65];
};

/* How many differ from what they were at the first call: by status, then by hash. */
int aisp_originals_changed(struct aisp_original o[AISP_N_ORIGINALS],
			   const char *const paths[AISP_N_ORIGINALS]);

#endif
