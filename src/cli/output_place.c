/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/paths.h"
#include "output_place.h"

int output_place_check(const char *file, struct aisp_err *err)
{
	char dir[PATH_MAX];
	const char *slash = file ? strrchr(file, '/') : NULL;

	if (!file)
		return 0;
	if (aisp_is_dir(file))
		return aisp_err_usage(err, "--output: %s is a directory; name a file",
				      file);
	if (!access(file, W_OK))
		return 0;
	snprintf(dir, sizeof(dir), "%.*s", slash ? (int)(slash - file) : 1,
		 slash ? file : ".");
	if (errno != ENOENT || access(dir[0] ? dir : "/", W_OK))
		return aisp_err_usage(err, "--output: write %s: %s", file,
				      strerror(errno));
	return 0;
}
