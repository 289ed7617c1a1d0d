/* SPDX-License-Identifier: MIT
 *
 * Which CPU reads what to evict, on a machine that a tree of files describes, with two
 * caches for two CPUs each.  Parts are only noted here, not read.
 */
#include <pthread.h>
#include <stdio.h>

#include "device/evict.h"
#include "device/flush.h"
#include "machine_tree.h"
#include "tap.h"

#define MIB     ((size_t)1 << 20)
#define SHARED  (32 * MIB)
#define PRIVATE (20 * MIB)
#define MOST    64

static struct part {
	const char *from;
	size_t n_bytes;
} parts[MOST];
static int n_parts;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* Replaces the function of src/device/flush.c. */
void aisp_touch(const void *data, size_t n_bytes)
{
	pthread_mutex_lock(&mutex);
	if (n_parts < MOST)
		parts[n_parts++] = (struct part){ data, n_bytes };
	pthread_mutex_unlock(&mutex);
}

static void describe(void)
{
	static const char cpus[] = "/sys/devices/system/cpu";
	static const char *const shared[] = { "0-1", "0-1", "2-3", "2-3" };
	char path[128];

	tree_put("/sys/devices/system/cpu/cpu0/cache/index0/size", "48K\n");
	tree_put("/sys/devices/system/cpu/cpu0/cache/index2/size", "20480K\n");
	tree_put("/sys/devices/system/cpu/cpu0/cache/index3/size", "32768K\n");
	for (int cpu = 0; cpu < 4; cpu++) {
		snprintf(path, sizeof(path), "%s/cpu%d/cache/index3/shared_cpu_list",
			 cpus, cpu);
		tree_put(path, shared[cpu]);
	}
}

static cpu_set_t set_of(unsigned bits)
{
	cpu_set_t s;

	CPU_ZERO(&s);
	for (int cpu = 0; cpu < 8; cpu++)
		if (bits >> cpu & 1)
			CPU_SET(cpu, &s);
	return s;
}

static void evict(unsigned cpus, unsigned helpers)
{
	const cpu_set_t a = set_of(cpus), b = set_of(helpers);

	n_parts = 0;
	aisp_evict(&a, &b);
}

/* The number of parts that contain byte `at` of the memory that is read. */
static int n_cover(size_t at)
{
	const char *first = parts[0].from;
	int n = 0;

	for (int i = 0; i < n_parts; i++)
		first = parts[i].from < first ? parts[i].from : first;
	for (int i = 0; i < n_parts; i++)
		n += first + at >= parts[i].from &&
		     first + at < parts[i].from + parts[i].n_bytes;
	return n;
}

static int least_cover(void)
{
	int least = MOST;

	for (size_t at = 0; at < 2 * SHARED; at += MIB)
		least = n_cover(at) < least ? n_cover(at) : least;
	return least;
}

static int n_of(size_t n_bytes)
{
	int n = 0;

	for (int i = 0; i < n_parts; i++)
		n += parts[i].n_bytes == n_bytes;
	return n;
}

int main(void)
{
	struct aisp_err err;

	tree_make();
	describe();
	ok(!aisp_evictor_init(&err), "there is memory to read");
	evict(1, 1);
	ok(n_parts == 1 && n_of(2 * SHARED) == 1, "alone a CPU reads all of it");
	evict(1, 0xf);
	ok(n_parts == 2 && least_cover() == 1,
	   "who shares the cache reads the other half, and nobody else reads");
	ok(n_of(2 * PRIVATE) == 1 && n_of(SHARED) == 1,
	   "but for its own caches the CPU reads more than half");
	evict(5, 0xf);
	ok(n_parts == 4 && least_cover() == 2, "each of two caches is filled");
	evict(3, 0);
	ok(n_parts == 2 && n_of(2 * PRIVATE) == 2 && least_cover() == 1,
	   "two CPUs of a cache share the work");
	evict(1 << 5, 0xff);
	ok(n_parts == 1 && n_of(2 * SHARED) == 1,
	   "a CPU of which nothing is known reads all");
	evict(0, 0xf);
	ok(n_parts == 0, "without a worker's CPU nothing is read");
	tree_remove();
	return done();
}
