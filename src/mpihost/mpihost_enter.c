/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <unistd.h>

#include "mpihost.h"

static int put(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : write(fd, text, strlen(text));

	if (fd >= 0)
		close(fd);
	return n == (ssize_t)strlen(text) ? 0 : -1;
}

/* Maps it to itself: a file system refuses files of unknown users. */
static int map_user(uid_t uid, gid_t gid)
{
	char users[32], groups[32];

	snprintf(users, sizeof(users), "%u %u 1", uid, uid);
	snprintf(groups, sizeof(groups), "%u %u 1", gid, gid);
	return put("/proc/self/setgroups", "deny") ||
			       put("/proc/self/uid_map", users) ||
			       put("/proc/self/gid_map", groups)
		       ? -1
		       : 0;
}

static int raise_loopback(void)
{
	struct ifreq lo = { .ifr_name = "lo", .ifr_flags = IFF_UP };
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	int rc = fd < 0 ? -1 : ioctl(fd, SIOCSIFFLAGS, &lo);

	if (fd >= 0)
		close(fd);
	return rc;
}

static int mount_dir(void)
{
	return mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
	       mount("aisp-mpi", AISP_MPIHOST_DIR, "tmpfs",
		     MS_NOSUID | MS_NODEV | MS_NOEXEC,
		     "mode=1777,size=" AISP_MPIHOST_BYTES);
}

int aisp_mpihost_enter(char *why, size_t size)
{
	uid_t uid = geteuid();
	gid_t gid = getegid();
	const char *what = NULL;

	if (unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWNS))
		what = "namespaces of its own";
	else if (map_user(uid, gid))
		what = "a user in its namespace";
	else if (raise_loopback())
		what = "a loopback interface";
	else if (mount_dir())
		what = "a file system on " AISP_MPIHOST_DIR;
	if (!what)
		return 0;
	snprintf(why, size, "this kernel, or container, refuses its ranks %s (%s)",
		 what, strerror(errno));
	return -1;
}
