/* SPDX-License-Identifier: MIT
 *
 * A run folder on a disk that is full, or read-only: a small tmpfs that only
 * this process sees.
 */
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include "store/rundir.h"
#include "tap.h"
#include "unit/store_tmp.h"

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

	mount(NULL, tmp_base, NULL, MS_REMOUNT | MS_RDONLY, NULL);
	ok(aisp_rundir_begin(&r, artifacts, &err) == -1 && says(err.msg, artifacts) &&
		   says(err.msg, "Read-only file system") &&
		   says(err.msg, "--artifacts-dir"),
	   "read-only: named, with the remedy");
	umount(tmp_base);
	tmp_remove();
	free(big);
	return done();
}
