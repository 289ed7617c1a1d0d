/* SPDX-License-Identifier: MIT
 *
 * file_identity.h - are the files on which a verdict rests still the same as at the
 * beginning?
 */
#ifndef AISP_FILE_IDENTITY_H
#define AISP_FILE_IDENTITY_H

#include <sys/stat.h>

#define AISP_N_FILES 3

/* A file as it was first seen; zeroed: not seen yet. */
struct aisp_file_identity {
	struct stat stat;
	char hash[65];
};

/* How many files have changed since the first call, by status, then by hash. */
int aisp_files_changed(struct aisp_file_identity o[AISP_N_FILES],
		       const char *const paths[AISP_N_FILES]);

#endif
