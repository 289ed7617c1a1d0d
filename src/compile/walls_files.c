/* SPDX-License-Identifier: MIT
 *
 * walls_files.c - the files that a program behind the walls may use, by Landlock.
 */
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "walls_parts.h"

#define LANDLOCK_TRUNCATE  (UINT64_C(1) << 14)                   /* ABI 3 */
#define LANDLOCK_IOCTL_DEV (UINT64_C(1) << 15)                   /* ABI 5 */
#define LANDLOCK_ALL_FILES (2 * LANDLOCK_ACCESS_FS_MAKE_SYM - 1) /* ABI 1 */
#define LANDLOCK_ALL_TCP   3 /* ABI 4: bind and connect */
#define LANDLOCK_ALL_SCOPE 3 /* ABI 6: abstract sockets and signals */

static long landlock_abi(void)
{
	return syscall(SYS_landlock_create_ruleset, NULL, 0,
		       LANDLOCK_CREATE_RULESET_VERSION);
}

/* Landlock refuses a rule that gives a file the rights of a directory. */
static void allow(int ruleset, const char *path, uint64_t access)
{
	const uint64_t of_file = LANDLOCK_ACCESS_FS_READ_FILE |
				 LANDLOCK_ACCESS_FS_WRITE_FILE |
				 LANDLOCK_ACCESS_FS_EXECUTE;
	struct landlock_path_beneath_attr rule = { .allowed_access = access };
	struct stat st;

	rule.parent_fd = open(path, O_PATH | O_CLOEXEC);
	if (rule.parent_fd < 0)
		return; /* it does not exist, and needs no rule */
	if (!fstat(rule.parent_fd, &st) && !S_ISDIR(st.st_mode))
		rule.allowed_access &= of_file;
	syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
	close(rule.parent_fd);
}

/*
 * Deny every right that this kernel can deny: to files, since ABI 4 to TCP, since ABI 6
 * to signals and abstract sockets of other processes.
 */
static int new_ruleset(void)
{
	struct {
		uint64_t files, network, scoped;
	} all = { LANDLOCK_ALL_FILES, LANDLOCK_ALL_TCP, LANDLOCK_ALL_SCOPE };
	long abi = landlock_abi();
	size_t n_members = abi >= 6 ? 3 : abi >= 4 ? 2 : 1;

	all.files |= abi >= 3 ? LANDLOCK_TRUNCATE : 0;
	all.files |= abi >= 5 ? LANDLOCK_IOCTL_DEV : 0;
	return (int)syscall(SYS_landlock_create_ruleset, &all,
			    n_members * sizeof(uint64_t), 0);
}

static void allow_each(int ruleset, const char *const *paths, uint64_t access)
{
	for (; *paths; paths++)
		allow(ruleset, *paths, access);
}

int aisp_walls_ruleset(const struct aisp_within *w)
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
