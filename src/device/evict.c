/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/thread_on.h"
#include "evict.h"
#include "flush.h"
#include "machine/sysfile.h"

#define LINE_BYTES     64
#define EVICTION_LEAST ((size_t)16 << 20)
#define EVICTION_MOST  ((size_t)512 << 20)
#define N_CACHES       6
#define N_SHARING      8 /* as many readers as the memory behind a cache can serve */

/* The largest cache of CPU 0 and the largest of its others, as the kernel says; -1, 0
 * and 0 if it has none. */
struct caches {
	int last;
	size_t last_bytes, private_bytes;
};

/* One CPU's part of the evictor. */
struct reader {
	int cpu, owner;
	bool is_helper;
	const char *from;
	size_t n_bytes;
	pthread_t thread;
	bool has_thread;
};

/* Written once: pages that were never written are all one page, which stays cached. */
static char *evictor;
static size_t evictor_bytes;
static struct caches caches;
static int owners[CPU_SETSIZE]; /* CPUs, from 1 on; 0: not asked for yet */
static struct reader readers[CPU_SETSIZE];

static size_t cache_bytes(int index)
{
	char path[96], text[64];
	size_t kib = 0;

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu0/cache/index%d/size",
		 index);
	if (aisp_sys_read(path, text, sizeof(text)) || sscanf(text, "%zuK", &kib) != 1)
		return 0;
	return kib << 10;
}

static struct caches find_caches(void)
{
	struct caches c = { .last = -1 };

	for (int index = 0; index < N_CACHES; index++) {
		size_t bytes = cache_bytes(index);

		if (bytes > c.last_bytes)
			c = (struct caches){ index, bytes, c.last_bytes };
		else if (bytes > c.private_bytes)
			c.private_bytes = bytes;
	}
	return c;
}

int aisp_evictor_init(struct aisp_err *err)
{
	size_t bytes;

	if (evictor)
		return 0;
	caches = find_caches();
	bytes = 2 * caches.last_bytes;
	bytes = bytes < EVICTION_MOST ? bytes : EVICTION_MOST;
	evictor_bytes = bytes > EVICTION_LEAST ? bytes : EVICTION_LEAST;
	evictor = malloc(evictor_bytes);
	if (!evictor)
		return aisp_err_errno(err, "%zu bytes", evictor_bytes);
	memset(evictor, 1, evictor_bytes);
	return 0;
}

/* The first of the CPUs that share this one's largest cache; itself if the kernel does
 * not say. */
static int owner_of(int cpu)
{
	char path[96], text[256];
	int owner = cpu;

	if (owners[cpu])
		return owners[cpu] - 1;
	snprintf(path, sizeof(path),
		 "/sys/devices/system/cpu/cpu%d/cache/index%d/shared_cpu_list", cpu,
		 caches.last);
	if (aisp_sys_read(path, text, sizeof(text)) || sscanf(text, "%d", &owner) != 1)
		owner = cpu;
	owners[cpu] = owner + 1;
	return owner;
}

static int count_readers(int n, int owner)
{
	int count = 0;

	for (int i = 0; i < n; i++)
		count += readers[i].owner == owner;
	return count;
}

static int list_readers(const cpu_set_t *cpus, const cpu_set_t *helpers)
{
	int n = 0;

	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, cpus))
			readers[n++] =
				(struct reader){ .cpu = cpu, .owner = owner_of(cpu) };
	for (int cpu = 0; cpu < CPU_SETSIZE && n; cpu++) {
		int count;

		if (!CPU_ISSET(cpu, helpers) || CPU_ISSET(cpu, cpus))
			continue;
		count = count_readers(n, owner_of(cpu));
		if (count && count < N_SHARING)
			readers[n++] = (struct reader){ .cpu = cpu,
							.owner = owner_of(cpu),
							.is_helper = true };
	}
	return n;
}

/* Part i of n in whole lines; unless a helper's, at least twice its private caches. */
static void give_part(struct reader *r, size_t i, size_t n)
{
	size_t lines = evictor_bytes / LINE_BYTES;
	size_t from = lines * i / n * LINE_BYTES;
	size_t n_bytes = lines * (i + 1) / n * LINE_BYTES - from;
	size_t least = r->is_helper ? 0 : 2 * caches.private_bytes;

	n_bytes = n_bytes > least ? n_bytes : least;
	n_bytes = n_bytes < evictor_bytes ? n_bytes : evictor_bytes;
	from = from + n_bytes < evictor_bytes ? from : evictor_bytes - n_bytes;
	r->from = evictor + from;
	r->n_bytes = n_bytes;
}

static void *read_part(void *arg)
{
	const struct reader *r = arg;

	aisp_touch(r->from, r->n_bytes);
	return NULL;
}

/* Read on the reader's CPU, or on this one if no thread can be started. */
static void start(struct reader *r)
{
	cpu_set_t there;

	CPU_ZERO(&there);
	CPU_SET(r->cpu, &there);
	r->has_thread = aisp_thread_on(&r->thread, &there, read_part, r);
	if (!r->has_thread)
		read_part(r);
}

void aisp_evict(const cpu_set_t *cpus, const cpu_set_t *helpers)
{
	int n = list_readers(cpus, helpers);

	for (int i = 0; i < n; i++)
		give_part(&readers[i], (size_t)count_readers(i, readers[i].owner),
			  (size_t)count_readers(n, readers[i].owner));
	for (int i = 0; i < n; i++)
		start(&readers[i]);
	for (int i = 0; i < n; i++)
		if (readers[i].has_thread)
			pthread_join(readers[i].thread, NULL);
}
