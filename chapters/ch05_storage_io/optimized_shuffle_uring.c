/* SPDX-License-Identifier: MIT
 *
 * 64 requests in flight through io_uring, each a record with the blocks that
 * it touches, read past the page cache and copied to its place in the batch as
 * it arrives, in any order.
 * FLAGS: -D_GNU_SOURCE
 * LIBS: -luring
 * NEEDS: liburing.h
 */
#include "workload_shuffle.h"

#include "uring_file.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH 64
#define BLOCK ((size_t)4096) /* no block device asks for a larger alignment */

struct reader {
	struct uring_file file; /* its memory: DEPTH slots */
	size_t slot_bytes, record_bytes;
	int64_t want[DEPTH]; /* position in the batch */
};

static int setup(const struct aisp_io *io, void **state)
{
	struct reader *r = calloc(1, sizeof(*r));

	*state = r;
	if (!r)
		return -ENOMEM;
	r->file.ring.ring_fd = -1;
	r->record_bytes = (size_t)io->param[WORDS] * sizeof(int32_t);
	r->slot_bytes = (r->record_bytes / BLOCK + 2) * BLOCK;
	r->file.fd = open(io->in[0].path, O_RDONLY | O_DIRECT | O_CLOEXEC);
	if (r->file.fd < 0)
		return -ENOTSUP;
	r->file.memory = aligned_alloc(BLOCK, DEPTH * r->slot_bytes);
	if (!r->file.memory)
		return -ENOMEM;
	memset(r->file.memory, 0, DEPTH * r->slot_bytes);
	return io_uring_queue_init(DEPTH, &r->file.ring, 0) ? -ENOTSUP : 0;
}

static void ask(struct reader *r, unsigned slot, const int32_t *order, int64_t i)
{
	struct io_uring_sqe *sqe = io_uring_get_sqe(&r->file.ring);
	size_t at = (size_t)order[i] * r->record_bytes, first = at / BLOCK * BLOCK;
	size_t end = (at + r->record_bytes + BLOCK - 1) / BLOCK * BLOCK;

	r->want[slot] = i;
	io_uring_prep_read(sqe, r->file.fd, r->file.memory + slot * r->slot_bytes,
			   (unsigned)(end - first), first);
	io_uring_sqe_set_data64(sqe, slot);
}

/* Copies one record that has arrived.  Returns its slot, or -errno. */
static int take(struct reader *r, const struct aisp_io *io)
{
	const int32_t *order = (const int32_t *)io->in[1].data;
	struct io_uring_cqe *cqe;
	int rc = io_uring_submit_and_wait(&r->file.ring, 1);
	unsigned slot;
	size_t skip;

	if (rc >= 0)
		rc = io_uring_peek_cqe(&r->file.ring, &cqe);
	if (rc < 0)
		return rc;
	slot = (unsigned)cqe->user_data;
	rc = cqe->res;
	io_uring_cqe_seen(&r->file.ring, cqe);
	skip = (size_t)order[r->want[slot]] * r->record_bytes % BLOCK;
	if (rc < (int)(skip + r->record_bytes))
		return rc < 0 ? rc : -EIO;
	memcpy((char *)io->out[0].data + (size_t)r->want[slot] * r->record_bytes,
	       r->file.memory + slot * r->slot_bytes + skip, r->record_bytes);
	return (int)slot;
}

static int run(const struct aisp_io *io, void *state)
{
	struct reader *r = state;
	const int32_t *order = (const int32_t *)io->in[1].data;
	int64_t n = io->param[N], next = 0;
	unsigned n_flying = 0;

	while (n_flying < DEPTH && next < n)
		ask(r, n_flying++, order, next++);
	while (n_flying) {
		int slot = take(r, io);

		if (slot < 0)
			return slot;
		n_flying--;
		if (next < n) {
			ask(r, (unsigned)slot, order, next++);
			n_flying++;
		}
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "io_uring, O_DIRECT, 64 reads in flight",
	.setup = setup,
	.run = run,
	.teardown = close_uring,
	.needs = "io_uring and O_DIRECT",
};
