/* SPDX-License-Identifier: MIT
 *
 * The conditions of a launch: libraries, clocks, the worker's process.
 */
#include <dirent.h>
#include <limits.h>
#include <linux/io_uring.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "judge/launch_conditions.h"
#include "probes/builds.h"
#include "probes/cpu_clock.h"
#include "probes/numa_nodes.h"
#include "tap.h"

static void keep_libc(const char *path, void *libc)
{
	if (strstr(path, "/libc.so"))
		snprintf(libc, PATH_MAX, "%s", path);
}

static void test_builds(void)
{
	char libc[PATH_MAX] = "";
	struct aisp_view v = AISP_VIEW_CLOSED;
	struct aisp_build found[64];
	int n, has_libc = 0;

	ok(aisp_builds_read(&v, "/a", found, 64) == -1, "nothing was opened");
	aisp_view_open(&v, getpid());
	n = aisp_builds_read(&v, "/a", found, 64);
	for (int i = 0; i < n; i++)
		has_libc |=
			!strcmp(found[i].name, "libc.so") && strlen(found[i].id) == 40;
	ok(has_libc, "the C library, with the linker's build id");
	ok(aisp_builds_read(&v, "/a", found, 1) == 1, "no more than asked for");
	ok(aisp_builds_read(&v, "/", found, 64) == n, "a folder is no library");
	ok(!aisp_view_objects(&v, keep_libc, libc) &&
		   aisp_builds_read(&v, libc, found, 64) == n - 1,
	   "what was excepted is left out");
	aisp_view_close(&v);
}

static void test_probes(void)
{
	struct aisp_process p;
	char page[8192] = "";

	aisp_process_read(&p, getpid());
	ok(p.is_traced == 0 && p.priority >= 0 && p.priority <= 39, "not traced");
	ok(p.address_bytes > 1e5 && p.cpu >= 0, "addresses and CPU");
	aisp_process_read(&p, -1);
	ok(isnan(p.is_traced) && isnan(p.priority) && isnan(p.cpu), "no such process");
	ok(isnan(aisp_process_delay_ns(-1)), "it waits for no CPU");
	ok(!(aisp_cpu_cycles_per_tick() <= 0), "a clock");
	ok(!(aisp_clock_ns_per_tick() <= 0), "and its rate");
	ok(!(aisp_remote_share(page, sizeof(page), 0) > 1), "a share of pages");
}

#define OWN_BYTES   (1 << 19)
#define GROWN_BYTES (1 << 20)

/* Returns what is at the far end of so much stack. */
static __attribute__((noinline)) int grow_stack(void)
{
	volatile char far[GROWN_BYTES];

	far[0] = 1;
	return far[0];
}

/* As large as before: the stack has grown by what was unmapped, or by more. */
static void test_unmapped(void)
{
	void *own =
		mmap(NULL, OWN_BYTES, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct aisp_process before, after;

	aisp_process_read(&before, getpid());
	munmap(own, OWN_BYTES);
	ok(grow_stack(), "a larger stack");
	aisp_process_read(&after, getpid());
	ok(before.address_bytes - after.address_bytes == OWN_BYTES,
	   "it does not hide what was unmapped");
}

/* Reads from an empty pipe by io_uring, so that a kernel thread waits. */
static int begin_waiting_read(void)
{
	static char byte;
	struct io_uring_params p = { 0 };
	int ends[2], fd = (int)syscall(SYS_io_uring_setup, 1, &p);
	char *ring;
	struct io_uring_sqe *entry;

	if (fd < 0 || pipe(ends))
		return -1;
	ring = mmap(NULL, p.sq_off.array + sizeof(uint32_t), PROT_READ | PROT_WRITE,
		    MAP_SHARED, fd, IORING_OFF_SQ_RING);
	entry = mmap(NULL, sizeof(*entry), PROT_READ | PROT_WRITE, MAP_SHARED, fd,
		     IORING_OFF_SQES);
	if (ring == MAP_FAILED || entry == MAP_FAILED)
		return -1;
	*entry = (struct io_uring_sqe){ .opcode = IORING_OP_READ,
					.flags = IOSQE_ASYNC,
					.fd = ends[0],
					.addr = (uintptr_t)&byte,
					.len = 1 };
	*(uint32_t *)(void *)(ring + p.sq_off.array) = 0;
	__atomic_store_n((uint32_t *)(void *)(ring + p.sq_off.tail), 1,
			 __ATOMIC_RELEASE);
	return syscall(SYS_io_uring_enter, fd, 1, 0, 0, NULL, 0) == 1 ? 0 : -1;
}

static int n_tasks(void)
{
	DIR *dir = opendir("/proc/self/task");
	int n = -2; /* skips . and .. */

	while (dir && readdir(dir))
		n++;
	if (dir)
		closedir(dir);
	return n;
}

static void test_io_workers(void)
{
	struct aisp_process p = { 0 };

	if (begin_waiting_read())
		return ok(1, "who waits for a file: no io_uring here # SKIP");
	for (int i = 0; i < 1000 && n_tasks() < 2; i++)
		usleep(1000);
	aisp_process_read(&p, getpid());
	ok(n_tasks() > 1 && p.n_threads == 1, "who waits for a file is no thread");
}

int main(void)
{
	test_builds();
	test_probes();
	test_unmapped();
	test_io_workers();
	return done();
}
