/* SPDX-License-Identifier: MIT */
#include "refused.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/regular.h"

/* Names of driver and run-time functions, and of PTX instructions. */
static const char *const names[] = { "cuMulticast", "MULTICAST_", "multimem" };

/* A file that we cannot read, the compiler could not read either. */
static int check_file(const char *path, struct aisp_err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	const char *found = NULL;
	struct stat st;
	void *text;

	if (fd < 0)
		return 0;
	if (fstat(fd, &st) || !S_ISREG(st.st_mode) || !st.st_size) {
		close(fd);
		return 0;
	}
	if (st.st_size > AISP_MAX_SOURCE_BYTES) {
		close(fd);
		return aisp_err_set(err,
				    "%s has more than %lld MiB, and is no source: "
				    "leave it out",
				    path, (long long)(AISP_MAX_SOURCE_BYTES >> 20));
	}
	text = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	close(fd);
	if (text == MAP_FAILED)
		return aisp_err_errno(err, "read %s", path);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]) && !found; i++)
		if (memmem(text, (size_t)st.st_size, names[i], strlen(names[i])))
			found = names[i];
	munmap(text, (size_t)st.st_size);
	if (!found)
		return 0;
	return aisp_err_set(err,
			    "%s names %s: multicast acts on the switch that all GPUs "
			    "share, and is never used here",
			    strrchr(path, '/') + 1, found);
}

int aisp_refused_check(const struct aisp_words *files, struct aisp_err *err)
{
	for (int i = 0; i < files->n; i++)
		if (check_file(files->word[i], err))
			return -1;
	return 0;
}
