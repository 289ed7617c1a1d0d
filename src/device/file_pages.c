/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <linux/magic.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "file_pages.h"

#ifndef SYS_cachestat
#define SYS_cachestat 451 /* Linux 6.5 */
#endif

/* The kernel's struct cachestat. */
struct cached {
	uint64_t n_cached, n_dirty, n_on_way, n_evicted, n_lately;
};

static int ask(int fd, struct cached *found)
{
	struct {
		uint64_t offset, bytes;
	} all = { 0 };

	return syscall(SYS_cachestat, fd, &all, found, 0) ? -1 : 0;
}

/* Counts pages on their way from the device, too. */
static int64_t by_cachestat(int fd)
{
	struct cached found;

	return ask(fd, &found) ? -1 : (int64_t)found.n_cached;
}

/* Files of tmpfs and ramfs are on no device: their pages never wait to be written. */
static bool is_in_memory(int fd)
{
	struct statfs fs;

	return !fstatfs(fd, &fs) &&
	       (fs.f_type == TMPFS_MAGIC || fs.f_type == RAMFS_MAGIC);
}

double aisp_pages_unsynced(int fd)
{
	struct cached found;

	return is_in_memory(fd) || ask(fd, &found)
		       ? NAN
		       : (double)(found.n_dirty + found.n_on_way);
}

static int64_t by_mincore(int fd)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), n_pages;
	unsigned char *is_there = NULL;
	int64_t n = -1;
	struct stat st;
	void *map;

	if (fstat(fd, &st) || st.st_size <= 0)
		return -1;
	n_pages = ((size_t)st.st_size + page - 1) / page;
	map = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_SHARED, fd, 0);
	if (map == MAP_FAILED)
		return -1;
	is_there = malloc(n_pages);
	if (is_there && !mincore(map, (size_t)st.st_size, is_there)) {
		n = 0;
		for (size_t i = 0; i < n_pages; i++)
			n += is_there[i] & 1;
	}
	free(is_there);
	munmap(map, (size_t)st.st_size);
	return n;
}

static int64_t pages_of(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	int64_t n;

	if (fd < 0)
		return -1;
	n = by_cachestat(fd);
	if (n < 0)
		n = by_mincore(fd);
	close(fd);
	return n;
}

int64_t aisp_file_pages(const struct aisp_buffers *b)
{
	int64_t all = -1;

	for (int i = 0; i < b->problem.n_in; i++) {
		int64_t n = b->problem.in[i].in_file ? pages_of(b->in_path[i]) : -1;

		if (n >= 0)
			all = n + (all > 0 ? all : 0);
	}
	return all;
}
