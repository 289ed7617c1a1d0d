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

#include "uring_file.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define DEPTH       8
#define PIECE_BYTES ((size_t)1 << 20)
#define HUGE_BYTES  ((size_t)2 << 20)

struct reader {
	struct uring_file file; /* its memory: DEPTH pieces */
	size_t at[DEPTH];
};

static int setup(const struct aisp_io *io, void **state)
{
	struct reader *r = calloc(1, sizeof(*r));

	*state = r;
	if (!r)
		return -ENOMEM;
	r->file.ring.ring_fd = -1;
	r->file.fd = open(io->in[0].path, O_RDONLY | O_DIRECT | O_CLOEXEC);
	if (r->file.fd < 0)
		return -ENOTSUP;
	r->file.memory = aligned_alloc(HUGE_BYTES, DEPTH * PIECE_BYTES);
	if (!r->file.memory)
		return -ENOMEM;
	madvise(r->file.memory, DEPTH * PIECE_BYTES, MADV_HUGEPAGE); /* a wish */
	memset(r->file.memory, 0, DEPTH * PIECE_BYTES);
	return io_uring_queue_init(DEPTH, &r->file.ring, 0) ? -ENOTSUP : 0;
}

static void ask(struct reader *r, unsigned slot, size_t at)
{
	struct io_uring_sqe *sqe = io_uring_get_sqe(&r->file.ring);

	r->at[slot] = at;
	io_uring_prep_read(sqe, r->file.fd, r->file.memory + slot * PIECE_BYTES,
			   PIECE_BYTES, at);
	io_uring_sqe_set_data64(sqe, slot);
}

/* Waits for one piece and copies it.  Returns its slot, or -errno. */
static int take(struct reader *r, char *out, size_t n)
{
	struct io_uring_cqe *cqe;
	int rc = io_uring_submit_and_wait(&r->file.ring, 1);
	unsigned slot;
	size_t want;

	if (rc >= 0)
		rc = io_uring_peek_cqe(&r->file.ring, &cqe);
	if (rc < 0)
		return rc;
	slot = (unsigned)cqe->user_data;
	want = n - r->at[slot] < PIECE_BYTES ? n - r->at[slot] : PIECE_BYTES;
	rc = cqe->res;
	io_uring_cqe_seen(&r->file.ring, cqe);
	if (rc != (int)want)
		return rc < 0 ? rc : -EIO;
	memcpy(out + r->at[slot], r->file.memory + slot * PIECE_BYTES, want);
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
	.teardown = close_uring,
	.needs = "io_uring and O_DIRECT",
};
