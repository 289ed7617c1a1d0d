/* SPDX-License-Identifier: MIT
 *
 * The two filters of system calls, each installed in a child that then tries
 * one call: the kernel lets it through, refuses it, or kills the child.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <aisp/workload.h>

#include "device/device.h"
#include "device/layout.h"
#include "judge/filter.h"
#include "tap.h"

enum filter { LOAD, RUN };

#define OVER    (MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED)
#define AN_MPI  (1u << 31) /* beside enum aisp_uses */
#define LINKED  (1u << 30)
#define COUNTED (1u << 29) /* memory is judged */
#define A_GPU   (1u << 28)
#define MOVES   (A_GPU | AISP_USES_MANAGED)

static int install(enum filter which, int n_threads, unsigned uses)
{
	static struct aisp_filter f;
	struct sock_fprog program;
	const struct aisp_needs n = { .n_threads = n_threads,
				      .uses = uses & (A_GPU - 1),
				      .driver = uses & A_GPU ? aisp_device_cuda.driver
							     : NULL,
				      .is_counted = uses & COUNTED,
				      .has_links = uses & LINKED,
				      .meets = uses & AN_MPI ? AISP_MEETS_MPI : 0 };
	int rc = which == LOAD ? aisp_filter_load(&f, &n, NULL)
			       : aisp_filter_run(&f, &n, NULL);

	program.len = (unsigned short)f.n;
	program.filter = (struct sock_filter *)(void *)f.code;
	return rc || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	       syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}

static bool can_be_made(void)
{
	static struct aisp_filter f;
	const struct aisp_needs n = { .n_threads = 1 };
	struct aisp_err err;

	return !aisp_filter_load(&f, &n, &err) && !aisp_filter_run(&f, &n, &err);
}

static void *nothing(void *arg)
{
	return arg;
}

enum { N_SMALL = 4000 };

static void *held[N_SMALL]; /* until the child ends */

/* Returns 0 or -errno. */
static int try_alloc(void)
{
	held[0] = malloc(1 << 20);
	return held[0] ? 0 : -ENOMEM;
}

static int try_small_alloc(void)
{
	for (int i = 0; i < N_SMALL; i++) {
		held[i] = malloc(100);
		if (!held[i])
			return -ENOMEM;
	}
	return 0;
}

static int try_map(int prot, int flags, int fd)
{
	return mmap(NULL, 4096, prot, flags, fd, 0) == MAP_FAILED ? -errno : 0;
}

static int try_executable(void)
{
	return try_map(PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1);
}

static int try_map_file(void)
{
	return try_map(PROT_READ, MAP_SHARED, 0);
}

static int try_protect(void)
{
	static char page[8192] __attribute__((aligned(4096)));

	return mprotect(page, 4096, PROT_READ | PROT_EXEC) ? -errno : 0;
}

static int try_thread(void)
{
	pthread_t t;
	int rc = pthread_create(&t, NULL, nothing, NULL);

	return rc ? -rc : -pthread_join(t, NULL);
}

static int try_fork(void)
{
	pid_t pid = (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);

	if (!pid)
		_exit(0);
	return pid < 0 ? -errno : 0;
}

static int try_open(const char *path, int flags)
{
	return open(path, flags, 0600) < 0 ? -errno : 0;
}

static int try_read(void)
{
	return try_open("/dev/null", O_RDONLY);
}

static int try_write(void)
{
	return try_open("/dev/null", O_WRONLY);
}

static int try_read_write(void)
{
	return try_open("/dev/null", O_RDWR);
}

static int try_empty(void)
{
	return try_open("/dev/null", O_RDONLY | O_TRUNC);
}

static int try_create(void)
{
	return try_open("/no/such", O_WRONLY | O_CREAT);
}

static int try_affinity(void)
{
	cpu_set_t set;

	return sched_getaffinity(0, sizeof(set), &set) ||
			       sched_setaffinity(0, sizeof(set), &set)
		       ? -errno
		       : 0;
}

static int try_ioctl(void)
{
	return syscall(SYS_ioctl, 0, 0, 0) ? -errno : 0;
}

static int try_name(void)
{
	return prctl(PR_SET_NAME, "x") ? -errno : 0;
}

#define CALL(name, ...)                                                                \
	static int try_##name(void)                                                    \
	{                                                                              \
		return syscall(__VA_ARGS__) < 0 ? -errno : 0;                          \
	}
CALL(own_limit, SYS_prlimit64, 0, RLIMIT_AS, NULL, NULL)
CALL(limit_of_other, SYS_prlimit64, 1, RLIMIT_AS, NULL, NULL)
CALL(affinity_of_other, SYS_sched_setaffinity, 1, 0, NULL)
CALL(signal_thread, SYS_tgkill, 1, 1, 0)
CALL(own_filter, SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &errno)
CALL(plans_filter, SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0,
     AISP_PLAN_ADDRESS + offsetof(struct aisp_plan, run_program))
CALL(futex, SYS_futex, &errno, 1, 1, NULL, NULL, 0)
CALL(yield, SYS_sched_yield)
CALL(link, SYS_sendto, AISP_FD_LINKS, NULL, 0L, 0, NULL, 0)
CALL(last_link, SYS_recvfrom, AISP_FD_LINKS + AISP_MAX_RANKS - 1, NULL, 0L, 0, NULL,
     NULL)
CALL(no_link, SYS_sendto, AISP_FD_LINKS + AISP_MAX_RANKS, NULL, 0L, 0, NULL, 0)
CALL(write_plan, SYS_write, AISP_FD_PLAN, NULL, 0L)
CALL(pass_descriptor, SYS_sendmsg, AISP_FD_LINKS, NULL, 0)
CALL(poll, SYS_poll, NULL, 0L, 0)
CALL(socket, SYS_socket, AF_UNIX, SOCK_STREAM, 0)
CALL(kill, SYS_kill, 1, 0)
CALL(getpid, SYS_getpid)
CALL(time, SYS_clock_gettime, 1, NULL)
CALL(foreign_time, SYS_clock_gettime, -14, NULL) /* of process 1 */
CALL(jiffies, SYS_times, NULL)
CALL(stack, SYS_sigaltstack, NULL, NULL)
CALL(sleep, SYS_nanosleep, NULL, NULL)
CALL(lock, SYS_mlock, NULL, 4096)
CALL(view_file, SYS_mmap, NULL, 4096, PROT_READ, MAP_PRIVATE, -1, 0)
CALL(map_code, SYS_mmap, NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, -1, 0)
CALL(write_file_map, SYS_mmap, NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE, -1, 0)
CALL(any_ioctl, SYS_ioctl, -1, 0, 0) /* -EBADF if the kernel looks at it */
CALL(listen, SYS_bind, -1, NULL, 0)
CALL(protect_below, SYS_mprotect, AISP_PLAN_ADDRESS / 2, 0L, PROT_READ)
CALL(protect_near, SYS_mprotect, AISP_PLAN_ADDRESS - 4096, 8192L, PROT_READ)
CALL(protect_into, SYS_mprotect, AISP_PLAN_ADDRESS / 2, AISP_PLAN_ADDRESS, PROT_READ)
CALL(unmap_below, SYS_munmap, AISP_PLAN_ADDRESS / 2, 4096L)
CALL(unmap_into, SYS_munmap, AISP_PLAN_ADDRESS / 2, AISP_PLAN_ADDRESS)
CALL(unmap_plan, SYS_munmap, AISP_PLAN_ADDRESS, 4096L)
CALL(unmap_ever, SYS_munmap, 0L, ~0L)
CALL(unmap_all, SYS_munmap, 0L, AISP_LAST_ADDRESS)
CALL(map_below, SYS_mmap, AISP_PLAN_ADDRESS / 2, 4096L, PROT_READ, OVER, -1, 0)
CALL(map_plan, SYS_mmap, AISP_PLAN_ADDRESS, 4096L, PROT_READ, OVER, -1, 0)
CALL(map_into, SYS_mmap, AISP_PLAN_ADDRESS - 4096, 8192L, PROT_READ, OVER, -1, 0)
CALL(map_behind, SYS_mmap, AISP_LAST_ADDRESS, 4096L, PROT_READ, OVER, -1, 0)
CALL(remap_own, SYS_mremap, AISP_LAST_ADDRESS, 4096L, 4096L, MREMAP_MAYMOVE, 0L)
CALL(remap_into, SYS_mremap, AISP_PLAN_ADDRESS / 2, AISP_PLAN_ADDRESS, 4096L, 0, 0L)
CALL(remap_over, SYS_mremap, AISP_LAST_ADDRESS, 4096L, 4096L,
     MREMAP_MAYMOVE | MREMAP_FIXED, AISP_PLAN_ADDRESS)
/* An advice that no kernel knows: -EINVAL if the call reaches the kernel. */
CALL(advise_last, SYS_madvise, AISP_LAST_ADDRESS - 4096, 4096L, -1)
CALL(advise_into, SYS_madvise, AISP_PLAN_ADDRESS / 2, AISP_PLAN_ADDRESS, -1)
CALL(advise_own, SYS_madvise, AISP_LAST_ADDRESS, 4096L, -1)
/* An address that begins no page: -EINVAL likewise. */
CALL(look_at_own, SYS_mincore, AISP_LAST_ADDRESS + 1, 1L, NULL)
CALL(look_at_plan, SYS_mincore, AISP_PLAN_ADDRESS + 1, 1L, NULL)
CALL(look_at_last, SYS_mincore, AISP_LAST_ADDRESS - 1, 1L, NULL)
CALL(look_into, SYS_mincore, AISP_PLAN_ADDRESS / 2 + 1, AISP_PLAN_ADDRESS, NULL)
CALL(protect_plan, SYS_mprotect, AISP_PLAN_ADDRESS, 0L, PROT_READ)
CALL(protect_last, SYS_mprotect, AISP_LAST_ADDRESS - 4096, 0L, PROT_READ)
CALL(protect_behind, SYS_mprotect, AISP_LAST_ADDRESS, 0L, PROT_READ)
CALL(remap_plan, SYS_mremap, AISP_PLAN_ADDRESS, 4096L, 4096L, 0)
CALL(remap_last, SYS_mremap, AISP_LAST_ADDRESS - 4096, 4096L, 4096L, 0)
CALL(ptrace, SYS_ptrace, 0, 0, 0, 0)
CALL(poke, SYS_process_vm_writev, 1, NULL, 0, NULL, 0, 0)
CALL(execve, SYS_execve, "/bin/true", NULL, NULL)
CALL(clone3, SYS_clone3, NULL, 0)
CALL(sigaction, SYS_rt_sigaction, SIGSEGV, NULL, NULL, 8)
CALL(disguised_sigaction, SYS_rt_sigaction, SIGSEGV | 1L << 32, NULL, NULL, 8)
CALL(own_sigaction, SYS_rt_sigaction, 33, NULL, NULL, 8)
#ifdef SYS_open
CALL(old_empty, SYS_open, "/dev/null", O_RDONLY | O_TRUNC, 0)
#else
#define try_old_empty try_empty
#endif
CALL(owner, SYS_fcntl, 0, F_SETOWN, 1)
CALL(disguised_owner, SYS_fcntl, 0, F_SETOWN | 1L << 32, 1)
CALL(notify, SYS_fcntl, 0, F_NOTIFY, 0)
CALL(lease, SYS_fcntl, 0, F_SETLEASE, F_UNLCK)
CALL(flags, SYS_fcntl, -1, F_SETFL, 0)
CALL(duplicate, SYS_fcntl, -1, F_DUPFD_CLOEXEC, 0)
CALL(dumpable, SYS_prctl, PR_SET_DUMPABLE, 1, 0, 0, 0)
CALL(death, SYS_prctl, PR_SET_PDEATHSIG, 0, 0, 0, 0)
CALL(uring, SYS_io_uring_setup, 1, NULL)
CALL(bpf, SYS_bpf, 0, NULL, 0)
CALL(perf, SYS_perf_event_open, NULL, 0, 0, 0, 0)
CALL(unlink, SYS_unlinkat, AT_FDCWD, "/no/such", 0)
CALL(sync, SYS_fsync, -1)
CALL(seek, SYS_lseek, -1, 0L, 0)
CALL(length, SYS_fstat, -1, NULL)
CALL(room, SYS_fallocate, -1, 0, 0L, 1L)
CALL(mount, SYS_mount, NULL, NULL, NULL, 0, NULL)
CALL(munmap, SYS_munmap, NULL, 4096)
CALL(madvise, SYS_madvise, NULL, 4096, MADV_DONTNEED)

/* Returns 0 if memory that it gave back is still there, -errno or -1. */
static int try_keep(void)
{
	static char page[2 * 4096] __attribute__((aligned(4096)));

	page[0] = 1;
	if (munmap(page, 4096))
		return -errno;
	return page[0] == 1 ? 0 : -1;
}

#define DENIED 1 /* else 0 or -errno, as the call */

static int outcome(enum filter which, int n_threads, unsigned uses, int (*call)(void))
{
	int status = 0;
	pid_t pid = fork();

	if (!pid) {
		signal(SIGSYS, SIG_DFL);
		if (install(which, n_threads, uses))
			abort();
		_exit(-call());
	}
	waitpid(pid, &status, 0);
	if (WIFSIGNALED(status))
		return WTERMSIG(status) == SIGSYS ? DENIED : -1000 - WTERMSIG(status);
	return -WEXITSTATUS(status);
}

static const struct {
	const char *name;
	enum filter which;
	int n_threads;
	unsigned uses;
	int (*call)(void);
	int want;
} cases[] = {
	{ "loading: memory", LOAD, 1, 0, try_alloc, 0 },
	{ "loading: files for reading", LOAD, 1, 0, try_read, 0 },
	{ "loading: its own name", LOAD, 1, 0, try_name, 0 },
	{ "loading: a terminal is none", LOAD, 1, 0, try_ioctl, -ENOTTY },
	{ "loading: nor is any device", LOAD, 1, 0, try_any_ioctl, -ENOTTY },
	{ "loading: its own pages", LOAD, 1, 0, try_protect_below, 0 },
	{ "loading: not the plan's", LOAD, 1, 0, try_protect_plan, DENIED },
	{ "loading: nor from before it", LOAD, 1, 0, try_protect_near, DENIED },
	{ "loading: nor from far before", LOAD, 1, 0, try_protect_into, DENIED },
	{ "loading: nor the last of the judge's", LOAD, 1, 0, try_protect_last,
	  DENIED },
	{ "loading: but those behind", LOAD, 1, 0, try_protect_behind, 0 },
	{ "loading: the plan stays", LOAD, 1, 0, try_remap_plan, DENIED },
	{ "loading: and what lies there", LOAD, 1, 0, try_remap_last, DENIED },
	{ "loading: also of a longer range", LOAD, 1, 0, try_remap_into, DENIED },
	{ "loading: nothing moves there", LOAD, 1, 0, try_remap_over, DENIED },
	{ "loading: elsewhere it may", LOAD, 1, 0, try_remap_own, -EFAULT },
	{ "loading: its own pages go", LOAD, 1, 0, try_unmap_below, 0 },
	{ "loading: not the plan", LOAD, 1, 0, try_unmap_plan, DENIED },
	{ "loading: nor from far before", LOAD, 1, 0, try_unmap_into, DENIED },
	{ "loading: nor with all that is below", LOAD, 1, 0, try_unmap_all, DENIED },
	{ "loading: nor with all there is", LOAD, 1, 0, try_unmap_ever, DENIED },
	{ "loading: a mapping at its address", LOAD, 1, 0, try_map_below, 0 },
	{ "loading: not over the plan", LOAD, 1, 0, try_map_plan, DENIED },
	{ "loading: nor into it", LOAD, 1, 0, try_map_into, DENIED },
	{ "loading: but behind", LOAD, 1, 0, try_map_behind, 0 },
	{ "loading: no advice on tensors", LOAD, 1, 0, try_advise_last, -ENOMEM },
	{ "loading: nor from far before", LOAD, 1, 0, try_advise_into, -ENOMEM },
	{ "loading: on its own pages", LOAD, 1, 0, try_advise_own, -EINVAL },
	{ "loading: which of its pages are there", LOAD, 1, 0, try_look_at_own,
	  -EINVAL },
	{ "loading: not of the plan", LOAD, 1, 0, try_look_at_plan, -ENOMEM },
	{ "loading: nor of tensors", LOAD, 1, 0, try_look_at_last, -ENOMEM },
	{ "loading: nor from far before", LOAD, 1, 0, try_look_into, -ENOMEM },
	{ "loading: jiffies, as other clocks", LOAD, 1, 0, try_jiffies, 0 },
	{ "loading: its own stack for signals", LOAD, 1, 0, try_stack, 0 },
	{ "loading: no process", LOAD, 1, 0, try_fork, DENIED },
	{ "loading: none with threads either", LOAD, 4, 0, try_fork, DENIED },
	{ "loading: no thread", LOAD, 1, 0, try_thread, DENIED },
	{ "loading: threads where declared", LOAD, 2, 0, try_thread, 0 },
	{ "loading: clone3 is said not to exist", LOAD, 2, 0, try_clone3, -ENOSYS },
	{ "loading: no program", LOAD, 1, 0, try_execve, DENIED },
	{ "loading: no socket", LOAD, 1, 0, try_socket, DENIED },
	{ "loading: no signal to others", LOAD, 1, 0, try_kill, DENIED },
	{ "loading: no tracing", LOAD, 1, 0, try_ptrace, DENIED },
	{ "loading: no foreign memory", LOAD, 1, 0, try_poke, DENIED },
	{ "loading: no handler of faults", LOAD, 2, 0, try_sigaction, DENIED },
	{ "loading: by no other name either", LOAD, 2, 0, try_disguised_sigaction,
	  DENIED },
	{ "loading: the C library's own handlers", LOAD, 2, 0, try_own_sigaction, 0 },
	{ "loading: no file emptied", LOAD, 1, 0, try_empty, -EACCES },
	{ "loading: by the older call neither", LOAD, 1, 0, try_old_empty, -EACCES },
	{ "loading: outputs in files may be", LOAD, 1, AISP_USES_WRITES, try_empty, 0 },
	{ "loading: no signals of a file's for others", LOAD, 1, 0, try_owner, DENIED },
	{ "loading: by no other name either", LOAD, 1, 0, try_disguised_owner, DENIED },
	{ "loading: none when a directory is read", LOAD, 1, 0, try_notify, DENIED },
	{ "loading: nor when a file is", LOAD, 1, 0, try_lease, DENIED },
	{ "loading: a file's flags", LOAD, 1, 0, try_flags, -EBADF },
	{ "loading: a second descriptor", LOAD, 1, 0, try_duplicate, -EBADF },
	{ "loading: not to be inspected", LOAD, 1, 0, try_dumpable, DENIED },
	{ "loading: bound to the judge", LOAD, 1, 0, try_death, DENIED },
	{ "loading: no io_uring", LOAD, 1, 0, try_uring, DENIED },
	{ "loading: io_uring where declared", LOAD, 1, AISP_USES_FILES, try_uring,
	  -EFAULT },
	{ "loading: no BPF", LOAD, 1, 0, try_bpf, DENIED },
	{ "loading: no counters", LOAD, 1, 0, try_perf, DENIED },
	{ "loading: no file removed", LOAD, 1, 0, try_unlink, DENIED },
	{ "loading: nothing mounted", LOAD, 1, 0, try_mount, DENIED },
	{ "loading: its own limits", LOAD, 1, 0, try_own_limit, 0 },
	{ "loading: no other's", LOAD, 1, 0, try_limit_of_other, DENIED },
	{ "loading: its own CPUs", LOAD, 1, 0, try_affinity, 0 },
	{ "loading: no other's, as for most users", LOAD, 1, 0, try_affinity_of_other,
	  -EPERM },
	{ "loading: those of threads where declared", LOAD, 1, AISP_USES_AFFINITY,
	  try_affinity_of_other, -EINVAL },
	{ "loading: no signal to a thread", LOAD, 1, 0, try_signal_thread, DENIED },
	{ "loading: no filter of its own", LOAD, 1, 0, try_own_filter, DENIED },
	{ "loading: the plan's, which is not here", LOAD, 1, 0, try_plans_filter,
	  -EFAULT },

	{ "calls: futex", RUN, 1, 0, try_futex, 0 },
	{ "calls: no process id", RUN, 1, 0, try_getpid, DENIED },
	{ "calls: a clock", RUN, 1, 0, try_time, -EFAULT },
	{ "calls: no clock of another process", RUN, 1, 0, try_foreign_time, DENIED },
	{ "calls: no jiffies", RUN, 1, 0, try_jiffies, DENIED },
	{ "calls: no stack for signals", RUN, 1, 0, try_stack, DENIED },
	{ "calls: nor which pages are there", RUN, 1, 0, try_look_at_own, DENIED },
	{ "calls: sleep", RUN, 1, 0, try_sleep, -EFAULT },
	{ "calls: no page is locked, as for most users", RUN, 1, 0, try_lock, -EPERM },
	{ "calls: no file is mapped", RUN, 1, 0, try_view_file, DENIED },
	{ "files: a file is mapped", RUN, 1, AISP_USES_FILES, try_view_file, -EBADF },
	{ "files: none is mapped to be written", RUN, 1, AISP_USES_FILES,
	  try_write_file_map, DENIED },
	{ "files: none is run", RUN, 1, AISP_USES_FILES, try_map_code, DENIED },
	{ "calls: no file", RUN, 1, 0, try_read, DENIED },
	{ "calls: no memory", RUN, 1, 0, try_alloc, DENIED },
	{ "calls: none in small pieces", RUN, 1, 0, try_small_alloc, DENIED },
	{ "calls: memory may be given back", RUN, 1, 0, try_munmap, 0 },
	{ "calls: but where memory is judged it stays", RUN, 1, COUNTED, try_keep, 0 },
	{ "calls: by halves it may not, there either", RUN, 1, COUNTED, try_madvise,
	  -ENOMEM },
	{ "calls: by halves it may not", RUN, 1, 0, try_madvise, -ENOMEM },
	{ "calls: no thread", RUN, 1, 0, try_thread, DENIED },
	{ "calls: none of many threads either", RUN, 4, 0, try_thread, DENIED },
	{ "calls: no process", RUN, 1, 0, try_fork, DENIED },
	{ "calls: no socket", RUN, 1, 0, try_socket, DENIED },
	{ "calls: no affinity", RUN, 1, 0, try_affinity, DENIED },
	{ "calls: no yield of one thread", RUN, 1, 0, try_yield, DENIED },
	{ "calls: threads may yield", RUN, 2, 0, try_yield, 0 },
	{ "calls: memory where declared", RUN, 1, AISP_USES_ALLOC, try_alloc, 0 },
	{ "calls: in small pieces too", RUN, 1, AISP_USES_ALLOC, try_small_alloc, 0 },
	{ "calls: but no executable memory", RUN, 1, AISP_USES_ALLOC, try_executable,
	  DENIED },
	{ "calls: nor made executable", RUN, 1, AISP_USES_ALLOC, try_protect, DENIED },
	{ "calls: nor a file's", RUN, 1, AISP_USES_ALLOC, try_map_file, DENIED },
	{ "calls: reading where declared", RUN, 1, AISP_USES_FILES, try_read, 0 },
	{ "calls: but no writing", RUN, 1, AISP_USES_FILES, try_write, DENIED },
	{ "calls: nor both", RUN, 1, AISP_USES_FILES, try_read_write, DENIED },
	{ "calls: nor the device asked", RUN, 1, AISP_USES_FILES, try_sync, DENIED },
	{ "calls: writing where declared", RUN, 1, AISP_USES_WRITES, try_write, 0 },
	{ "calls: and the device asked", RUN, 1, AISP_USES_WRITES, try_sync, -EBADF },
	{ "calls: and a place in it", RUN, 1, AISP_USES_WRITES, try_seek, -EBADF },
	{ "calls: and its length", RUN, 1, AISP_USES_WRITES, try_length, -EBADF },
	{ "calls: but no file made", RUN, 1, AISP_USES_WRITES, try_create, DENIED },
	{ "loading: room for a file", LOAD, 1, AISP_USES_WRITES, try_room, -EBADF },
	{ "loading: none undeclared", LOAD, 1, AISP_USES_FILES, try_room, DENIED },
	{ "calls: affinity declared", RUN, 1, AISP_USES_AFFINITY, try_affinity, 0 },

	{ "a GPU in calls: not asked", RUN, 1, A_GPU, try_any_ioctl, DENIED },
	{ "a GPU in calls: to move pages", RUN, 1, MOVES, try_any_ioctl, -EBADF },
	{ "an MPI: sockets while it starts", LOAD, 1, AN_MPI, try_socket, 0 },
	{ "an MPI: none that listens", LOAD, 1, AN_MPI, try_listen, DENIED },
	{ "an MPI: files removed", LOAD, 1, AN_MPI, try_unlink, -ENOENT },
	{ "an MPI: threads", LOAD, 1, AN_MPI, try_thread, 0 },
	{ "an MPI: no process", LOAD, 1, AN_MPI, try_fork, DENIED },
	{ "an MPI: no program", LOAD, 1, AN_MPI, try_execve, DENIED },
	{ "an MPI: no signal to others", LOAD, 1, AN_MPI, try_kill, DENIED },
	{ "an MPI: no foreign memory", LOAD, 1, AN_MPI, try_poke, DENIED },
	{ "an MPI in calls: no socket", RUN, 1, AN_MPI, try_socket, DENIED },
	{ "an MPI in calls: no file", RUN, 1, AN_MPI, try_create, DENIED },
	{ "an MPI in calls: none removed", RUN, 1, AN_MPI, try_unlink, DENIED },
	{ "an MPI in calls: no thread", RUN, 1, AN_MPI, try_thread, DENIED },
	{ "an MPI in calls: memory", RUN, 1, AN_MPI, try_alloc, 0 },
	{ "links: sent to", RUN, 1, LINKED, try_link, -EBADF },
	{ "links: received from", RUN, 1, LINKED, try_last_link, -EBADF },
	{ "links: waited for", RUN, 1, LINKED, try_poll, 0 },
	{ "links: and nothing beside them", RUN, 1, LINKED, try_no_link, DENIED },
	{ "links: not the judge's files", RUN, 1, LINKED, try_write_plan, DENIED },
	{ "links: no descriptor passes", RUN, 1, LINKED, try_pass_descriptor, DENIED },
	{ "links: none is made", LOAD, 1, LINKED, try_socket, DENIED },
	{ "links: in setup() too", LOAD, 1, LINKED, try_link, -EBADF },
	{ "links: none undeclared", RUN, 1, 0, try_link, DENIED },
	{ "an MPI in calls: none to run", RUN, 1, AN_MPI, try_executable, DENIED },
};

int main(void)
{
	char name[64];

#ifdef __SANITIZE_ADDRESS__
	skip_all("the sanitizer makes calls of its own");
#endif
	if (!can_be_made()) {
		ok(false, "filters can be made");
		return done();
	}
	if (outcome(LOAD, 1, 0, try_getpid))
		skip_all("this kernel has no seccomp filters");
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		int got = outcome(cases[i].which, cases[i].n_threads, cases[i].uses,
				  cases[i].call);

		ok(got == cases[i].want, cases[i].name);
		if (got != cases[i].want)
			printf("# got %d, want %d\n", got, cases[i].want);
	}
	aisp_syscall_name(SYS_socket, name, sizeof(name));
	ok(!strcmp(name, "socket"), "a call's name");
	aisp_syscall_name(123456, name, sizeof(name));
	ok(!strcmp(name, "system call 123456"), "or its number");
	return done();
}
