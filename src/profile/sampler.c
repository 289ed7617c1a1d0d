/* SPDX-License-Identifier: MIT
 *
 * sampler.c - an inherited event needs a fixed CPU to have a buffer: one event and one
 * buffer per CPU; one thread empties all of them.
 */
#include <asm/perf_regs.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "counters.h"
#include "sampler.h"
#include "unwind.h"

#define RING_BYTES      ((size_t)512 << 10) /* what a user may lock for each CPU */
#define RECORDING_BYTES ((size_t)512 << 20)
#define PATIENCE_MS     10

struct ring {
	int fd;
	char *map; /* a page of struct perf_event_mmap_page, then RING_BYTES */
};

struct aisp_sampler {
	pthread_t reader;
	_Atomic int is_stopped;
	int is_running;
	size_t page_bytes;
	int n_rings;
	struct ring *rings;
	struct pollfd *polls;
	struct aisp_recording recording;
};

static int open_event(int cpu)
{
	struct perf_event_attr a = {
		.size = sizeof(a),
		.type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_CPU_CLOCK,
		.freq = 1,
		.sample_freq = AISP_SAMPLER_HZ,
		.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
			       PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER,
		.sample_regs_user = AISP_UNWIND_REGS,
		.sample_stack_user = AISP_SAMPLER_STACK_BYTES,
		.disabled = 1,
		.inherit = 1,
		.enable_on_exec = 1,
		.exclude_kernel = 1,
		.exclude_hv = 1,
		.mmap = 1,
		.mmap2 = 1,
		.watermark = 1,
		.wakeup_watermark = RING_BYTES / 8,
		.use_clockid = 1,
		.clockid = CLOCK_MONOTONIC_RAW, /* the judge's */
	};

	return (int)syscall(SYS_perf_event_open, &a, 0, cpu, -1, PERF_FLAG_FD_CLOEXEC);
}

/* Room for n more bytes. */
static int reserve(struct aisp_recording *r, size_t n)
{
	size_t cap = r->cap_bytes ? r->cap_bytes : (size_t)1 << 20;
	char *bytes;

	while (cap < r->n_bytes + n)
		cap *= 2;
	if (cap == r->cap_bytes)
		return 0;
	if (cap > RECORDING_BYTES)
		return -1;
	bytes = realloc(r->bytes, cap);
	if (!bytes)
		return -1;
	r->bytes = bytes;
	r->cap_bytes = cap;
	return 0;
}

/* What lies in the ring between two positions that only grow. */
static void copy_out(struct aisp_recording *r, const char *data, uint64_t from,
		     uint64_t to)
{
	size_t n = (size_t)(to - from), at = (size_t)(from % RING_BYTES);
	size_t first = n < RING_BYTES - at ? n : RING_BYTES - at;

	if (reserve(r, n)) {
		r->n_lost += n / (AISP_SAMPLER_STACK_BYTES + 256);
		return;
	}
	memcpy(r->bytes + r->n_bytes, data + at, first);
	memcpy(r->bytes + r->n_bytes + first, data, n - first);
	r->n_bytes += n;
}

static void empty(struct aisp_sampler *s)
{
	for (int i = 0; i < s->n_rings; i++) {
		struct perf_event_mmap_page *page =
			(struct perf_event_mmap_page *)s->rings[i].map;
		uint64_t head = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);

		copy_out(&s->recording, s->rings[i].map + s->page_bytes,
			 page->data_tail, head);
		__atomic_store_n(&page->data_tail, head, __ATOMIC_RELEASE);
	}
}

static void *read_rings(void *arg)
{
	struct aisp_sampler *s = arg;

	while (!s->is_stopped) {
		poll(s->polls, (nfds_t)s->n_rings, PATIENCE_MS);
		empty(s);
	}
	empty(s);
	return NULL;
}

static int open_ring(struct aisp_sampler *s, int cpu, struct aisp_err *err)
{
	struct ring *ring = &s->rings[s->n_rings];
	char why[200];

	ring->fd = open_event(cpu);
	if (ring->fd < 0 && errno == ENODEV)
		return 0; /* the CPU is offline */
	if (ring->fd < 0) {
		aisp_counters_explain(errno, why, sizeof(why));
		return aisp_err_set(err, "no samples: %s", why);
	}
	ring->map = mmap(NULL, s->page_bytes + RING_BYTES, PROT_READ | PROT_WRITE,
			 MAP_SHARED, ring->fd, 0);
	if (ring->map == MAP_FAILED) {
		aisp_err_errno(err,
			       "no samples: buffer for CPU %d (as root: sysctl "
			       "kernel.perf_event_mlock_kb=2048)",
			       cpu);
		close(ring->fd);
		return -1;
	}
	s->polls[s->n_rings++] = (struct pollfd){ .fd = ring->fd, .events = POLLIN };
	return 0;
}

static int open_rings(struct aisp_sampler *s, struct aisp_err *err)
{
	long n = sysconf(_SC_NPROCESSORS_CONF);
	int code;

	s->page_bytes = (size_t)sysconf(_SC_PAGESIZE);
	s->rings = calloc((size_t)n, sizeof(*s->rings));
	s->polls = calloc((size_t)n, sizeof(*s->polls));
	if (!s->rings || !s->polls)
		return aisp_err_errno(err, "memory for %ld buffers", n);
	for (int cpu = 0; cpu < n; cpu++)
		if (open_ring(s, cpu, err))
			return -1;
	code = pthread_create(&s->reader, NULL, read_rings, s);
	if (code)
		return aisp_err_set(err, "no samples: thread: %s", strerror(code));
	s->is_running = 1;
	return 0;
}

struct aisp_sampler *aisp_sampler_new(struct aisp_err *err)
{
	struct aisp_sampler *s = calloc(1, sizeof(*s));

	if (!s) {
		aisp_err_errno(err, "memory for a sampler");
		return NULL;
	}
	if (open_rings(s, err)) {
		aisp_sampler_free(s, NULL);
		return NULL;
	}
	return s;
}

/* Counts the samples for which the kernel had no room. */
static void count_lost(struct aisp_recording *r)
{
	const struct perf_event_header *h;
	uint64_t n_lost;

	for (size_t at = 0; at + sizeof(*h) <= r->n_bytes; at += h->size) {
		h = (const struct perf_event_header *)(r->bytes + at);
		if (h->size < sizeof(*h))
			return;
		if (h->type != PERF_RECORD_LOST || at + h->size > r->n_bytes)
			continue;
		memcpy(&n_lost, (const char *)(h + 1) + 8, sizeof(n_lost));
		r->n_lost += n_lost;
	}
}

void aisp_sampler_free(struct aisp_sampler *s, struct aisp_recording *r)
{
	if (r)
		memset(r, 0, sizeof(*r));
	if (!s)
		return;
	s->is_stopped = 1;
	if (s->is_running)
		pthread_join(s->reader, NULL);
	for (int i = 0; i < s->n_rings; i++) {
		munmap(s->rings[i].map, s->page_bytes + RING_BYTES);
		close(s->rings[i].fd);
	}
	count_lost(&s->recording);
	if (r)
		*r = s->recording;
	else
		aisp_recording_release(&s->recording);
	free(s->rings);
	free(s->polls);
	free(s);
}

void aisp_recording_release(struct aisp_recording *r)
{
	free(r->bytes);
	memset(r, 0, sizeof(*r));
}
