/* SPDX-License-Identifier: MIT
 *
 * The copy of a journal on a disk that is full for a while ends there, and no line
 * follows half a line.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/journal.h"
#include "tap.h"

#define ROOM_BYTES 20 /* of the second line, which is longer */

static void add(struct aisp_journal *j)
{
	aisp_journal_add(j, json_pack("{ss}", "kind", "launch"));
}

static void limit(rlim_t bytes)
{
	struct rlimit r;

	getrlimit(RLIMIT_FSIZE, &r);
	r.rlim_cur = bytes;
	setrlimit(RLIMIT_FSIZE, &r);
}

static off_t size_of(int fd)
{
	struct stat st;

	return fstat(fd, &st) ? -1 : st.st_size;
}

int main(void)
{
	char path[] = "/tmp/aisp-journal-XXXXXX";
	struct aisp_journal j;
	int fd = mkstemp(path);
	off_t full;

	unlink(path);
	signal(SIGXFSZ, SIG_IGN);
	aisp_journal_init(&j);
	aisp_journal_follow(&j, fcntl(fd, F_DUPFD_CLOEXEC, 0));
	add(&j);
	ok(size_of(fd) == (off_t)j.n_bytes, "a line is copied");
	full = size_of(fd) + ROOM_BYTES;
	limit((rlim_t)full);
	add(&j);
	limit(RLIM_INFINITY);
	add(&j);
	ok(size_of(fd) == full, "nothing follows half a line");
	ok(j.n_lines == 3 && !j.has_failed, "the journal itself goes on");
	aisp_journal_release(&j);
	close(fd);
	return done();
}
