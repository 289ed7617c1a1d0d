/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "memfile.h"

#define FIRST_FD 16

int aisp_memfile_new(const char *name, size_t n_bytes, int *fd, void **map,
		     struct aisp_err *err)
{
	int low = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);

	*map = NULL;
	*fd = low < 0 ? -1 : fcntl(low, F_DUPFD_CLOEXEC, FIRST_FD);
	if (low >= 0)
		close(low);
	if (*fd < 0 || ftruncate(*fd, (off_t)n_bytes))
		return aisp_err_errno(err, "memory file '%s' of %zu bytes", name,
				      n_bytes);
	fcntl(*fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW);
	if (!n_bytes)
		return 0;
	*map = mmap(NULL, n_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, *fd, 0);
	if (*map != MAP_FAILED)
		return 0;
	*map = NULL;
	return aisp_err_errno(err, "map %zu bytes of memory", n_bytes);
}

int aisp_memfile_seal(int fd)
{
	return fcntl(fd, F_ADD_SEALS, F_SEAL_FUTURE_WRITE);
}
