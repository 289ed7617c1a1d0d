/* SPDX-License-Identifier: MIT */
#include "written_files.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "file_pages.h"
#include "layout.h"

#define PIECE_BYTES    ((size_t)1 << 20)
#define FLUSHES_AT     16 /* of a device's counters, from 1; since Linux 5.5 */
#define MAX_PATH_LEN   600
#define N_TRIES        4 /* our flush may merge with another's, and count once */
#define RESERVED_TIMES 4 /* of an output, and */
#define RESERVED_BYTES ((int64_t)64 << 20)

bool aisp_has_written(const struct aisp_problem *pr)
{
	for (int o = 0; o < pr->n_out; o++)
		if (pr->out[o].in_file)
			return true;
	return false;
}

static int open_output(const struct aisp_buffers *b, int slot, int o, int flags)
{
	char path[MAX_PATH_LEN];

	aisp_written_path(path, sizeof(path), b->written_dir, o, slot);
	return open(path, flags | O_CLOEXEC, 0600);
}

/* Bypasses the page cache if the file system can. */
static int open_direct(const struct aisp_buffers *b, int slot, int o)
{
	int fd = open_output(b, slot, o, O_RDONLY | O_DIRECT);

	return fd >= 0 ? fd : open_output(b, slot, o, O_RDONLY);
}

static double read_flushes(int fd)
{
	char text[512], *at = text;
	ssize_t n = pread(fd, text, sizeof(text) - 1, 0);
	double value = NAN;

	if (n <= 0)
		return NAN;
	text[n] = '\0';
	for (int i = 0; i < FLUSHES_AT; i++) {
		char *end;

		value = (double)strtoull(at, &end, 10);
		if (end == at)
			return NAN;
		at = end;
	}
	return value;
}

/* Opens the counters of the disk that has the partition, or is the device. */
static int open_counters(dev_t device)
{
	char path[80];

	snprintf(path, sizeof(path), "/sys/dev/block/%u:%u/partition", major(device),
		 minor(device));
	snprintf(path, sizeof(path), "/sys/dev/block/%u:%u/%sstat", major(device),
		 minor(device), access(path, F_OK) ? "" : "../");
	return open(path, O_RDONLY | O_CLOEXEC);
}

/* Does the counter see a flush of ours?  A device without a cache counts none. */
static bool is_counted(const struct aisp_buffers *b, int counters)
{
	double before = read_flushes(counters), after;
	int fd = open_output(b, 0, AISP_MAX_IO, O_WRONLY | O_CREAT);
	char path[MAX_PATH_LEN];

	if (fd < 0)
		return false;
	if (write(fd, "", 1) != 1 || fsync(fd))
		before = NAN;
	after = read_flushes(counters);
	close(fd);
	aisp_written_path(path, sizeof(path), b->written_dir, AISP_MAX_IO, 0);
	unlink(path);
	return after > before;
}

static void find_counters(struct aisp_buffers *b)
{
	struct stat st;

	if (stat(b->written_dir, &st))
		return;
	b->flushes_fd = open_counters(st.st_dev);
	for (int i = 0; b->flushes_fd >= 0 && i < N_TRIES; i++)
		if (is_counted(b, b->flushes_fd))
			return;
	if (b->flushes_fd < 0)
		return;
	close(b->flushes_fd);
	b->flushes_fd = -1;
}

static int make_file(const struct aisp_buffers *b, int slot, int o)
{
	int fd = open_output(b, slot, o, O_WRONLY | O_CREAT);

	return fd < 0 ? -1 : close(fd);
}

/* Makes all files and forbids others: one without a name would be seen by nobody. */
static int make_files(const struct aisp_buffers *b, struct aisp_err *err)
{
	for (int s = 0; s < b->n_slots; s++)
		for (int o = 0; o < b->problem.n_out; o++)
			if (b->problem.out[o].in_file && make_file(b, s, o))
				return aisp_err_errno(err, "a file in %s",
						      b->written_dir);
	return chmod(b->written_dir, 0500) ? aisp_err_errno(err, "%s", b->written_dir)
					   : 0;
}

int aisp_written_new(struct aisp_buffers *b, const char *scratch_dir,
		     struct aisp_err *err)
{
	if (!aisp_has_written(&b->problem))
		return 0;
	if (!scratch_dir ||
	    snprintf(b->written_dir, sizeof(b->written_dir), "%s/written.XXXXXX",
		     scratch_dir) >= (int)sizeof(b->written_dir)) {
		b->written_dir[0] = '\0';
		return aisp_err_set(err, "no scratch directory, or its path is too "
					 "long");
	}
	if (!mkdtemp(b->written_dir)) {
		b->written_dir[0] = '\0';
		return aisp_err_errno(err, "a folder in %s", scratch_dir);
	}
	find_counters(b);
	return make_files(b, err);
}

void aisp_written_free(struct aisp_buffers *b)
{
	char path[MAX_PATH_LEN];

	if (!b->written_dir[0])
		return;
	chmod(b->written_dir, 0700);
	for (int s = 0; s < b->n_slots; s++)
		for (int o = 0; o < b->problem.n_out; o++) {
			aisp_written_path(path, sizeof(path), b->written_dir, o, s);
			unlink(path);
		}
	rmdir(b->written_dir);
	if (b->flushes_fd >= 0)
		close(b->flushes_fd);
}

void aisp_written_describe(const struct aisp_buffers *b, struct aisp_plan *plan)
{
	const struct aisp_region nowhere = { 0 };

	plan->is_written = 0;
	plan->file_limit_bytes = 0;
	memcpy(plan->written_dir, b->written_dir, sizeof(plan->written_dir));
	for (int o = 0; o < b->problem.n_out; o++) {
		size_t room =
			aisp_round_up(aisp_spec_bytes(&b->problem.out[o]), PIECE_BYTES);

		if (!b->problem.out[o].in_file)
			continue;
		plan->is_written |= 1u << o;
		if (room > plan->file_limit_bytes)
			plan->file_limit_bytes = room;
		for (int s = 0; s < b->n_slots; s++)
			plan->out_at[s][o] = nowhere;
	}
}

int aisp_written_begin(const struct aisp_buffers *b, int slot, struct aisp_err *err)
{
	for (int o = 0; o < b->problem.n_out; o++) {
		int fd, rc;

		if (!b->problem.out[o].in_file)
			continue;
		fd = open_output(b, slot, o, O_WRONLY | O_TRUNC);
		rc = fd < 0 || fsync(fd);
		if (rc)
			aisp_err_errno(err, "an empty file in %s", b->written_dir);
		if (fd >= 0)
			close(fd);
		if (rc)
			return -1;
	}
	return 0;
}

/* Copies the file, at most n bytes, by way of an aligned buffer.  Returns 0 or -1. */
static int read_back(int fd, char *room, char *to, size_t n)
{
	for (size_t at = 0; at < n;) {
		ssize_t got = pread(fd, room, PIECE_BYTES, (off_t)at);

		if (got <= 0)
			return (int)got;
		memcpy(to + at, room, (size_t)got < n - at ? (size_t)got : n - at);
		at += (size_t)got;
	}
	return 0;
}

static int drop_cached(const struct aisp_buffers *b, int slot, int o)
{
	int fd = open_output(b, slot, o, O_RDONLY);
	int rc = fd < 0 || fdatasync(fd) ||
		 (errno = posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED)) != 0;

	if (fd >= 0)
		close(fd);
	return rc ? -1 : 0;
}

static int take_one(const struct aisp_buffers *b, int slot, int o)
{
	char *room = aligned_alloc(AISP_PAGE, PIECE_BYTES);
	int fd = room && !drop_cached(b, slot, o) ? open_direct(b, slot, o) : -1;
	int rc = fd < 0 ? -1
			: read_back(fd, room, b->io[slot].out[o].data,
				    aisp_spec_bytes(&b->problem.out[o]));

	if (fd >= 0)
		close(fd);
	free(room);
	return rc;
}

int aisp_written_take(const struct aisp_buffers *b, int slot, struct aisp_err *err)
{
	for (int o = 0; o < b->problem.n_out; o++)
		if (b->problem.out[o].in_file && take_one(b, slot, o))
			return aisp_err_errno(err, "read back output '%s'",
					      b->problem.out[o].name);
	return 0;
}

void aisp_written_peek(const struct aisp_buffers *b, int slot, int o, size_t first,
		       size_t n, char *to)
{
	_Alignas(AISP_PAGE) char page[AISP_PAGE];
	size_t in_page = first % AISP_PAGE;
	int fd = open_direct(b, slot, o);
	ssize_t got = fd < 0 ? 0 : pread(fd, page, AISP_PAGE, (off_t)(first - in_page));

	memcpy(to, (const char *)b->io[slot].out[o].data + first, n);
	if (got > (ssize_t)in_page)
		memcpy(to, page + in_page,
		       (size_t)got - in_page < n ? (size_t)got - in_page : n);
	if (fd >= 0)
		close(fd);
}

/* Pages by which the file is shorter than its output. */
static double pages_short(int fd, const struct aisp_spec *s)
{
	int64_t bytes = (int64_t)aisp_spec_bytes(s);
	struct stat st;

	if (fstat(fd, &st) || st.st_size >= bytes)
		return 0;
	return ceil((double)(bytes - st.st_size) / AISP_PAGE);
}

static double unsynced_of(const struct aisp_buffers *b, int slot, int o)
{
	int fd = open_output(b, slot, o, O_RDONLY);
	double n_short = pages_short(fd, &b->problem.out[o]);
	double n = aisp_pages_unsynced(fd);

	if (fd >= 0)
		close(fd);
	return n_short > 0 && isnan(n) ? n_short : n_short + n;
}

double aisp_written_unsynced(const struct aisp_buffers *b, int slot)
{
	double most = 0;

	for (int o = 0; o < b->problem.n_out; o++)
		if (b->problem.out[o].in_file)
			most = aisp_unsynced_of_both(most, unsynced_of(b, slot, o));
	return most;
}

double aisp_unsynced_of_both(double a, double b)
{
	return fmax(a, b) > 0 ? fmax(a, b) : a + b;
}

double aisp_flushes_of_both(double a, double b)
{
	return fmin(a, b) < 1 || (!isnan(a) && !isnan(b)) ? fmin(a, b) : NAN;
}

double aisp_written_flushes(const struct aisp_buffers *b)
{
	return b->flushes_fd < 0 ? NAN : read_flushes(b->flushes_fd);
}

/*
 * Bytes that were reserved beyond the end of the file, which no limit of file sizes
 * counts.  File systems reserve some by themselves, as much as the file has.
 */
static int64_t reserved_bytes(const struct stat *st, int64_t bytes)
{
	int64_t held = 512 * (int64_t)st->st_blocks;

	return held > RESERVED_TIMES * bytes + RESERVED_BYTES ? held - bytes : 0;
}

void aisp_written_beyond(const struct aisp_buffers *b, int slot, int64_t *n)
{
	char path[MAX_PATH_LEN];
	struct stat st;

	for (int o = 0; o < b->problem.n_out; o++) {
		int64_t bytes = (int64_t)aisp_spec_bytes(&b->problem.out[o]);

		aisp_written_path(path, sizeof(path), b->written_dir, o, slot);
		if (!b->problem.out[o].in_file || stat(path, &st))
			continue;
		if (st.st_size > bytes)
			*n += st.st_size - bytes;
		*n += reserved_bytes(&st, bytes);
	}
}
