/* SPDX-License-Identifier: MIT
 *
 * peak_storage.c - the device that holds aisp's cache, and files of workloads: its
 * bandwidth without the page cache, with one request per thread in flight. In a virtual
 * machine, the host may answer from memory.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/paths.h"
#include "base/rng.h"
#include "base/stats.h"
#include "peak_kernels.h"

#define N_FLYING    4
#define PART_BYTES  ((size_t)16 << 20) /* per thread */
#define PIECE_BYTES ((size_t)4 << 20)
#define ALIGN_BYTES 4096
#define N_REPS      5
#define LIMIT_NS    INT64_C(1500000000) /* per direction, on a slow device */
#define HOW         "O_DIRECT, 4 in flight"

struct part {
	int fd;
	bool is_write, has_failed;
	size_t first;
	char *memory;
};

static void *move_part(void *arg)
{
	struct part *p = arg;

	for (size_t at = p->first; at < p->first + PART_BYTES; at += PIECE_BYTES) {
		ssize_t n = p->is_write
				    ? pwrite(p->fd, p->memory, PIECE_BYTES, (off_t)at)
				    : pread(p->fd, p->memory, PIECE_BYTES, (off_t)at);

		p->has_failed |= n != (ssize_t)PIECE_BYTES;
	}
	return NULL;
}

/* Returns the time until the device has all parts, in ns; -1 if any failed. */
static double move_all(int fd, char *memory, bool is_write)
{
	struct part part[N_FLYING];
	pthread_t thread[N_FLYING];
	int64_t start_ns = aisp_now_ns();
	bool has_failed = false;
	int n = 0;

	for (; n < N_FLYING; n++) {
		part[n] = (struct part){ .fd = fd,
					 .is_write = is_write,
					 .first = (size_t)n * PART_BYTES,
					 .memory = memory + (size_t)n * PIECE_BYTES };
		if (pthread_create(&thread[n], NULL, move_part, &part[n]))
			break;
	}
	has_failed = n < N_FLYING;
	while (n--) {
		pthread_join(thread[n], NULL);
		has_failed |= part[n].has_failed;
	}
	if (has_failed || (is_write && fsync(fd)))
		return -1;
	return (double)(aisp_now_ns() - start_ns);
}

static void measure(struct aisp_figure *f, int fd, char *memory, bool is_write)
{
	const double bytes = (double)N_FLYING * (double)PART_BYTES * 1e9;
	int64_t until_ns = aisp_now_ns() + LIMIT_NS;
	double ns[N_REPS];
	int n = 0;

	do {
		ns[n] = move_all(fd, memory, is_write);
		if (ns[n] <= 0)
			return;
	} while (++n < N_REPS && aisp_now_ns() < until_ns);
	f->best = bytes / aisp_quantile(ns, n, 0);
	f->median = bytes / aisp_median(ns, n);
	snprintf(f->how, sizeof(f->how), "%s", HOW);
}

static void measure_in(struct aisp_figure storage[AISP_N_STORAGE], const char *dir)
{
	size_t bytes = N_FLYING * PIECE_BYTES;
	int fd = open(dir, O_TMPFILE | O_RDWR | O_DIRECT | O_CLOEXEC, 0600);
	uint64_t *memory = aligned_alloc(ALIGN_BYTES, bytes);

	memset(storage, 0, AISP_N_STORAGE * sizeof(*storage));
	if (fd >= 0 && memory) {
		/* What the device cannot compress. */
		for (size_t i = 0; i < bytes / sizeof(*memory); i++)
			memory[i] = aisp_random_at(1, i);
		measure(&storage[AISP_STORAGE_WRITE], fd, (char *)memory, true);
		if (storage[AISP_STORAGE_WRITE].best > 0)
			measure(&storage[AISP_STORAGE_READ], fd, (char *)memory, false);
	}
	if (fd >= 0)
		close(fd);
	free(memory);
}

void aisp_storage_measure(struct aisp_peaks *p)
{
	char dir[4096];

	if (!aisp_machine_path(dir, sizeof(dir), p->machine, "", NULL) &&
	    !aisp_mkdirs(dir, NULL))
		measure_in(p->storage, dir);
}
