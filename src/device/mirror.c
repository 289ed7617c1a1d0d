/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "mirror.h"

#define CHUNK_BYTES ((size_t)128 << 10) /* a copy of less is all latency */
#define MAX_VIEWS   1024
#define DENSE       2 /* a view read to 1/DENSE is copied whole next time */

#ifndef UFFD_USER_MODE_ONLY
#define UFFD_USER_MODE_ONLY 1
#endif

/* Which device memory a range of addresses shows. */
struct view {
	size_t offset, n_bytes;
	uint64_t address;
	bool is_dense; /* half of it or more was read before it was sent back */
};

struct aisp_mirror {
	const struct aisp_device_ops *ops;
	struct aisp_device_state *device;
	char *base;
	size_t n_bytes;
	int fd;      /* userfaultfd; -1: copy all at once */
	int stop[2]; /* closing [1] ends the thread */
	bool has_thread;
	pthread_t thread;
	pthread_mutex_t lock; /* of views */
	int n_views;
	struct view views[MAX_VIEWS];
	char *bounce;               /* a chunk on its way */
	atomic_uchar *is_looked_at; /* by chunk, since the range was last shown */
	atomic_bool has_failed;
	struct aisp_err failure;
};

char *aisp_mirror_base(const struct aisp_mirror *m)
{
	return m->base;
}

size_t aisp_mirror_chunk_bytes(const struct aisp_mirror *m)
{
	(void)m;
	return CHUNK_BYTES;
}

/* The view at offset; false: there is none. */
static bool find_view(struct aisp_mirror *m, size_t offset, struct view *found)
{
	bool is_found = false;

	pthread_mutex_lock(&m->lock);
	for (int i = 0; i < m->n_views && !is_found; i++) {
		*found = m->views[i];
		is_found = offset >= found->offset &&
			   offset - found->offset < found->n_bytes;
	}
	pthread_mutex_unlock(&m->lock);
	return is_found;
}

/* A failed copy shows zeros: the comparison must not hang, and the run will end. */
static void copy_chunk(struct aisp_mirror *m, size_t offset)
{
	struct view v;

	for (size_t n, done = 0; done < CHUNK_BYTES; done += n) {
		n = CHUNK_BYTES - done;
		if (!find_view(m, offset + done, &v)) {
			memset(m->bounce + done, 0, n);
			return;
		}
		if (n > v.offset + v.n_bytes - (offset + done))
			n = v.offset + v.n_bytes - (offset + done);
		if (!m->ops->download(m->device, m->bounce + done,
				      v.address + (offset + done - v.offset), n,
				      &m->failure))
			continue;
		memset(m->bounce + done, 0, n);
		atomic_store(&m->has_failed, true);
	}
}

static void serve(struct aisp_mirror *m, size_t offset)
{
	struct uffdio_copy copy = { .dst = (uintptr_t)m->base + offset,
				    .src = (uintptr_t)m->bounce,
				    .len = CHUNK_BYTES };
	struct uffdio_range whole = { .start = copy.dst, .len = CHUNK_BYTES };

	if (atomic_load(&m->is_looked_at[offset / CHUNK_BYTES])) {
		ioctl(m->fd, UFFDIO_WAKE, &whole); /* two faults: it is there */
		return;
	}
	copy_chunk(m, offset);
	atomic_store(&m->is_looked_at[offset / CHUNK_BYTES], 1);
	ioctl(m->fd, UFFDIO_COPY, &copy);
}

static void *serve_faults(void *arg)
{
	struct aisp_mirror *m = arg;
	struct pollfd fds[2] = { { .fd = m->fd, .events = POLLIN },
				 { .fd = m->stop[0], .events = POLLIN } };
	struct uffd_msg msg;

	while (poll(fds, 2, -1) > 0 || errno == EINTR) {
		if (fds[1].revents)
			break;
		if (read(m->fd, &msg, sizeof(msg)) == sizeof(msg) &&
		    msg.event == UFFD_EVENT_PAGEFAULT)
			serve(m, (msg.arg.pagefault.address - (uintptr_t)m->base) /
					 CHUNK_BYTES * CHUNK_BYTES);
	}
	return NULL;
}

/* False if this kernel or container does not allow it. */
static bool begin_serving(struct aisp_mirror *m)
{
	struct uffdio_api api = { .api = UFFD_API };

	m->fd = (int)syscall(SYS_userfaultfd,
			     O_CLOEXEC | O_NONBLOCK | UFFD_USER_MODE_ONLY);
	if (m->fd < 0)
		return false;
	if (!ioctl(m->fd, UFFDIO_API, &api) && !pipe2(m->stop, O_CLOEXEC))
		m->has_thread = !pthread_create(&m->thread, NULL, serve_faults, m);
	if (m->has_thread)
		return true;
	close(m->fd);
	m->fd = -1;
	return false;
}

struct aisp_mirror *aisp_mirror_new(const struct aisp_open_device *d, size_t n_bytes,
				    struct aisp_err *err)
{
	struct aisp_mirror *m = calloc(1, sizeof(*m));
	void *base = mmap(NULL, n_bytes, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (!m || base == MAP_FAILED) {
		aisp_err_errno(err, "%zu bytes to look at device memory", n_bytes);
		if (base != MAP_FAILED)
			munmap(base, n_bytes);
		free(m);
		return NULL;
	}
	*m = (struct aisp_mirror){ .ops = d->ops,
				   .device = d->state,
				   .base = base,
				   .n_bytes = n_bytes,
				   .fd = -1,
				   .stop = { -1, -1 } };
	pthread_mutex_init(&m->lock, NULL);
	m->bounce = malloc(CHUNK_BYTES);
	m->is_looked_at = calloc(n_bytes / CHUNK_BYTES + 1, sizeof(*m->is_looked_at));
	if (!m->bounce || !m->is_looked_at) {
		aisp_err_errno(err, "memory for copies");
		aisp_mirror_free(m);
		return NULL;
	}
	begin_serving(m);
	return m;
}

void aisp_mirror_free(struct aisp_mirror *m)
{
	if (!m)
		return;
	if (m->stop[1] >= 0)
		close(m->stop[1]);
	if (m->has_thread)
		pthread_join(m->thread, NULL);
	if (m->stop[0] >= 0)
		close(m->stop[0]);
	munmap(m->base, m->n_bytes);
	if (m->fd >= 0)
		close(m->fd);
	pthread_mutex_destroy(&m->lock);
	free(m->is_looked_at);
	free(m->bounce);
	free(m);
}

static int set_view(struct aisp_mirror *m, const struct view *new, struct aisp_err *err)
{
	int i = 0;

	pthread_mutex_lock(&m->lock);
	while (i < m->n_views && m->views[i].offset != new->offset)
		i++;
	if (i < MAX_VIEWS) {
		bool is_dense = i < m->n_views && m->views[i].is_dense;

		m->views[i] = *new;
		m->views[i].is_dense = is_dense;
		m->n_views += i == m->n_views;
	}
	pthread_mutex_unlock(&m->lock);
	return i < MAX_VIEWS ? 0 : aisp_err_set(err, "more than %d tensors", MAX_VIEWS);
}

static size_t bytes_of(const struct aisp_piece *p, int n)
{
	size_t sum = 0;

	for (int i = 0; i < n; i++)
		sum += p[i].n_bytes;
	return (sum + CHUNK_BYTES - 1) / CHUNK_BYTES * CHUNK_BYTES;
}

/* Copies all at once if there is no thread that serves faults. */
static int download_all(struct aisp_mirror *m, size_t offset,
			const struct aisp_piece *p, int n, struct aisp_err *err)
{
	for (int i = 0; i < n; i++) {
		if (m->ops->download(m->device, m->base + offset, p[i].address,
				     p[i].n_bytes, err))
			return -1;
		offset += p[i].n_bytes;
	}
	return 0;
}

static int set_views(struct aisp_mirror *m, size_t offset, const struct aisp_piece *p,
		     int n, struct aisp_err *err)
{
	for (int i = 0; i < n; i++) {
		const struct view v = { offset, p[i].n_bytes, p[i].address };

		if (set_view(m, &v, err))
			return -1;
		offset += p[i].n_bytes;
	}
	return 0;
}

static void set_looked_at(struct aisp_mirror *m, size_t offset, size_t n_bytes,
			  unsigned char is_it)
{
	for (size_t k = 0; k < n_bytes / CHUNK_BYTES; k++)
		atomic_store(&m->is_looked_at[offset / CHUNK_BYTES + k], is_it);
}

static bool is_dense(struct aisp_mirror *m, size_t offset)
{
	struct view v;

	return find_view(m, offset, &v) && v.is_dense;
}

/* Ends faults in this range: its pages stay, also for later views of it. */
static int show_all(struct aisp_mirror *m, size_t offset, const struct aisp_piece *p,
		    int n_pieces, struct aisp_err *err)
{
	size_t n_bytes = bytes_of(p, n_pieces);
	struct uffdio_range range = { (uintptr_t)m->base + offset, n_bytes };

	if (ioctl(m->fd, UFFDIO_UNREGISTER, &range))
		return aisp_err_errno(err, "look at all of a tensor");
	set_looked_at(m, offset, n_bytes, 1);
	return download_all(m, offset, p, n_pieces, err);
}

static int show_on_demand(struct aisp_mirror *m, size_t offset, size_t n_bytes,
			  struct aisp_err *err)
{
	struct uffdio_register reg = { .range = { (uintptr_t)m->base + offset,
						  n_bytes },
				       .mode = UFFDIO_REGISTER_MODE_MISSING };

	if (ioctl(m->fd, UFFDIO_REGISTER, &reg) ||
	    madvise(m->base + offset, n_bytes, MADV_DONTNEED))
		return aisp_err_errno(err, "look at device memory");
	set_looked_at(m, offset, n_bytes, 0);
	return 0;
}

int aisp_mirror_show(struct aisp_mirror *m, size_t offset, const struct aisp_piece *p,
		     int n_pieces, struct aisp_err *err)
{
	if (m->fd < 0)
		return download_all(m, offset, p, n_pieces, err);
	if (set_views(m, offset, p, n_pieces, err))
		return -1;
	return is_dense(m, offset)
		       ? show_all(m, offset, p, n_pieces, err)
		       : show_on_demand(m, offset, bytes_of(p, n_pieces), err);
}

static bool is_seen(const struct aisp_mirror *m, size_t at)
{
	return m->fd < 0 || atomic_load(&m->is_looked_at[at / CHUNK_BYTES]);
}

/* The end of the run of chunks from `at` on that were all read, or all not. */
static size_t stretch_end(const struct aisp_mirror *m, size_t at, size_t end)
{
	bool is_it = is_seen(m, at);

	do
		at = (at / CHUNK_BYTES + 1) * CHUNK_BYTES;
	while (at < end && is_seen(m, at) == is_it);
	return at < end ? at : end;
}

/* Adds the bytes that it sends to *n_sent. */
static int send_piece(struct aisp_mirror *m, size_t offset, const struct aisp_piece *p,
		      size_t *n_sent, struct aisp_err *err)
{
	size_t end = offset + p->n_bytes;

	for (size_t next, at = offset; at < end; at = next) {
		next = stretch_end(m, at, end);
		if (!is_seen(m, at))
			continue;
		*n_sent += next - at;
		if (m->ops->upload(m->device, p->address + (at - offset), m->base + at,
				   next - at, err))
			return -1;
	}
	return 0;
}

static void note_dense(struct aisp_mirror *m, size_t offset)
{
	pthread_mutex_lock(&m->lock);
	for (int i = 0; i < m->n_views; i++)
		m->views[i].is_dense |= m->views[i].offset == offset;
	pthread_mutex_unlock(&m->lock);
}

int aisp_mirror_send(struct aisp_mirror *m, size_t offset, const struct aisp_piece *p,
		     int n_pieces, struct aisp_err *err)
{
	int rc = aisp_mirror_check(m, err);
	size_t n_sent = 0, at = offset;

	for (int i = 0; i < n_pieces && !rc; i++) {
		rc = send_piece(m, at, &p[i], &n_sent, err);
		at += p[i].n_bytes;
	}
	if (DENSE * n_sent >= at - offset)
		note_dense(m, offset);
	return rc;
}

int aisp_mirror_check(struct aisp_mirror *m, struct aisp_err *err)
{
	if (!atomic_exchange(&m->has_failed, false))
		return 0;
	return aisp_err_set(err, "%s", m->failure.msg);
}
