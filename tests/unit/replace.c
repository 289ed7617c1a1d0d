/* SPDX-License-Identifier: MIT
 *
 * A file that is replaced as a whole, or not at all.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/replace.h"
#include "tap.h"
#include "unit/store_tmp.h"

/* Does the file hold that? */
static bool holds(int dir_fd, const char *name, const char *want)
{
	char text[64] = "";
	int fd = openat(dir_fd, name, O_RDONLY | O_CLOEXEC);
	bool is_same =
		fd >= 0 && read(fd, text, sizeof(text) - 1) >= 0 && !strcmp(text, want);

	if (fd >= 0)
		close(fd);
	return is_same;
}

int main(void)
{
	int fd;

	tmp_make();
	fd = open(tmp_base, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	ok(!aisp_replace_file(fd, "a", "one", 3) && holds(fd, "a", "one"),
	   "a new file");
	ok(!aisp_replace_file(fd, "a", "22", 2) && holds(fd, "a", "22"),
	   "another text");
	ok(!aisp_replace_note(fd, "a", "3", 1) && holds(fd, "a", "3"), "a note");
	ok(faccessat(fd, ".a.part", F_OK, 0) == -1, "nothing beside it");
	mkdirat(fd, "d", 0777);
	mkdirat(fd, "d/full", 0777);
	ok(aisp_replace_file(fd, "d", "one", 3) == -1 && errno == EISDIR,
	   "what cannot take its place is an error");
	ok(faccessat(fd, ".d.part", F_OK, 0) == -1, "and leaves nothing");
	close(fd);
	tmp_remove();
	return done();
}
