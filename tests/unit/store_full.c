/* SPDX-License-Identifier: MIT
 *
 * A run folder, an expectation and a history on a disk that is full, or read-only: a
 * small tmpfs that only this process sees.
 */
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include "store/expect.h"
#include "store/history.h"
#include "store/rundir.h"
#include "tap.h"
#include "unit/run_of.h"
#include "unit/store_result.h"
#include "unit/store_tmp.h"

#define AT(path) (&(struct aisp_expect_place){ path, true })

#define BIG (1 << 20)

static struct aisp_err err;

static int mount_small(void)
{
	if (unshare(CLONE_NEWNS) && unshare(CLONE_NEWUSER | CLONE_NEWNS))
		return -1;
	/* Without this the mount could reach the parent's namespace. */
	if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL))
		return -1;
	return mount("tmpfs", tmp_base, "tmpfs", 0, "size=256k");
}

/* Writes until the disk is full; the older file must still be there. */
static void test_expectation(void)
{
	struct aisp_expect e = { .machine.slug = "m",
				 .target = "c:t@cpu",
				 .distribution = "normal",
				 .baseline = "baseline_t",
				 .over = "naive",
				 .date = "2026-11-21T09:01:00Z",
				 .grade = 'C',
				 .machine.fingerprint = "0123456789abcdef",
				 .n_launches = 3,
				 .confidence = 0.9 };
	struct aisp_expect_file f;
	char dir[128], path[PATH_MAX];
	int n = 0;

	e.metrics[0].value = 2;
	snprintf(dir, sizeof(dir), "%s/e", tmp_base);
	aisp_expect_path(path, sizeof(path), dir, "m", e.target, &err);
	while (n < 2000 && !aisp_expect_accept(AT(dir), &e, &err))
		snprintf(e.params, sizeof(e.params), "n=%d %0800d", ++n, 0);
	ok(n < 2000 && says(err.msg, "t@cpu.txt: No space left on device") &&
		   says(err.msg, "free some space"),
	   "an expectation: named, with the remedy");
	ok(!aisp_expect_load(&f, path, &err) && f.n == n, "the old file is whole");
	snprintf(strrchr(path, '/'), 64, "/.t@cpu.txt.part");
	ok(access(path, F_OK), "and the half of the new one is gone");
	free(f.entries);
	aisp_tree_remove(dir, NULL);
}

/* A run that does not fit is not entered; those before it stay. */
static void test_history(void)
{
	json_t *m = manifest_json("AMD EPYC", 2), *results = result_json(2, 1.9, 2.1);
	struct aisp_history_rows rows = { 0 };
	struct aisp_history_filter all = { 0 };
	struct aisp_history *h;
	char path[128];
	int n = 0;

	snprintf(path, sizeof(path), "%s/h/h.sqlite", tmp_base);
	h = aisp_history_open(path, true, &err);
	while (h && n < 1000 && !enter_documents(h, results, m, &err)) {
		char seed[32];

		snprintf(seed, sizeof(seed), "%d", ++n);
		json_object_set_new(json_object_get(results, "run"), "seed",
				    json_string(seed));
	}
	ok(n > 0 && n < 1000 && says(err.msg, path) && says(err.msg, "free some space"),
	   "a history: named, with the remedy");
	if (h)
		aisp_history_read(&rows, h, &all, &err);
	ok(rows.n == n, "what was entered before is there");
	aisp_history_close(h);
	aisp_history_rows_release(&rows);
	json_decref(results);
	json_decref(m);
	*strrchr(path, '/') = '\0';
	aisp_tree_remove(path, NULL);
}

static void test_read_only(void)
{
	struct aisp_expect e = { .machine.slug = "m", .target = "c:t@cpu" };
	json_t *m = manifest_json("AMD EPYC", 2), *results = result_json(2, 1.9, 2.1);
	struct aisp_history_rows rows = { 0 };
	struct aisp_history_filter all = { 0 };
	struct aisp_history *h;
	char path[128];

	snprintf(path, sizeof(path), "%s/kept.sqlite", tmp_base);
	mount(NULL, tmp_base, NULL, MS_REMOUNT, NULL);
	h = aisp_history_open(path, true, &err);
	ok(h && !enter_documents(h, results, m, &err), "a history is made");
	aisp_history_close(h);
	mount(NULL, tmp_base, NULL, MS_REMOUNT | MS_RDONLY, NULL);
	h = aisp_history_open(path, true, &err);
	ok((!h || enter_documents(h, results, m, &err) == -1) &&
		   says(err.msg, "with --history FILE)"),
	   "nothing can be entered: named, with the remedy");
	aisp_history_close(h);
	h = aisp_history_open(path, false, &err);
	if (h)
		aisp_history_read(&rows, h, &all, &err);
	ok(rows.n == 1, "but it can be read");
	aisp_history_close(h);
	ok(aisp_expect_accept(AT(tmp_base), &e, &err) == -1 &&
		   says(err.msg, "Read-only file system") &&
		   says(err.msg, "--expectations DIR"),
	   "nor can an expectation be written");
	aisp_history_rows_release(&rows);
	json_decref(results);
	json_decref(m);
}

int main(void)
{
	char artifacts[128], text[] = "{}", *big = calloc(1, BIG);
	struct aisp_rundir r;

	tmp_make();
	if (mount_small()) {
		tmp_remove();
		skip_all("no mounts allowed here");
	}
	snprintf(artifacts, sizeof(artifacts), "%s/artifacts", tmp_base);
	ok(!aisp_rundir_begin(&r, artifacts, &err) &&
		   !aisp_rundir_put_text(&r, "results.json", text, 2, &err) &&
		   !aisp_rundir_commit(&r, &err),
	   "a small run fits");

	aisp_rundir_begin(&r, artifacts, &err);
	ok(aisp_rundir_put_text(&r, "results.json", big, BIG, &err) == -1 &&
		   says(err.msg, "results.json: No space left on device") &&
		   says(err.msg, "free some space"),
	   "full: named, with the remedy");
	aisp_rundir_abort(&r);
	ok(!aisp_rundir_begin(&r, artifacts, &err) &&
		   !aisp_rundir_put_text(&r, "results.json", text, 2, &err) &&
		   !aisp_rundir_commit(&r, &err),
	   "what was written is gone, and the space free again");

	test_expectation();
	test_history();

	mount(NULL, tmp_base, NULL, MS_REMOUNT | MS_RDONLY, NULL);
	ok(aisp_rundir_begin(&r, artifacts, &err) == -1 && says(err.msg, artifacts) &&
		   says(err.msg, "Read-only file system") &&
		   says(err.msg, "--artifacts-dir"),
	   "read-only: named, with the remedy");
	test_read_only();
	umount(tmp_base);
	tmp_remove();
	free(big);
	return done();
}
