/* SPDX-License-Identifier: MIT
 *
 * Each layer of the worker's sandbox alone, in a process of its own: what it forbids
 * without the others, and that a layer that the kernel refuses is not reported as held.
 */
#include "worker/sandbox.c" /* NOLINT(bugprone-suspicious-include) */

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>

#include "tap.h"
#include "unit/store_tmp.h"

#define HELD    0
#define LACKING 77 /* this kernel does not have the layer */

static struct aisp_plan plan = { .memory_limit_bytes = UINT64_C(1) << 32,
				 .max_descriptors = 64 };

static void in_child(int (*test)(void), const char *name)
{
	pid_t pid = fork();
	int status;

	if (!pid)
		_exit(test());
	waitpid(pid, &status, 0);
	if (WIFEXITED(status) && WEXITSTATUS(status) == LACKING)
		printf("ok %d - %s # SKIP not on this kernel\n", ++tap_n, name);
	else
		ok(WIFEXITED(status) && WEXITSTATUS(status) == HELD, name);
}

static bool is_denied(const char *path, int flags)
{
	int fd = open(path, flags | O_CLOEXEC);

	if (fd >= 0)
		close(fd);
	return fd < 0 && errno == EACCES;
}

static int files(void)
{
	snprintf(plan.variant_path, sizeof(plan.variant_path), "/etc/hostname");
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (!restrict_files(&plan))
		return LACKING;
	if (!is_denied("/etc/passwd", O_RDONLY) || !is_denied("/proc/self/mem", O_RDWR))
		return 1;
	if (!is_denied("/tmp", O_RDONLY | O_DIRECTORY) ||
	    !is_denied("/etc/hostname", O_WRONLY))
		return 2;
	return is_denied("/etc/hostname", O_RDONLY) ||
	       is_denied("/etc/ld.so.cache", O_RDONLY);
}

/* Landlock can since Linux 6.2; the filter of system calls denies it everywhere. */
static bool can_truncate(void)
{
	return landlock_abi() >= 3;
}

/* Input files can be read and not changed, outputs can be written, none can be made. */
static int own_files(void)
{
	char in[160], out[160], new[160], link[160];

	snprintf(plan.scratch_path, sizeof(plan.scratch_path), "%s/in", tmp_base);
	snprintf(plan.written_dir, sizeof(plan.written_dir), "%s/out", tmp_base);
	snprintf(in, sizeof(in), "%s/in/f", tmp_base);
	snprintf(out, sizeof(out), "%s/out/f", tmp_base);
	snprintf(new, sizeof(new), "%s/out/g", tmp_base);
	snprintf(link, sizeof(link), "%s/out/l", tmp_base);
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (!restrict_files(&plan))
		return LACKING;
	if (is_denied(in, O_RDONLY) || !is_denied(in, O_WRONLY))
		return 2;
	if (can_truncate() &&
	    (!is_denied(in, O_RDONLY | O_TRUNC) || is_denied(out, O_WRONLY | O_TRUNC)))
		return 3;
	return is_denied(out, O_RDWR) || creat(new, 0600) >= 0 || !symlink(out, link);
}

static int rights(void)
{
	return landlock_rights(AISP_FILE_READ) != LANDLOCK_ACCESS_FS_READ_FILE ||
	       landlock_rights(AISP_FILE_WRITE) != LANDLOCK_ACCESS_FS_WRITE_FILE ||
	       landlock_rights(AISP_FILE_EXECUTE) != LANDLOCK_ACCESS_FS_EXECUTE ||
	       landlock_rights(AISP_FILE_LIST) != LANDLOCK_ACCESS_FS_READ_DIR ||
	       landlock_rights(AISP_FILE_MAKE) & LANDLOCK_ACCESS_FS_WRITE_FILE ||
	       landlock_rights(0);
}

/* Seals the plan's pages, to the last one. */
static int seal(void)
{
	size_t bytes = (sizeof(plan) + AISP_PAGE - 1) / AISP_PAGE * AISP_PAGE;
	char *p = mmap(NULL, bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		return 1;
	if (!seal_plan((const struct aisp_plan *)(void *)p))
		return LACKING;
	return !munmap(p, AISP_PAGE) || !munmap(p + bytes - AISP_PAGE, AISP_PAGE);
}

static bool is_open(int fd)
{
	return fcntl(fd, F_GETFD) >= 0;
}

/* Keeps descriptors 0 to 2 and the plan's blocks, and closes all others. */
static int descriptors(void)
{
	static struct aisp_report report;
	const int last = AISP_FD_BLOCKS + 4;

	for (int fd = 3; fd <= last; fd++)
		if (dup2(0, fd) < 0)
			return 1;
	plan.n_blocks = 2;
	aisp_sandbox_enter(&plan, &report);
	for (int fd = 3; fd <= last; fd++) {
		bool is_block = fd == AISP_FD_BLOCKS || fd == AISP_FD_BLOCKS + 1;

		if (fd >= AISP_FD_PLAN && is_open(fd) != is_block)
			return 2;
	}
	return !is_open(0) || !is_open(1) || !is_open(2);
}

/* Landlock can since Linux 6.12; the filter of system calls denies it everywhere. */
static bool has_scopes(void)
{
	return landlock_abi() >= 6;
}

static int signals(void)
{
	if (!has_scopes())
		return LACKING;
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (kill(getppid(), 0))
		return 1;
	if (!restrict_files(&plan))
		return 2;
	return !(kill(getppid(), 0) && errno == EPERM) || kill(getpid(), 0);
}

/* An abstract socket of a process outside. */
static struct sockaddr_un address = { .sun_family = AF_UNIX };
static socklen_t address_bytes;

static int dial(void)
{
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int rc = connect(fd, (struct sockaddr *)&address, address_bytes);

	close(fd);
	return rc;
}

static int sockets(void)
{
	if (!has_scopes())
		return LACKING;
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (dial())
		return 1;
	if (!restrict_files(&plan))
		return 2;
	return !(dial() && errno == EPERM);
}

/* The kernel stacks at most sixteen rulesets: the next one does not hold. */
static int too_many_rulesets(void)
{
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (!restrict_files(&plan))
		return LACKING;
	for (int i = 1; i < 16; i++)
		restrict_files(&plan);
	return restrict_files(&plan);
}

static int capabilities(void)
{
	struct __user_cap_header_struct head = { _LINUX_CAPABILITY_VERSION_3, 0 };
	struct __user_cap_data_struct now[2];

	if (!drop_capabilities() || syscall(SYS_capget, &head, now))
		return 1;
	return now[0].effective || now[0].permitted || now[1].effective ||
	       now[1].permitted || !prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) ||
	       prctl(PR_GET_DUMPABLE);
}

static int limits(void)
{
	struct rlimit files, cores, sizes;

	if (!limit_resources(&plan))
		return 1;
	getrlimit(RLIMIT_NOFILE, &files);
	getrlimit(RLIMIT_CORE, &cores);
	getrlimit(RLIMIT_FSIZE, &sizes);
	if (files.rlim_max != 64 || cores.rlim_max || sizes.rlim_max)
		return 2;
	return mmap(NULL, UINT64_C(1) << 33, PROT_NONE,
		    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) != MAP_FAILED;
}

/* A limit that is already lower may not be raised without the capability. */
static int limits_refused(void)
{
	const struct rlimit low = { 32, 32 };

	setrlimit(RLIMIT_NOFILE, &low);
	return !drop_capabilities() || limit_resources(&plan);
}

static int namespaces(void)
{
	if (!enter_namespaces(&plan))
		return LACKING;
	return dial() == 0; /* names are those of the network's namespace */
}

static int no_filter(void)
{
	static const struct aisp_filter none;

	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	return install(&none);
}

static int filter(void)
{
	static const struct sock_filter deny[] = {
		{ BPF_LD | BPF_W | BPF_ABS, 0, 0, 0 },
		{ BPF_JMP | BPF_JEQ | BPF_K, 0, 1, SYS_getppid },
		{ BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | EPERM },
		{ BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW },
	};
	const uint32_t before = 1u << AISP_LAYER_LANDLOCK | 1u << AISP_LAYER_LIMITS;
	struct aisp_report report = { .layers = before };

	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	aisp_sandbox_filter(&plan, &report);
	if (report.layers != before)
		return 2; /* the plan's filter is empty yet */
	plan.load_filter.n = 4;
	memcpy(plan.load_filter.code, deny, sizeof(deny));
	aisp_sandbox_filter(&plan, &report);
	if (report.layers == before)
		return LACKING;
	if (report.layers != (before | 1u << AISP_LAYER_SECCOMP))
		return 3;
	return syscall(SYS_getppid) >= 0;
}

/* A thread that started earlier: is the call denied to it as well? */
static volatile int is_filtered, was_denied = -1;

static void *ask_later(void *arg)
{
	while (!is_filtered)
		usleep(1000);
	was_denied = syscall(SYS_getppid) < 0;
	return arg;
}

static int threads(bool is_load)
{
	static const struct sock_filter deny[] = {
		{ BPF_LD | BPF_W | BPF_ABS, 0, 0, 0 },
		{ BPF_JMP | BPF_JEQ | BPF_K, 0, 1, SYS_getppid },
		{ BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | EPERM },
		{ BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW },
	};
	const struct sock_fprog program = { 4, (struct sock_filter *)(uintptr_t)deny };
	static struct aisp_filter f = { .n = 4 };
	pthread_t thread;

	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	memcpy(f.code, deny, sizeof(deny));
	memcpy(plan.run_program, &program, sizeof(program));
	if (pthread_create(&thread, NULL, ask_later, NULL))
		return 1;
	if (is_load ? !install(&f) : !aisp_sandbox_confine(&plan))
		return LACKING;
	is_filtered = 1;
	pthread_join(thread, NULL);
	return was_denied != 1;
}

static int threads_loading(void)
{
	return threads(true);
}

static int threads_calling(void)
{
	return threads(false);
}

/* Inputs that can be mapped for writing, and inputs that cannot. */
static int readonly(void)
{
	int fd = memfd_create("inputs", MFD_ALLOW_SEALING);

	plan.n_in = 1;
	if (ftruncate(fd, AISP_PAGE) || dup2(fd, AISP_FD_INPUTS) < 0)
		return 1;
	if (inputs_are_readonly(&plan))
		return 2;
	fcntl(fd, F_ADD_SEALS, F_SEAL_WRITE);
	return !inputs_are_readonly(&plan);
}

int main(void)
{
	int listener = socket(AF_UNIX, SOCK_STREAM, 0);

	address_bytes =
		(socklen_t)offsetof(struct sockaddr_un, sun_path) + 1 +
		(socklen_t)snprintf(address.sun_path + 1, sizeof(address.sun_path) - 1,
				    "aisp-%d", getpid());
	if (bind(listener, (struct sockaddr *)&address, address_bytes) ||
	    listen(listener, 8))
		return 1;
	in_child(files, "files: libraries and the variant, nothing else, no writing");
	tmp_make();
	tmp_put("in/f", "x");
	tmp_put("out/f", "x");
	in_child(own_files, "files: its inputs are read, its outputs written");
	tmp_remove();
	in_child(rights, "files: of a driver each right for itself");
	in_child(seal, "the plan stays where it is, all of it");
	in_child(descriptors, "no descriptor but its blocks");
	in_child(signals, "signals: none to processes outside");
	in_child(sockets, "sockets: none to processes outside");
	in_child(too_many_rulesets, "a ruleset that the kernel refuses does not hold");
	in_child(capabilities, "no capabilities, and no way to gain any");
	in_child(limits, "limits of addresses, files and core dumps");
	in_child(limits_refused, "limits that could not be set do not hold");
	in_child(namespaces, "a network of its own");
	in_child(filter, "a filter of system calls, reported beside the other layers");
	in_child(threads_loading, "which binds threads that were there, too");
	in_child(threads_calling, "as the last one does");
	in_child(no_filter, "an empty filter does not hold");
	in_child(readonly, "inputs are read-only only if they are");
	return done();
}
