/* SPDX-License-Identifier: MIT
 *
 * sandbox.c - layers of which each holds on its own; a layer that this kernel refuses
 * is missing from report->layers, and the judge reports that.
 */
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "worker.h"

/* Join the namespaces that aisp-mpi made for the ranks of a library. */
static bool join_namespaces(pid_t pid)
{
	int fd = (int)syscall(SYS_pidfd_open, pid, 0);
	bool has_joined = fd >= 0 && !setns(fd, CLONE_NEWUSER | CLONE_NEWNET |
							CLONE_NEWIPC | CLONE_NEWNS);

	if (fd >= 0)
		close(fd);
	return has_joined;
}

static bool enter_namespaces(const struct aisp_plan *p)
{
	if (p->group_pid)
		return join_namespaces(p->group_pid);
	return !unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWIPC);
}

static bool drop_capabilities(void)
{
	struct __user_cap_header_struct head = { _LINUX_CAPABILITY_VERSION_3, 0 };
	struct __user_cap_data_struct none[2] = { { 0 } };

	prctl(PR_SET_DUMPABLE, 0);
	return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
	       !syscall(SYS_capset, &head, none);
}

static bool set_limit(int resource, rlim_t value)
{
	struct rlimit r = { value, value };

	return !setrlimit((__rlimit_resource_t)resource, &r);
}

static bool limit_resources(const struct aisp_plan *p)
{
	if (p->memory_limit_bytes && !set_limit(RLIMIT_AS, p->memory_limit_bytes))
		return false;
	return set_limit(RLIMIT_CORE, 0) &&
	       set_limit(RLIMIT_FSIZE, p->file_limit_bytes) &&
	       set_limit(RLIMIT_NOFILE, p->max_descriptors);
}

static long landlock_abi(void)
{
	return syscall(SYS_landlock_create_ruleset, NULL, 0,
		       LANDLOCK_CREATE_RULESET_VERSION);
}

/* LANDLOCK_ACCESS_FS_TRUNCATE, if the kernel has it: since ABI 3 (Linux 6.2). */
static uint64_t truncation(void)
{
	return landlock_abi() >= 3 ? UINT64_C(1) << 14 : 0;
}

/* The right to write includes the right to truncate. */
static void allow_below(int ruleset, const char *path, uint64_t access)
{
	bool may_write = access & LANDLOCK_ACCESS_FS_WRITE_FILE;
	struct landlock_path_beneath_attr rule = {
		.allowed_access = access | (may_write ? truncation() : 0)
	};

	rule.parent_fd = open(path, O_PATH | O_CLOEXEC);
	if (rule.parent_fd < 0)
		return; /* what does not exist cannot be read either */
	syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
	close(rule.parent_fd);
}

static uint64_t landlock_rights(uint32_t rights)
{
	return (rights & AISP_FILE_READ ? LANDLOCK_ACCESS_FS_READ_FILE : 0) |
	       (rights & AISP_FILE_WRITE ? LANDLOCK_ACCESS_FS_WRITE_FILE : 0) |
	       (rights & AISP_FILE_EXECUTE ? LANDLOCK_ACCESS_FS_EXECUTE : 0) |
	       (rights & AISP_FILE_LIST ? LANDLOCK_ACCESS_FS_READ_DIR : 0) |
	       (rights & AISP_FILE_MAKE
			? LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_DIR |
				  LANDLOCK_ACCESS_FS_REMOVE_FILE |
				  LANDLOCK_ACCESS_FS_REMOVE_DIR
			: 0);
}

/*
 * Handles all rights to files of ABI 1 (bits up to MAKE_SYM), and truncation, for which
 * open() needs no right to write.  Since ABI 6 (Linux 6.12) it also forbids signals and
 * sockets to processes outside; ranks of a group may reach each other's sockets, and
 * their network namespace has no others.
 */
static int new_ruleset(bool is_in_group)
{
	const uint64_t signals = 2, sockets = 1;
	const struct {
		uint64_t files, network, scoped;
	} all = { (2 * LANDLOCK_ACCESS_FS_MAKE_SYM - 1) | truncation(), 0,
		  is_in_group ? signals : signals | sockets };

	return (int)syscall(SYS_landlock_create_ruleset, &all,
			    landlock_abi() >= 6 ? sizeof(all) : sizeof(all.files), 0);
}

/* Allow reading libraries and what they ask about the machine; writing only outputs. */
static bool restrict_files(const struct aisp_plan *p)
{
	static const char *const libraries[] = {
		"/usr/lib", "/usr/lib64", "/usr/local/lib",
		"/lib",     "/lib64",     "/sys/devices/system"
	};
	const uint64_t file = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_EXECUTE;
	int ruleset = new_ruleset(p->group_pid);
	bool held;

	if (ruleset < 0)
		return false;
	for (size_t i = 0; i < sizeof(libraries) / sizeof(libraries[0]); i++)
		allow_below(ruleset, libraries[i], file | LANDLOCK_ACCESS_FS_READ_DIR);
	allow_below(ruleset, "/etc/ld.so.cache", LANDLOCK_ACCESS_FS_READ_FILE);
	allow_below(ruleset, p->variant_path, file);
	if (p->launcher_path[0])
		allow_below(ruleset, p->launcher_path, file);
	for (int i = 0; i < AISP_MAX_FILES && p->files[i].path[0]; i++)
		allow_below(ruleset, p->files[i].path,
			    landlock_rights(p->files[i].rights));
	if (p->scratch_path[0])
		allow_below(ruleset, p->scratch_path, LANDLOCK_ACCESS_FS_READ_FILE);
	if (p->written_dir[0])
		allow_below(ruleset, p->written_dir,
			    LANDLOCK_ACCESS_FS_READ_FILE |
				    LANDLOCK_ACCESS_FS_WRITE_FILE);
	held = !syscall(SYS_landlock_restrict_self, ruleset, 0);
	close(ruleset);
	return held;
}

static bool install(const struct aisp_filter *f)
{
	struct sock_fprog program = {
		.len = (unsigned short)f->n,
		.filter = (struct sock_filter *)(uintptr_t)f->code
	};

	return f->n && !syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
				SECCOMP_FILTER_FLAG_TSYNC, &program);
}

/* Try to map inputs writable, which the seal on the memory file must refuse. */
static bool inputs_are_readonly(const struct aisp_plan *p)
{
	void *w;

	if (!p->n_in)
		return true;
	w = mmap(NULL, AISP_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, AISP_FD_INPUTS,
		 0);
	if (w == MAP_FAILED)
		return true;
	munmap(w, AISP_PAGE);
	return false;
}

/*
 * The memory at the plan's address decides which filter may still be installed: seal
 * it, so that nothing else can be mapped there.
 */
static bool seal_plan(const struct aisp_plan *p)
{
#ifndef SYS_mseal
#define SYS_mseal 462 /* Linux 6.10 */
#endif
	size_t bytes = (sizeof(*p) + AISP_PAGE - 1) / AISP_PAGE * AISP_PAGE;

	return !syscall(SYS_mseal, (uintptr_t)p, bytes, 0);
}

void aisp_sandbox_enter(const struct aisp_plan *p, struct aisp_report *r)
{
	uint32_t held = 0;

	held |= (uint32_t)seal_plan(p) << AISP_LAYER_PLAN;
	held |= (uint32_t)inputs_are_readonly(p) << AISP_LAYER_READONLY;
	close_range(AISP_FD_PLAN, AISP_FD_BLOCKS - 1, 0);
	close_range(AISP_FD_BLOCKS +
			    (p->ranks.n_nodes > 1 ? AISP_MAX_RANKS : p->n_blocks),
		    ~0u, 0);
	held |= (uint32_t)enter_namespaces(p) << AISP_LAYER_NAMESPACES;
	held |= (uint32_t)drop_capabilities() << AISP_LAYER_NO_CAPS;
	held |= (uint32_t)limit_resources(p) << AISP_LAYER_LIMITS;
	held |= (uint32_t)restrict_files(p) << AISP_LAYER_LANDLOCK;
	r->layers = held;
}

void aisp_sandbox_filter(const struct aisp_plan *p, struct aisp_report *r)
{
	if (install(&p->load_filter))
		r->layers |= 1u << AISP_LAYER_SECCOMP;
}

bool aisp_sandbox_confine(const struct aisp_plan *p)
{
	/* Threads that setup() started are bound too. */
	return !syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC,
			p->run_program);
}
