/* SPDX-License-Identifier: MIT
 *
 * Files that change between two looks, or only seem to change.
 */
#include <unistd.h>

#include "base/file_identity.h"
#include "store_tmp.h"
#include "tap.h"

int main(void)
{
	struct aisp_file_identity o[AISP_N_FILES] = { 0 };
	char path[AISP_N_FILES][80];
	const char *const paths[] = { path[0], path[1], path[2] };

	tmp_make();
	for (int i = 0; i < AISP_N_FILES; i++) {
		snprintf(path[i], sizeof(path[i]), "%s/%d", tmp_base, i);
		tmp_put(strrchr(path[i], '/') + 1, "first");
	}
	ok(aisp_files_changed(o, paths) == 0, "the first look");
	ok(aisp_files_changed(o, paths) == 0, "nothing happened");
	tmp_put("1", "first");
	ok(aisp_files_changed(o, paths) == 0, "written anew, the same");
	tmp_put("1", "other");
	ok(aisp_files_changed(o, paths) == 1, "another of the same size");
	ok(aisp_files_changed(o, paths) == 1, "and it stays so");
	unlink(path[2]);
	ok(aisp_files_changed(o, paths) == 2, "one is gone");
	tmp_put("1", "first");
	tmp_put("2", "first");
	ok(aisp_files_changed(o, paths) == 0, "as at first again");
	tmp_remove();
	return done();
}
