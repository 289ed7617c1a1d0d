/* SPDX-License-Identifier: MIT
 *
 * Eight requests in flight, past the page cache: the device always has a next
 * one, and the kernel keeps no pages.  O_DIRECT wants aligned memory, which an
 * output need not be, so each piece is copied while others arrive.  Huge pages
 * let the device write a request as one segment instead of 256.
 * FLAGS: -D_GNU_SOURCE
 * LIBS: -luring
 * NEEDS: liburing.h
 */
#include "workload_file_read.h"

#include <errno.h>
#include <fcntl.h>
#include <liburing.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define DEPTH       8
#define PIECE_BYTES ((size_t)1 << 20)
#define HUGE_BYTES  ((size_t)2 << 20)

struct reader {
	struct io_uring ring;
	int fd;
	char *memory; /* DEPTH pieces */
	size_t at[DEPTH];
};

static void teardown(void *state)
{
	struct reader *r = state;

	if (!r)
		return;
	if (r->fd >= 0)
		close(r->fd);
	if (r->ring.ring_fd >= 0)
		io_uring_queue_exit(&r->ring);
	free(r->memory);
	free(r);
}

static int setup(const struct aisp_io *io, void **state)
{
	struct reader *r = calloc(1, sizeof(*r));

	*state = r;
	if (!r)
		return -ENOMEM;
	r->ring.ring_fd = -1;
	r->fd = open(io->in[0].path, O_RDONLY | O_DIRECT | O_CLOEXEC);
	if (r->fd < 0)
		return -ENOTSUP;
	r->memory = aligned_alloc(HUGE_BYTES, DEPTH * PIECE_BYTES);
	if (!r->memory)
		return -ENOMEM;
	madvise(r->memory, DEPTH * PIECE_BYTES, MADV_HUGEPAGE); /* a wish */
	memset(r->memory, 0, DEPTH * PIECE_BYTES);
	return io_uring_queue_init(DEPTH, &r->ring, 0) ? -ENOTSUP : 0;
}

static void ask(struct reader *r, unsigned slot, size_t at)
{
	struct io_uring_sqe *sqe = io_uring_get_sqe(&r->ring);

	r->at[slot] = at;
	io_uring_prep_read(sqe, r->fd, r->memory + slot * PIECE_BYTES, PIECE_BYTES, at);
	io_uring_sqe_set_data64(sqe, slot);
}

/* Waits for one piece and copies it.  Its slot, or -errno. */
static int take(struct reader *r, char *out, size_t n)
{
	struct io_uring_cqe *cqe;
	int rc = io_uring_submit_and_wait(&r->ring, 1);
	unsigned slot;
	size_t want;

	if (rc >= 0)
		rc = io_uring_peek_cqe(&r->ring, &cqe);
	if (rc < 0)
		return rc;
	slot = (unsigned)cqe->user_data;
	want = n - r->at[slot] < PIECE_BYTES ? n - r->at[slot] : PIECE_BYTES;
	rc = cqe->res;
	io_uring_cqe_seen(&r->ring, cqe);
	if (rc != (int)want)
		return rc < 0 ? rc : -EIO;
	memcpy(out + r->at[slot], r->memory + slot * PIECE_BYTES, want);
	return (int)slot;
}

static int run(const struct aisp_io *io, void *state)
{
	struct reader *r = state;
	size_t n = (size_t)io->param[WORDS] * sizeof(int32_t), next = 0;
	unsigned n_flying = 0;

	for (; n_flying < DEPTH && next < n; next += PIECE_BYTES)
		ask(r, n_flying++, next);
	while (n_flying) {
		int slot = take(r, io->out[0].data, n);

		if (slot < 0)
			return slot;
		n_flying--;
		if (next < n) {
			ask(r, (unsigned)slot, next);
			next += PIECE_BYTES;
			n_flying++;
		}
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "io_uring, O_DIRECT, 8 reads of 1 MiB in flight",
	.setup = setup,
	.run = run,
	.teardown = teardown,
	.needs = "io_uring and O_DIRECT",
};
