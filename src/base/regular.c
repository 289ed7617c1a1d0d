/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "regular.h"

FILE *aisp_regular_open(const char *path, struct aisp_err *err)
{
	/* O_NONBLOCK: opening a FIFO that nobody writes must not wait. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat st;
	FILE *f = NULL;

	if (fd < 0 || fstat(fd, &st)) {
		aisp_err_errno(err, "read %.300s", path);
	} else if (!S_ISREG(st.st_mode)) {
		aisp_err_set(err, "%.300s is not a regular file", path);
		errno = EINVAL;
	} else {
		f = fdopen(fd, "r");
		if (!f)
			aisp_err_errno(err, "read %.300s", path);
	}
	if (!f && fd >= 0) {
		int saved = errno;

		close(fd);
		errno = saved;
	}
	return f;
}
