/* SPDX-License-Identifier: MIT
 *
 * walls.c - all that allocates is done before the fork: the judge may have threads.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "walls.h"

#define FILE_LIMIT_BYTES ((rlim_t)2 << 30)
#define MAX_PROCESSES    512
#define MAX_CODE         256

#define LANDLOCK_TRUNCATE  (UINT64_C(1) << 14) /* ABI 3 */
#define LANDLOCK_IOCTL_DEV (UINT64_C(1) << 15) /* ABI 5 */

/* What the child needs, ready before the fork. */
struct plan {
	int ruleset; /* -1: no Landlock here */
	struct sock_filter code[MAX_CODE];
	struct sock_fprog filter; /* len 0: no seccomp here */
	const struct aisp_within *within;
	char *const *argv;
	char *env[8];
	const char *cwd;
	int log_fd, report_fd;
	pid_t parent;
};

/* What the child tells: first the walls, then errno if the program did not start. */
struct report {
	uint32_t walls, code;
};

const char *aisp_wall_name(enum aisp_wall wall)
{
	static const char *const names[] = { "namespaces", "no_privileges", "limits",
					     "landlock", "seccomp" };

	return names[wall];
}

static long landlock_abi(void)
{
	return syscall(SYS_landlock_create_ruleset, NULL, 0,
		       LANDLOCK_CREATE_RULESET_VERSION);
}

/* A rule for a file may only name what a file can be used for. */
static void allow(int ruleset, const char *path, uint64_t access)
{
	const uint64_t of_file = LANDLOCK_ACCESS_FS_READ_FILE |
				 LANDLOCK_ACCESS_FS_WRITE_FILE |
				 LANDLOCK_ACCESS_FS_EXECUTE;
	struct landlock_path_beneath_attr rule = { .allowed_access = access };
	struct stat st;

	rule.parent_fd = open(path, O_PATH | O_CLOEXEC);
	if (rule.parent_fd < 0)
		return; /* what does not exist cannot be read either */
	if (!fstat(rule.parent_fd, &st) && !S_ISDIR(st.st_mode))
		rule.allowed_access &= of_file;
	syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
	close(rule.parent_fd);
}

/*
 * Every right that this kernel can hold back: those to files, since ABI 4 to TCP, since
 * ABI 6 signals and abstract sockets to the outside.
 */
static int new_ruleset(void)
{
	struct {
		uint64_t files, network, scoped;
	} all = { 2 * LANDLOCK_ACCESS_FS_MAKE_SYM - 1, 3, 3 };
	long abi = landlock_abi();
	size_t size = abi >= 6 ? 24 : abi >= 4 ? 16 : 8;

	all.files |= abi >= 3 ? LANDLOCK_TRUNCATE : 0;
	all.files |= abi >= 5 ? LANDLOCK_IOCTL_DEV : 0;
	return (int)syscall(SYS_landlock_create_ruleset, &all, size, 0);
}

static void allow_each(int ruleset, const char *const *paths, uint64_t access)
{
	for (; *paths; paths++)
		allow(ruleset, *paths, access);
}

static int make_ruleset(const struct aisp_within *w)
{
	static const char *const system[] = { "/usr",
					      "/lib",
					      "/lib64",
					      "/bin",
					      "/opt",
					      "/etc/ld.so.cache",
					      "/proc/cpuinfo",
					      "/proc/meminfo",
					      "/sys/devices/system",
					      NULL };
	static const char *const devices[] = { "/dev/null", "/dev/urandom", NULL };
	const uint64_t file = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_EXECUTE;
	const uint64_t read = file | LANDLOCK_ACCESS_FS_READ_DIR;
	uint64_t write = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG |
			 LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_DIR |
			 LANDLOCK_ACCESS_FS_REMOVE_DIR;
	int ruleset = new_ruleset();

	if (ruleset < 0)
		return -1;
	write |= landlock_abi() >= 3 ? LANDLOCK_TRUNCATE : 0;
	allow_each(ruleset, system, read);
	allow_each(ruleset, devices,
		   LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE);
	for (int i = 0; i < w->readable.n; i++)
		allow(ruleset, w->readable.word[i], read);
	allow(ruleset, w->writable, read | write);
	return ruleset;
}

/* What no compiler needs.  Names that this machine lacks are skipped. */
static int deny_calls(scmp_filter_ctx c)
{
	static const char *const denied[] = { "ptrace",
					      "process_vm_readv",
					      "process_vm_writev",
					      "mount",
					      "umount2",
					      "pivot_root",
					      "chroot",
					      "setns",
					      "unshare",
					      "bpf",
					      "perf_event_open",
					      "keyctl",
					      "add_key",
					      "request_key",
					      "io_uring_setup",
					      "userfaultfd",
					      "init_module",
					      "finit_module",
					      "kexec_load",
					      "open_tree",
					      "move_mount",
					      "open_by_handle_at",
					      "pidfd_getfd",
					      "fsopen",
					      "mknod",
					      "mknodat",
					      "swapon",
					      "reboot" };

	for (size_t i = 0; i < sizeof(denied) / sizeof(*denied); i++) {
		int nr = seccomp_syscall_resolve_name(denied[i]);

		if (nr >= 0 && seccomp_rule_add(c, SCMP_ACT_ERRNO(EPERM), nr, 0))
			return -1;
	}
	return seccomp_rule_add(c, SCMP_ACT_ERRNO(EACCES), SCMP_SYS(socket), 1,
				SCMP_A0(SCMP_CMP_NE, AF_UNIX));
}

/* As code for the kernel, so that the child need not allocate. */
static void make_filter(struct plan *p)
{
	int fd = memfd_create("filter", MFD_CLOEXEC);
	scmp_filter_ctx c = seccomp_init(SCMP_ACT_ALLOW);
	ssize_t n = 0;

	if (c && fd >= 0 && !deny_calls(c) && !seccomp_export_bpf(c, fd))
		n = pread(fd, p->code, sizeof(p->code), 0);
	if (c)
		seccomp_release(c);
	if (fd >= 0)
		close(fd);
	if (n > 0 && (size_t)n < sizeof(p->code))
		p->filter = (struct sock_fprog){
			(unsigned short)((size_t)n / sizeof(p->code[0])), p->code
		};
}

static bool drop_privileges(void)
{
	struct __user_cap_header_struct head = { _LINUX_CAPABILITY_VERSION_3, 0 };
	struct __user_cap_data_struct none[2] = { { 0 } };

	return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
	       !syscall(SYS_capset, &head, none);
}

static bool set_limit(int resource, rlim_t value)
{
	struct rlimit r = { value, value };

	return !setrlimit((__rlimit_resource_t)resource, &r);
}

/* Processes are counted by user, so only where the users are its own. */
static bool limit(const struct aisp_within *w, bool has_namespaces)
{
	return set_limit(RLIMIT_CPU, (rlim_t)w->cpu_s) &&
	       set_limit(RLIMIT_AS, (rlim_t)w->memory_bytes) &&
	       set_limit(RLIMIT_FSIZE, FILE_LIMIT_BYTES) && set_limit(RLIMIT_CORE, 0) &&
	       set_limit(RLIMIT_NOFILE, 1024) &&
	       (!has_namespaces || set_limit(RLIMIT_NPROC, MAX_PROCESSES));
}

static uint32_t enter(const struct plan *p)
{
	uint32_t held = 0;
	bool is_apart = !unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWIPC);

	held |= (uint32_t)is_apart << AISP_WALL_NAMESPACES;
	held |= (uint32_t)limit(p->within, is_apart) << AISP_WALL_LIMITS;
	held |= (uint32_t)drop_privileges() << AISP_WALL_PRIVILEGES;
	if (p->ruleset >= 0 && !syscall(SYS_landlock_restrict_self, p->ruleset, 0))
		held |= 1u << AISP_WALL_FILES;
	if (p->filter.len &&
	    !syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &p->filter))
		held |= 1u << AISP_WALL_CALLS;
	return held;
}

/* The judge's death is the compiler's too. */
static void leave_judge(const struct plan *p)
{
	sigset_t none;

	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != p->parent)
		_exit(127);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static void place_files(const struct plan *p)
{
	int null = open("/dev/null", O_RDONLY | O_CLOEXEC);

	dup2(null, 0);
	dup2(p->log_fd, 1);
	dup2(p->log_fd, 2);
	dup3(p->report_fd, 3, O_CLOEXEC);
	close_range(4, ~0u, 0);
}

static void tell(struct report *r)
{
	if (write(3, r, sizeof(*r)) < 0)
		_exit(126);
}

static _Noreturn void be_child(const struct plan *p)
{
	struct report r = { 0 };
	int failed;

	leave_judge(p);
	failed = chdir(p->cwd);
	r.walls = enter(p);
	place_files(p);
	tell(&r);
	if (!failed)
		execve(p->argv[0], p->argv, p->env);
	r.code = (uint32_t)errno;
	tell(&r);
	_exit(127);
}

/* The program's folder is its home; the user's own settings stay outside. */
static int make_environment(struct plan *p, char *text, size_t size)
{
	const char *const kept[] = { "PATH", "LD_LIBRARY_PATH" };
	static char language[] = "LC_ALL=C";
	char *at = text;
	int n = 0, k;

	for (size_t i = 0; i < sizeof(kept) / sizeof(*kept); i++) {
		const char *value = getenv(kept[i]);

		k = value ? snprintf(at, size, "%s=%s", kept[i], value) : -1;
		if (k < 0)
			continue;
		if ((size_t)k >= size)
			return -1;
		p->env[n++] = at;
		at += k + 1;
		size -= (size_t)k + 1;
	}
	for (int i = 0; i < 2; i++) {
		k = snprintf(at, size, "%s=%s", i ? "TMPDIR" : "HOME",
			     p->within->writable);
		if ((size_t)k >= size)
			return -1;
		p->env[n++] = at;
		at += k + 1;
		size -= (size_t)k + 1;
	}
	p->env[n] = language;
	return 0;
}

/* The walls' bits; or -1 with errno if the program did not start. */
static int read_report(int fd, uint32_t *walls)
{
	struct report r = { 0 };
	ssize_t n = read(fd, &r, sizeof(r));

	if (n != sizeof(r)) {
		errno = n < 0 ? errno : ECHILD;
		return -1;
	}
	*walls = r.walls;
	if (read(fd, &r, sizeof(r)) != sizeof(r))
		return 0;
	errno = (int)r.code;
	return -1;
}

static int start(struct aisp_walled *p, struct plan *plan, struct aisp_err *err)
{
	int fds[2], rc = -1;

	if (pipe2(fds, O_CLOEXEC))
		return aisp_err_errno(err, "a pipe for %s", plan->argv[0]);
	plan->report_fd = fds[1];
	p->pid = fork();
	if (!p->pid)
		be_child(plan);
	close(fds[1]);
	if (p->pid > 0)
		rc = read_report(fds[0], &p->walls);
	if (!rc)
		p->fd = (int)syscall(SYS_pidfd_open, p->pid, 0);
	if (rc)
		aisp_err_errno(err, "run %s", plan->argv[0]);
	if (rc && p->pid > 0) {
		kill(p->pid, SIGKILL);
		waitpid(p->pid, NULL, 0);
	}
	close(fds[0]);
	return rc;
}

int aisp_walled_start(struct aisp_walled *p, const struct aisp_within *w,
		      const struct aisp_words *argv, const char *cwd, int log_fd,
		      struct aisp_err *err)
{
	struct plan *plan = calloc(1, sizeof(*plan));
	char *text = malloc(1 << 16);
	int rc = -1;

	*p = (struct aisp_walled){ .fd = -1 };
	if (!plan || !text) {
		aisp_err_set(err, "out of memory");
		goto out;
	}
	*plan = (struct plan){ .within = w,
			       .argv = argv->word,
			       .cwd = cwd,
			       .log_fd = log_fd,
			       .parent = getpid() };
	if (make_environment(plan, text, 1 << 16)) {
		aisp_err_set(err, "$PATH is too long");
		goto out;
	}
	make_filter(plan);
	plan->ruleset = make_ruleset(w);
	rc = start(p, plan, err);
	if (plan->ruleset >= 0)
		close(plan->ruleset);
out:
	free(text);
	free(plan);
	return rc;
}

/* A file may be made there. */
static bool can_make(const char *dir, const char *name)
{
	char path[4400];
	int fd;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	if (fd < 0)
		return false;
	close(fd);
	unlink(path);
	return true;
}

/* A file may grow beyond the limit. */
static bool can_grow(const char *dir)
{
	char path[4400];
	bool grew;
	int fd;

	snprintf(path, sizeof(path), "%s/probe", dir);
	signal(SIGXFSZ, SIG_IGN);
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	grew = fd < 0 || !ftruncate(fd, (off_t)FILE_LIMIT_BYTES + 1);
	if (fd >= 0)
		close(fd);
	unlink(path);
	return grew;
}

static bool can_call_out(void)
{
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/* Only what was tried and refused counts. */
static uint32_t try_walls(const struct plan *p, const char *scratch)
{
	char before[64] = "", after[64] = "", above[4200];
	uint32_t held, refused = 0;
	int fd;

	(void)!readlink("/proc/self/ns/net", before, sizeof(before) - 1);
	held = enter(p);
	(void)!readlink("/proc/self/ns/net", after, sizeof(after) - 1);
	snprintf(above, sizeof(above), "%s/..", scratch);
	fd = open("/etc/passwd", O_RDONLY | O_CLOEXEC);
	refused |= (uint32_t)(strcmp(before, after) != 0) << AISP_WALL_NAMESPACES;
	refused |= (uint32_t)(prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1)
		   << AISP_WALL_PRIVILEGES;
	refused |= (uint32_t)!can_grow(scratch) << AISP_WALL_LIMITS;
	refused |= (uint32_t)(fd < 0 && can_make(scratch, "made") &&
			      !can_make(above, "made"))
		   << AISP_WALL_FILES;
	refused |= (uint32_t)!can_call_out() << AISP_WALL_CALLS;
	return held & refused;
}

uint32_t aisp_walls_probe(const char *scratch)
{
	const struct aisp_within within = { .writable = scratch,
					    .cpu_s = 10,
					    .memory_bytes = (int64_t)1 << 32 };
	struct plan *plan = calloc(1, sizeof(*plan));
	uint32_t held = 0;
	int status = 0;
	pid_t pid;

	if (!plan)
		return 0;
	*plan = (struct plan){ .within = &within, .cwd = "/" };
	make_filter(plan);
	plan->ruleset = make_ruleset(&within);
	pid = fork();
	if (!pid)
		_exit((int)try_walls(plan, scratch));
	if (pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status))
		held = (uint32_t)WEXITSTATUS(status);
	if (plan->ruleset >= 0)
		close(plan->ruleset);
	free(plan);
	return held;
}
