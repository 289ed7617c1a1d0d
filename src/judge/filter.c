/* SPDX-License-Identifier: MIT
 *
 * filter.c - the programs are made here, where libseccomp is loaded already, so
 * that a worker installs them with one system call.
 *
 * A denied call traps: the worker's handler notes its number, for the message,
 * and leaves.  The call itself does not happen.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include <aisp/workload.h>

#include "device/layout.h"
#include "filter.h"

#define FIRST_REALTIME 32 /* the C library's own signals; it hides them */

static const char *const loading[] = {
	"read",       "pread64",       "readv",      "close",      "fstat",
	"newfstatat", "stat",          "lstat",      "statx",      "access",
	"faccessat",  "faccessat2",    "readlink",   "readlinkat", "getdents64",
	"lseek",      "dup",           "write",      "writev",     "mmap",
	"munmap",     "mprotect",      "mremap",     "brk",        "madvise",
	"mbind",      "set_mempolicy", "membarrier", "mincore",    NULL
};
static const char *const living[] = { "futex",
				      "rseq",
				      "set_robust_list",
				      "set_tid_address",
				      "rt_sigprocmask",
				      "rt_sigreturn",
				      "sched_yield",
				      "nanosleep",
				      "clock_nanosleep",
				      "restart_syscall",
				      "arch_prctl",
				      "sigaltstack",
				      "exit",
				      "exit_group",
				      NULL };
static const char *const asking[] = { "getrandom",
				      "sched_getaffinity",
				      "getpid",
				      "gettid",
				      "uname",
				      "getrlimit",
				      "getrusage",
				      "sysinfo",
				      "clock_gettime",
				      "clock_getres",
				      "gettimeofday",
				      "get_mempolicy",
				      "getcpu",
				      "getuid",
				      "geteuid",
				      "getgid",
				      "getegid",
				      "times",
				      NULL };
static const char *const opening[] = { "open", "openat", NULL };
static const char *const loading_files[] = { "io_uring_setup", "io_uring_register",
					     "io_uring_enter", "fadvise64",
					     "readahead",      "preadv",
					     "preadv2",        NULL };
static const char *const unprivileged[] = { "mlock",      "mlock2",
					    "mlockall",   "munlock",
					    "munlockall", "sched_setscheduler",
					    NULL };
static const char *const computing[] = { "futex",
					 "exit",
					 "exit_group",
					 "rt_sigreturn",
					 "restart_syscall",
					 "nanosleep",
					 "clock_nanosleep",
					 "rt_sigprocmask",
					 "sched_getaffinity",
					 NULL };
static const char *const sharing[] = { "sched_yield", "set_robust_list", "rseq", NULL };
static const char *const allocating[] = { "munmap", "brk", "madvise", NULL };
static const char *const reading[] = { "read",           "pread64",   "readv",
				       "preadv",         "preadv2",   "lseek",
				       "close",          "fstat",     "newfstatat",
				       "statx",          "fadvise64", "readahead",
				       "io_uring_enter", NULL };
static const char *const writing[] = { "write",     "pwrite64",  "writev",
				       "pwritev",   "pwritev2",  "lseek",
				       "close",     "fstat",     "newfstatat",
				       "fsync",     "fdatasync", "sync_file_range",
				       "fallocate", "ftruncate", "io_uring_enter",
				       NULL };
static const char *const pinning[] = { "sched_setaffinity", NULL };
/* An MPI's start: a connection to its server, memory shared in files, threads. */
static const char *const meeting[] = {
	"socket",        "connect",   "getsockopt", "setsockopt",  "sendto",
	"recvfrom",      "sendmsg",   "recvmsg",    "pipe2",       "eventfd2",
	"epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait", "poll",
	"ppoll",         "mkdir",     "mkdirat",    "unlink",      "unlinkat",
	"ftruncate",     "statfs",    NULL
};
/* NCCL's start: ranks listen to each other, pass descriptors, and share files. */
static const char *const listening[] = { "bind",        "listen",      "accept",
					 "accept4",     "getsockname", "getpeername",
					 "socketpair",  "shutdown",    "pipe",
					 "dup2",        "fallocate",   "fchmod",
					 "setpriority", NULL };
/* Progress on open descriptors. sched_yield() lets another rank run. */
static const char *const progressing[] = { "epoll_wait", "epoll_pwait", "poll",
					   "ppoll",      "read",        "readv",
					   "write",      "writev",      "sendto",
					   "recvfrom",   "sendmsg",     "recvmsg",
					   "epoll_ctl",  NULL };

/* On streams to ranks elsewhere; and to wait for any of them. */
static const char *const linked[] = { "read", "write", "sendto", "recvfrom", NULL };
static const char *const polling[] = { "poll", "ppoll", NULL };

/* Names that this machine's architecture lacks are skipped. */
static int allow(scmp_filter_ctx c, const char *const *names)
{
	for (; *names; names++) {
		int nr = seccomp_syscall_resolve_name(*names);

		if (nr >= 0 && seccomp_rule_add(c, SCMP_ACT_ALLOW, nr, 0))
			return -1;
	}
	return 0;
}

/* They fail with EPERM, as for unprivileged users: programs go on without them. */
static int refuse(scmp_filter_ctx c, const char *const *names)
{
	for (; *names; names++) {
		int nr = seccomp_syscall_resolve_name(*names);

		if (nr >= 0 && seccomp_rule_add(c, SCMP_ACT_ERRNO(EPERM), nr, 0))
			return -1;
	}
	return 0;
}

static int export_program(scmp_filter_ctx c, struct aisp_filter *f,
			  struct aisp_err *err)
{
	int fd = memfd_create("filter", MFD_CLOEXEC), rc = -1;
	off_t bytes;

	if (fd < 0 || seccomp_export_bpf(c, fd))
		goto out;
	bytes = lseek(fd, 0, SEEK_END);
	if (bytes > (off_t)sizeof(f->code) ||
	    pread(fd, f->code, (size_t)bytes, 0) != (ssize_t)bytes)
		goto out;
	f->n = (uint32_t)bytes / 8;
	rc = 0;
out:
	if (rc)
		aisp_err_set(err, "cannot make the system call filter");
	if (fd >= 0)
		close(fd);
	return rc;
}

/*
 * glibc tries clone3, whose flags no filter can see, before clone.  The kernel takes a
 * signal's number from half of the register that the filter sees: 2^32 + SIGSEGV is
 * SIGSEGV.
 */
static int allow_threads(scmp_filter_ctx c)
{
	return seccomp_rule_add(c, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) ||
	       seccomp_rule_add(
		       c, SCMP_ACT_ALLOW, SCMP_SYS(rt_sigaction), 1,
		       SCMP_A0(SCMP_CMP_MASKED_EQ, ~UINT64_C(31), FIRST_REALTIME)) ||
	       seccomp_rule_add(
		       c, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1,
		       SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));
}

/* It may name only itself: a thread of setup() may begin late. */
static int allow_naming(scmp_filter_ctx c)
{
	return seccomp_rule_add(c, SCMP_ACT_ALLOW, SCMP_SYS(prctl), 1,
				SCMP_A0(SCMP_CMP_EQ, PR_SET_NAME));
}

/*
 * A process may set its own limits and CPUs, not those of a pid, and install one more
 * filter, the plan's. pthread_setaffinity_np() passes the calling thread's id: it fails
 * with EPERM, and an unbound thread computes the same.
 */
static int allow_own(scmp_filter_ctx c, const struct aisp_needs *n)
{
	const uint64_t program =
		AISP_PLAN_ADDRESS + offsetof(struct aisp_plan, run_program);
	bool is_any = n->driver || (n->uses & AISP_USES_AFFINITY);

	return seccomp_rule_add(c, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 1,
				SCMP_A0(SCMP_CMP_EQ, 0)) ||
	       seccomp_rule_add(c, SCMP_ACT_ALLOW, SCMP_SYS(sched_setaffinity),
				is_any ? 0 : 1, SCMP_A0(SCMP_CMP_EQ, 0)) ||
	       (!is_any &&
		seccomp_rule_add(c, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(sched_setaffinity),
				 1, SCMP_A0(SCMP_CMP_NE, 0))) ||
	       seccomp_rule_add(c, SCMP_ACT_ALLOW, SCMP_SYS(seccomp), 2,
				SCMP_A0(SCMP_CMP_EQ, SECCOMP_SET_MODE_FILTER),
				SCMP_A2(SCMP_CMP_EQ, program));
}

/* Opening with O_TRUNC fails with EACCES, as where Landlock handles truncation. */
static int keep_whole(scmp_filter_ctx c, const char *name, unsigned flags_at)
{
	int nr = seccomp_syscall_resolve_name(name);

	return nr >= 0 &&
	       (seccomp_rule_add(c, SCMP_ACT_ALLOW, nr, 1,
				 SCMP_CMP(flags_at, SCMP_CMP_MASKED_EQ, O_TRUNC, 0)) ||
		seccomp_rule_add(
			c, SCMP_ACT_ERRNO(EACCES), nr, 1,
			SCMP_CMP(flags_at, SCMP_CMP_MASKED_EQ, O_TRUNC, O_TRUNC)));
}

/*
 * Before Linux 6.2 Landlock lets anybody truncate a file that he may read.  A worker
 * without files to write may truncate none.
 */
static int allow_opening(scmp_filter_ctx c, const struct aisp_needs *n)
{
	if (n->driver || n->meets || (n->uses & AISP_USES_WRITES))
		return allow(c, opening);
	return keep_whole(c, "open", 1) || keep_whole(c, "openat", 2);
}

/*
 * No command that makes the kernel send signals: a directory can be told to send one to
 * the judge when somebody reads it.
 */
static int allow_fcntl(scmp_filter_ctx c)
{
	static const int commands[] = { F_OFD_GETLK,  F_OFD_SETLK,     F_OFD_SETLKW,
					F_ADD_SEALS,  F_DUPFD_CLOEXEC, F_GETPIPE_SZ,
					F_SETPIPE_SZ, F_GET_SEALS };
	int rc = seccomp_rule_add(c, SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 1,
				  SCMP_A1(SCMP_CMP_LT, F_SETOWN));

	for (size_t i = 0; i < sizeof(commands) / sizeof(*commands) && !rc; i++)
		rc = seccomp_rule_add(c, SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 1,
				      SCMP_A1(SCMP_CMP_EQ, (unsigned)commands[i]));
	return rc;
}

/* Only on the links' descriptors: no other open file may be written to. */
static int allow_links(scmp_filter_ctx c)
{
	for (const char *const *name = linked; *name; name++) {
		int nr = seccomp_syscall_resolve_name(*name);

		for (int fd = AISP_FD_LINKS; fd < AISP_FD_LINKS + AISP_MAX_RANKS; fd++)
			if (seccomp_rule_add(c, SCMP_ACT_ALLOW, nr, 1,
					     SCMP_A0(SCMP_CMP_EQ, (unsigned)fd)))
				return -1;
	}
	return allow(c, polling);
}

int aisp_filter_load(struct aisp_filter *f, const struct aisp_needs *n,
		     struct aisp_err *err)
{
	scmp_filter_ctx c = seccomp_init(SCMP_ACT_TRAP);
	int rc = -1;

	if (!c || allow(c, loading) || allow(c, living) || allow(c, asking) ||
	    allow_opening(c, n) || allow_fcntl(c) || refuse(c, unprivileged) ||
	    allow_own(c, n) ||
	    ((n->uses & (AISP_USES_FILES | AISP_USES_WRITES)) &&
	     allow(c, loading_files)) ||
	    ((n->uses & AISP_USES_WRITES) && allow(c, writing)) ||
	    ((n->n_threads > 1 || n->driver || n->meets) && allow_threads(c)) ||
	    (n->driver ? allow(c, n->driver->loading)
		       : seccomp_rule_add(c, SCMP_ACT_ERRNO(ENOTTY), SCMP_SYS(ioctl),
					  0)) ||
	    (n->meets && allow(c, meeting)) ||
	    (n->meets == AISP_MEETS_NCCL && allow(c, listening)) ||
	    (n->has_links && allow_links(c)) || allow_naming(c))
		aisp_err_set(err, "cannot make the loading filter");
	else if (!export_program(c, f, err))
		rc = aisp_filter_guard_ranges(f, n, err);
	seccomp_release(c);
	return rc;
}

/*
 * teardown() runs here, too.  The C library copes with a failing madvise(), but not
 * with munmap(), nor with brk(), whose failure has no error code: the worker tells it
 * not to shrink its heap.  Where memory is judged, munmap() only answers 0.
 */
static int allow_freeing(scmp_filter_ctx c, bool is_counted)
{
	uint32_t unmap = is_counted ? SCMP_ACT_ERRNO(0) : SCMP_ACT_ALLOW;

	return seccomp_rule_add(c, unmap, SCMP_SYS(munmap), 0) ||
	       seccomp_rule_add(c, SCMP_ACT_ERRNO(ENOMEM), SCMP_SYS(madvise), 0);
}

/* Anonymous memory without PROT_EXEC; realloc() copies without mremap(). */
static int allow_allocation(scmp_filter_ctx c)
{
	return allow(c, allocating) ||
	       seccomp_rule_add(
		       c, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 2,
		       SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0),
		       SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_ANONYMOUS, MAP_ANONYMOUS)) ||
	       seccomp_rule_add(c, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1,
				SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)) ||
	       seccomp_rule_add(c, SCMP_ACT_ERRNO(ENOMEM), SCMP_SYS(mremap), 0);
}

static int allow_memory(scmp_filter_ctx c, const struct aisp_needs *n)
{
	bool is_declared = n->uses & AISP_USES_ALLOC;

	if (n->driver && (n->uses & AISP_USES_MANAGED) && allow(c, n->driver->moving))
		return -1;
	if (n->driver && is_declared)
		return allow(c, n->driver->allocating);
	if (n->driver || is_declared || n->meets) /* a driver keeps lists */
		return allow_allocation(c);
	return allow_freeing(c, n->is_counted);
}

/* A file may be mapped, but only to be read. */
static int allow_reading(scmp_filter_ctx c)
{
	return allow(c, reading) ||
	       seccomp_rule_add(c, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1,
				SCMP_A2(SCMP_CMP_EQ, PROT_READ)) ||
	       seccomp_rule_add(c, SCMP_ACT_ALLOW, SCMP_SYS(openat), 1,
				SCMP_A2(SCMP_CMP_MASKED_EQ, O_ACCMODE, O_RDONLY));
}

/* Landlock decides which files; none can be created. */
static int allow_writing(scmp_filter_ctx c)
{
	return allow(c, writing) ||
	       seccomp_rule_add(c, SCMP_ACT_ALLOW, SCMP_SYS(openat), 1,
				SCMP_A2(SCMP_CMP_MASKED_EQ, O_CREAT, 0));
}

/* Clocks that all processes see (for some the vDSO asks the kernel), but not another
 * process's, whose numbers are negative. */
static int allow_clocks(scmp_filter_ctx c)
{
	return seccomp_rule_add(c, SCMP_ACT_ALLOW, SCMP_SYS(clock_gettime), 1,
				SCMP_A0(SCMP_CMP_LE, CLOCK_TAI));
}

int aisp_filter_run(struct aisp_filter *f, const struct aisp_needs *n,
		    struct aisp_err *err)
{
	scmp_filter_ctx c = seccomp_init(SCMP_ACT_TRAP);
	int rc = -1;

	if (!c || allow(c, computing) || allow_clocks(c) || allow_naming(c) ||
	    refuse(c, unprivileged) ||
	    ((n->n_threads > 1 || n->n_ranks) && allow(c, sharing)) ||
	    (n->driver && allow(c, n->driver->calling)) ||
	    (n->meets && allow(c, progressing)) || (n->has_links && allow_links(c)) ||
	    allow_memory(c, n) || ((n->uses & AISP_USES_FILES) && allow_reading(c)) ||
	    ((n->uses & AISP_USES_WRITES) && allow_writing(c)) ||
	    ((n->uses & AISP_USES_AFFINITY) && allow(c, pinning)))
		aisp_err_set(err, "cannot make the computing filter");
	else
		rc = export_program(c, f, err);
	seccomp_release(c);
	return rc;
}

void aisp_syscall_name(int number, char *name, unsigned size)
{
	char *s = seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, number);

	if (s)
		snprintf(name, size, "%s", s);
	else
		snprintf(name, size, "system call %d", number);
	free(s);
}
