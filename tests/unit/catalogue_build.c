/* SPDX-License-Identifier: MIT */
#include <sys/stat.h>
#include <unistd.h>

#include "judge/build.h"
#include "tap.h"
#include "unit/store_tmp.h"

static struct aisp_paths paths;
static struct aisp_err err;
static char dir[PATH_MAX], out[PATH_MAX];

static int exists(const char *name)
{
	char path[2 * PATH_MAX];

	snprintf(path, sizeof(path), "%s/%s", out, name);
	return !access(path, R_OK);
}

int main(void)
{
	char object[2 * PATH_MAX], blank[PATH_MAX + 8];
	const char *objects[] = { object };

	if (!realpath(".", paths.root) || access("mk/pairs.mk", R_OK))
		skip_all("not run from the root of the source tree");
	tmp_make();
	snprintf(dir, sizeof(dir), "%s/pairs", tmp_base);
	snprintf(out, sizeof(out), "%s/out/deep", tmp_base);
	tmp_put("pairs/baseline_x.c", "int aisp_variant;\n");
	tmp_put("pairs/optimized_x.cu", "__global__ void k();\n");

	ok(!aisp_pairs_build(&paths, dir, out, true, &err),
	   "builds; a .cu file does no harm");
	ok(exists("baseline_x.c.so") && exists("baseline_x.c.so.cmd"), "the object");

	snprintf(object, sizeof(object), "%s/baseline_x.c.fma.so", out);
	ok(!exists("baseline_x.c.fma.so") &&
		   !aisp_pairs_build_objects(&paths, dir, out, objects, 1, &err) &&
		   exists("baseline_x.c.fma.so"),
	   "an object on demand");

	setenv("MAKEFLAGS", "n", 1);
	tmp_put("pairs/baseline_y.c", "int aisp_variant;\n");
	ok(!aisp_pairs_build(&paths, dir, out, true, &err) && exists("baseline_y.c.so"),
	   "an outer make's flags do not reach ours");
	unsetenv("MAKEFLAGS");

	tmp_put("pairs/baseline_z.c", "int aisp_variant = nothing_there;\n");
	ok(!aisp_pairs_build(&paths, dir, out, true, &err) &&
		   exists("baseline_z.c.so.why") && !exists("baseline_z.c.so") &&
		   exists("baseline_y.c.so"),
	   "an error in one source does not stop the others");
	snprintf(object, sizeof(object), "%s/baseline_z.c.so", out);
	ok(aisp_pairs_build_objects(&paths, dir, out, objects, 1, &err) == -1,
	   "but what was asked for by name must build");
	ok(says(err.msg, "baseline_z.c:1") && says(err.msg, "nothing_there") &&
		   says(err.msg, "build.log"),
	   "the message has the compiler's words and the log");
	ok(!strstr(err.msg, "***"), "and not make's");
	snprintf(object, sizeof(object), "%s/nothing.so", out);
	ok(aisp_pairs_build_objects(&paths, dir, out, objects, 1, &err) == -1 &&
		   says(err.msg, "No rule to make target"),
	   "unless only make has something to say");

	snprintf(blank, sizeof(blank), "%s/a b", tmp_base);
	ok(aisp_pairs_build(&paths, blank, out, true, &err) == -1 &&
		   says(err.msg, "a b") && says(err.msg, "rename"),
	   "a blank in the path");
	setenv("PATH", tmp_base, 1);
	ok(aisp_pairs_build(&paths, dir, out, true, &err) == -1 &&
		   says(err.msg, "make is not installed"),
	   "no make");
	tmp_remove();
	return done();
}
