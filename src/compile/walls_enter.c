/* SPDX-License-Identifier: MIT
 *
 * walls_enter.c - put up the walls between fork() and execve(): nothing here allocates.
 */
#include <linux/capability.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdbool.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "walls_parts.h"

#define MAX_PROCESSES 512

static bool drop_privileges(void)
{
	struct __user_cap_header_struct head = { _LINUX_CAPABILITY_VERSION_3, 0 };
	struct __user_cap_data_struct none[2] = { { 0 } };

	return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
	       !syscall(SYS_capset, &head, none);
}

/* SIGXCPU at the limit of CPU time says what happened; SIGKILL a second later does not.
 */
static bool set_limit(int resource, rlim_t value)
{
	struct rlimit r = { value, value + (resource == RLIMIT_CPU) };

	return !setrlimit((__rlimit_resource_t)resource, &r);
}

/* The kernel counts the processes of a user: limit them only in a namespace of users.
 */
static bool limit(const struct aisp_within *w, bool has_namespaces)
{
	return set_limit(RLIMIT_CPU, (rlim_t)w->cpu_s) &&
	       set_limit(RLIMIT_AS, (rlim_t)w->memory_bytes) &&
	       set_limit(RLIMIT_FSIZE, (rlim_t)AISP_WALL_FILE_BYTES) &&
	       set_limit(RLIMIT_CORE, 0) && set_limit(RLIMIT_NOFILE, 1024) &&
	       (!has_namespaces || set_limit(RLIMIT_NPROC, MAX_PROCESSES));
}

uint32_t aisp_walls_enter(const struct aisp_wall_plan *p)
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
