/* SPDX-License-Identifier: MIT
 *
 * walls_probe.c - try behind the walls what each must refuse.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "walls_parts.h"

/* Can a file be made in that directory? */
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

/* Can a file grow beyond the limit? */
static bool can_grow(const char *dir)
{
	char path[4400];
	bool grew;
	int fd;

	snprintf(path, sizeof(path), "%s/probe", dir);
	signal(SIGXFSZ, SIG_IGN);
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	grew = fd < 0 || !ftruncate(fd, (off_t)AISP_WALL_FILE_BYTES + 1);
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

/* A wall counts only if it refused what was tried. */
static uint32_t try_walls(const struct aisp_wall_plan *p, const char *scratch)
{
	char before[64] = "", after[64] = "", above[4200];
	uint32_t held, refused = 0;
	int fd;

	(void)!readlink("/proc/self/ns/net", before, sizeof(before) - 1);
	held = aisp_walls_enter(p);
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
	struct aisp_wall_plan *plan = calloc(1, sizeof(*plan));
	uint32_t held = 0;
	int status = 0;
	pid_t pid;

	if (!plan)
		return 0;
	*plan = (struct aisp_wall_plan){ .within = &within, .cwd = "/" };
	aisp_walls_filter(plan);
	plan->ruleset = aisp_walls_ruleset(&within);
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
