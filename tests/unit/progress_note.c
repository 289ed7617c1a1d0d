/* SPDX-License-Identifier: MIT
 *
 * Other processes can read a run's note while it lives.
 */
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/progress_note.h"
#include "tap.h"
#include "unit/store_tmp.h"

static struct aisp_rundir dir;
static struct aisp_progress_note notes[2];
static struct aisp_err err;

static int list(void)
{
	return aisp_progress_note_list(tmp_base, notes, 2);
}

static int n_descriptors(void)
{
	DIR *d = opendir("/proc/self/fd");
	int n = 0;

	while (d && readdir(d))
		n++;
	if (d)
		closedir(d);
	return n;
}

static void test_living(void)
{
	const struct aisp_progress_note note = { .started = "2026-11-21T07:30:00Z",
						 .command = "aisp bench\nrun",
						 .target = "ch07:transpose",
						 .group = 3,
						 .n_groups = 9,
						 .block = 12,
						 .next_look = 20,
						 .left_s = 41 };

	ok(!aisp_rundir_begin(&dir, tmp_base, &err) && list() == 0,
	   "a run that noted nothing");
	ok(!aisp_progress_note_put(&dir, &note, &err) && list() == 1, "one that did");
	ok(same(notes[0].started, note.started) && same(notes[0].target, note.target),
	   "since when, and at what");
	ok(same(notes[0].command, "aisp bench run"), "its command on one line");
	ok(notes[0].group == 3 && notes[0].n_groups == 9, "which group of how many");
	ok(notes[0].block == 12 && notes[0].next_look == 20 && notes[0].left_s == 41,
	   "which block, the next look, and how long still");
}

/* Files of others may hold anything. */
static void test_no_file(void)
{
	char path[PATH_MAX];
	int n = n_descriptors();

	snprintf(path, sizeof(path), "%s/%s/progress", tmp_base, dir.tmp);
	unlink(path);
	ok(!mkdir(path, 0700) && list() == 0, "a folder is no note");
	ok(n_descriptors() == n, "and stays open nowhere");
	rmdir(path);
}

int main(void)
{
	tmp_make();
	test_living();
	test_no_file();
	aisp_rundir_leave(&dir);
	ok(list() == 0, "a run that is over");
	tmp_remove();
	return done();
}
