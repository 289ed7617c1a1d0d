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

#ifndef UFFD_USER_MODE_ONLY
#define UFFD_USER_MODE_ONLY 1
#endif

/* What a range shows. */
struct view {
	size_t offset, n_bytes;
	uint64_t address;
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
	atomic_uchar *is_looked_at; /* by chunk, since it was shown */
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

static bool find_address(struct aisp_mirror *m, size_t offset, uint64_t *address)
{
	bool is_found = false;

	pthread_mutex_lock(&m->lock);
	for (int i = 0; i < m->n_views && !is_found; i++) {
		const struct view *v = &m->views[i];

		is_found = offset >= v->offset && offset - v->offset < v->n_bytes;
		*address = v->address + (offset - v->offset);
	}
	pthread_mutex_unlock(&m->lock);
	return is_found;
}

/* A failed copy shows zeros: the comparison must not hang, and the run will end. */
static void serve(struct aisp_mirror *m, size_t offset)
{
	struct uffdio_copy copy = { .dst = (uintptr_t)m->base + offset,
				    .src = (uintptr_t)m->bounce,
				    .len = CHUNK_BYTES };
	struct uffdio_range whole = { .start = copy.dst, .len = CHUNK_BYTES };
	uint64_t address = 0;

	if (atomic_load(&m->is_looked_at[offset / CHUNK_BYTES])) {
		ioctl(m->fd, UFFDIO_WAKE, &whole); /* two came at once: it is there */
		return;
	}
	if (!find_address(m, offset, &address)) {
		memset(m->bounce, 0, CHUNK_BYTES);
	} else if (m->ops->download(m->device, m->bounce, address, CHUNK_BYTES,
				    &m->failure)) {
		memset(m->bounce, 0, CHUNK_BYTES);
		atomic_store(&m->has_failed, true);
	}
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

/* False where this kernel or container does not let us. */
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
		free(m);
		return NULL;
	}
	*m = (struct aisp_mirror){ .ops = d->ops,
				   .device = d->state,
				   .base = base,
				   .n_bytes = n_bytes,
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
		m->views[i] = *new;
		m->n_views += i == m->n_views;
	}
	pthread_mutex_unlock(&m->lock);
	return i < MAX_VIEWS ? 0 : aisp_err_set(err, "more than %d tensors", MAX_VIEWS);
}

int aisp_mirror_show(struct aisp_mirror *m, size_t offset, uint64_t address,
		     size_t n_bytes, struct aisp_err *err)
{
	const struct view v = { offset, n_bytes, address };
	struct uffdio_register reg = { .range = { (uintptr_t)m->base + offset,
						  n_bytes },
				       .mode = UFFDIO_REGISTER_MODE_MISSING };

	if (m->fd < 0)
		return m->ops->download(m->device, m->base + offset, address, n_bytes,
					err);
	if (set_view(m, &v, err))
		return -1;
	if (ioctl(m->fd, UFFDIO_REGISTER, &reg) ||
	    madvise(m->base + offset, n_bytes, MADV_DONTNEED))
		return aisp_err_errno(err, "look at device memory");
	for (size_t k = 0; k < n_bytes / CHUNK_BYTES; k++)
		atomic_store(&m->is_looked_at[offset / CHUNK_BYTES + k], 0);
	return 0;
}

/* Of n chunks, as many as are like the first: all were looked at, or none was. */
static size_t run_of(const atomic_uchar *is_looked_at, size_t n)
{
	bool is_first = atomic_load(&is_looked_at[0]);
	size_t k = 1;

	while (k < n && (bool)atomic_load(&is_looked_at[k]) == is_first)
		k++;
	return k;
}

int aisp_mirror_send(struct aisp_mirror *m, size_t offset, uint64_t address,
		     size_t n_bytes, struct aisp_err *err)
{
	const atomic_uchar *is_looked_at = m->is_looked_at + offset / CHUNK_BYTES;
	int rc = aisp_mirror_check(m, err);

	if (m->fd < 0)
		return m->ops->upload(m->device, address, m->base + offset, n_bytes,
				      err);
	for (size_t k = 0, n; k < n_bytes / CHUNK_BYTES && !rc; k += n) {
		n = run_of(is_looked_at + k, n_bytes / CHUNK_BYTES - k);
		if (atomic_load(&is_looked_at[k]))
			rc = m->ops->upload(m->device, address + k * CHUNK_BYTES,
					    m->base + offset + k * CHUNK_BYTES,
					    n * CHUNK_BYTES, err);
	}
	return rc;
}

int aisp_mirror_check(struct aisp_mirror *m, struct aisp_err *err)
{
	if (!atomic_exchange(&m->has_failed, false))
		return 0;
	return aisp_err_set(err, "%s", m->failure.msg);
}
