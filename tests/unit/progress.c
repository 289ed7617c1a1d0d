/* SPDX-License-Identifier: MIT
 *
 * Where there is no terminal, a long run says at times how far it is; a short one says
 * nothing.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/progress.h"
#include "tap.h"

#define SECOND INT64_C(1000000000)

static const struct aisp_group group = {
	.chapter = "ch01", .workload = "sum", .position = 1, .n_groups = 3
};

/* What is written about a block after so many seconds of silence. */
static const char *said(double silent_s, int block, int next_look)
{
	static char text[200];
	int kept = dup(STDERR_FILENO), file = memfd_create("said", MFD_CLOEXEC);
	struct progress_line line;
	struct aisp_progress progress;
	ssize_t n;

	dup2(file, STDERR_FILENO);
	progress = progress_begin(&line);
	line.said_ns -= (int64_t)(silent_s * SECOND);
	progress.block(progress.arg, &group, block, next_look);
	progress.block(progress.arg, &group, block, next_look);
	dup2(kept, STDERR_FILENO);
	close(kept);
	n = pread(file, text, sizeof(text) - 1, 0);
	text[n < 0 ? 0 : n] = '\0';
	close(file);
	return text;
}

int main(void)
{
	ok(!*said(0, 0, -1) && !*said(0, 5, 20), "nothing at first");
	ok(!strcmp(said(11, 0, -1), "[2/3] ch01:sum preparing\n"),
	   "a group, once, after ten seconds of silence");
	ok(!*said(11, 5, 20), "a block not yet");
	ok(!strncmp(said(61, 5, 20), "[2/3] ch01:sum block 6 of 20, about ", 36),
	   "but after a minute");
	return done();
}
