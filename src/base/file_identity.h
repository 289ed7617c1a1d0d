/* SPDX-License-Identifier: MIT
 *
 * file_identity.h - are the files that a verdict rests on still those that it began
 * with?
 */
#ifndef AISP_FILE_IDENTITY_H
#define AISP_FILE_IDENTITY_H

#include <sys/stat.h>

#define AISP_N_FILES 3

/* One file as it was first seen; zeroed: not yet. */
struct aisp_file_identity {
	struct stat stat;
	char hash[65];
};

/* How many differ from what they were at the first call: by status, then by hash. */
int aisp_files_changed(struct aisp_file_identity o[AISP_N_FILES],
		       const char *const paths[AISP_N_FILES]);

#endif
