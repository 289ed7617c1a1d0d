/* SPDX-License-Identifier: MIT
 *
 * Objects of pairs: which are built, when they are built again, and which are rejected.
 */
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "compile/compile.h"
#include "tap.h"
#include "unit/store_tmp.h"

static struct aisp_paths paths;
static struct aisp_err err;
static char dir[PATH_MAX], out[PATH_MAX];
static struct aisp_build_item item;

static int exists(const char *name)
{
	char path[2 * PATH_MAX];

	snprintf(path, sizeof(path), "%s/%s", out, name);
	return !access(path, R_OK);
}

static int holds(const char *name, const char *text)
{
	char path[2 * PATH_MAX], found[8192] = "";
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", out, name);
	f = fopen(path, "re");
	if (!f)
		return 0;
	found[fread(found, 1, sizeof(found) - 1, f)] = '\0';
	fclose(f);
	return strstr(found, text) != NULL;
}

static int build(const char *object, int cpu_s)
{
	const struct aisp_builder b = { .paths = &paths, .cpu_s = cpu_s };

	item = (struct aisp_build_item){ .dir = dir, .out = out, .object = object };
	return aisp_build(&b, &item, 1, &err) ? -1 : (int)item.state;
}

static int is_built(const char *object)
{
	return build(object, 0) == AISP_BUILD_BUILT && exists(object);
}

static int is_fresh(const char *object)
{
	return build(object, 0) == AISP_BUILD_FRESH;
}

static int is_broken(const char *object, const char *word)
{
	return build(object, 5) == AISP_BUILD_BROKEN && says(item.why, word) &&
	       !exists(object) && aisp_build_is_broken(item.why);
}

static void put_out(const char *name, const char *text)
{
	char path[2 * PATH_MAX];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", out, name);
	f = fopen(path, "we");
	if (f) {
		fputs(text, f);
		fclose(f);
	}
}

static void test_objects(void)
{
	tmp_put("pairs/own.h", "#define OWN 1\n");
	tmp_put("pairs/baseline_x.c", "#include \"own.h\"\nint aisp_variant = OWN;\n");
	ok(is_built("baseline_x.c.so"), "an object");
	ok(holds("baseline_x.c.so.cmd", "-O2 -g") &&
		   holds("baseline_x.c.so.cmd", "-iquote") &&
		   !holds("baseline_x.c.so.cmd", ".tmp"),
	   "its command line lies beside it, as one would type it");
	ok(holds("baseline_x.c.so.stamp", "$(SRC)/own.h") &&
		   !holds("baseline_x.c.so.stamp", "/usr/"),
	   "what it was made of: our own files by their names");
	ok(is_fresh("baseline_x.c.so"), "is built once");
	ok(is_built("baseline_x.c.fma.so"), "with other rounding");
	tmp_put("pairs/own.h", "#define OWN 2\n");
	ok(is_built("baseline_x.c.so"), "again when a header has changed");
	setenv("MAKEFLAGS", "n", 1);
	setenv("CPATH", "/nowhere", 1);
	ok(is_fresh("baseline_x.c.so"), "the caller's settings do not reach it");
	unsetenv("MAKEFLAGS");
	unsetenv("CPATH");
}

static void test_foreign(void)
{
	put_out("baseline_x.c.so", "foreign");
	ok(is_built("baseline_x.c.so") && !holds("baseline_x.c.so", "foreign"),
	   "a foreign object is not taken for ours");
	put_out("baseline_x.c.so.stamp", "aisp object 1\n");
	ok(is_built("baseline_x.c.so"), "nor one whose stamp says nothing");
	tmp_put("pairs/baseline_x.c", "/*\n * FLAGS: -O0\n */\nint aisp_variant;\n");
	ok(is_built("baseline_x.c.so") && holds("baseline_x.c.so.cmd", "-O0"),
	   "other options make another object");
}

static void test_broken(void)
{
	tmp_put("pairs/baseline_z.c", "int aisp_variant = nothing_there;\n");
	ok(is_broken("baseline_z.c.so", "baseline_z.c:1") &&
		   says(item.why, "nothing_there"),
	   "the reason is the compiler's");
	ok(holds("baseline_z.c.so.why", "nothing_there") &&
		   holds("build.log", "nothing_there"),
	   "it lies beside, and the log");
	tmp_put("pairs/baseline_z.c",
		"/*\n * LIBS: -lnosuchthing\n */\nint aisp_variant;\n");
	ok(is_broken("baseline_z.c.so", "cannot find -lnosuchthing"), "the linker's");
	tmp_put("pairs/baseline_z.c", "/*\n * FLAGS: -fplugin=x.so\n */\n");
	ok(is_broken("baseline_z.c.so", "baseline_z.c:2: FLAGS: '-fplugin=x.so'"),
	   "an option that is not allowed: file, line and word");
	tmp_put("pairs/baseline_z.c", "/*\n * NEEDS: no/such.h\n */\n");
	ok(build("baseline_z.c.so", 0) == AISP_BUILD_SKIPPED &&
		   says(item.why, "no/such.h is not installed"),
	   "a header that is needed");
	ok(is_broken("nothing.c.so", "No such file"), "no source");
}

/* Sources whose compilation never ends, or takes all memory. */
static void test_bombs(void)
{
	char link[PATH_MAX + 16];

	tmp_put("pairs/baseline_z.c", "#include \"/dev/zero\"\n");
	ok(build("baseline_z.c.so", 5) == AISP_BUILD_BROKEN &&
		   (strstr(item.why, "/dev/zero") || strstr(item.why, "memory")),
	   "a device instead of a header");
	tmp_put("pairs/baseline_z.c", "#include \"pipe.h\"\n");
	snprintf(link, sizeof(link), "%s/pipe.h", dir);
	ok(!mkfifo(link, 0600) && build("baseline_z.c.so", 1) == AISP_BUILD_BROKEN &&
		   says(item.why, "had not ended after 4 s"),
	   "a pipe");
	unlink(link);
	tmp_put("pairs/baseline_z.c",
		"#define A(x) x x x x x x x x x x\n#define B(x) A(A(A(x)))\n"
		"int a[] = { B(B(B(B(1 +)))) };\n");
	ok(build("baseline_z.c.so", 2) == AISP_BUILD_BROKEN &&
		   (strstr(item.why, "CPU time limit") || strstr(item.why, "memory") ||
		    strstr(item.why, "had not ended")),
	   "macros without end");
	snprintf(link, sizeof(link), "%s/baseline_z.c", dir);
	unlink(link);
	ok(!symlink("/dev/zero", link) &&
		   is_broken("baseline_z.c.so", "not a regular file"),
	   "a device instead of the source");
	unlink(link);
}

static int build_until(const char *object, double s)
{
	const struct aisp_builder b = { .paths = &paths,
					.deadline_ns =
						aisp_now_ns() + (int64_t)(1e9 * s) };

	item = (struct aisp_build_item){ .dir = dir, .out = out, .object = object };
	return aisp_build(&b, &item, 1, &err) ? -1 : (int)item.state;
}

/* Is a stale object dropped, and an old reason of failure with it? */
static int is_dropped(const char *object)
{
	return item.state == AISP_BUILD_SKIPPED && says(item.why, "no time left") &&
	       !exists(object) && !exists("baseline_z.c.so.why");
}

static void test_deadline(void)
{
	char link[PATH_MAX + 16];

	tmp_put("pairs/baseline_z.c", "int aisp_variant;\n");
	ok(is_built("baseline_z.c.so") && !build_until("baseline_z.c.so", -1),
	   "what is built needs no time");
	tmp_put("pairs/baseline_z.c", "#include \"pipe.h\"\n");
	build_until("baseline_z.c.so", -1);
	ok(is_dropped("baseline_z.c.so"), "a deadline that has passed");
	put_out("baseline_z.c.so", "stale");
	snprintf(link, sizeof(link), "%s/pipe.h", dir);
	ok(!mkfifo(link, 0600) && build_until("baseline_z.c.so", 0.3) >= 0 &&
		   is_dropped("baseline_z.c.so"),
	   "a compiler that is at work when it passes");
	unlink(link);
	tmp_put("pairs/workload_z.h", "static const int workload = 1;\n");
	build_until("workload_z.so", -1);
	ok(item.state == AISP_BUILD_BROKEN, "a contract is compiled all the same");
	tmp_put("pairs/baseline_z.c", "int aisp_variant;\n");
	ok(is_built("baseline_z.c.so"), "the next time it is tried again");
}

static void test_places(void)
{
	snprintf(dir, sizeof(dir), "%s/a b $x", tmp_base);
	tmp_put("a b $x/own.h", "#define OWN 1\n");
	tmp_put("a b $x/baseline_x.c", "#include \"own.h\"\nint aisp_variant = OWN;\n");
	ok(is_built("baseline_x.c.so") && is_fresh("baseline_x.c.so"),
	   "a directory with blanks and a dollar");
	tmp_put("a b $x/own.h", "#define OWN 2\n");
	ok(is_built("baseline_x.c.so"), "whose headers are known all the same");
	setenv("PATH", tmp_base, 1);
	ok(is_fresh("baseline_x.c.so"), "no compiler: what is there holds");
	tmp_put("a b $x/own.h", "#define OWN 3\n");
	ok(build("baseline_x.c.so", 0) == -1 && says(err.msg, "cc is not installed"),
	   "what must be built names the compiler");
}

int main(void)
{
	unsetenv("CC");
	if (!realpath(".", paths.root) || access("mk/pairs.mk", R_OK))
		skip_all("not run from the root of the source tree");
	tmp_make();
	snprintf(dir, sizeof(dir), "%s/pairs", tmp_base);
	snprintf(out, sizeof(out), "%s/out/deep", tmp_base);
	test_objects();
	test_foreign();
	test_broken();
	test_bombs();
	test_deadline();
	test_places();
	tmp_remove();
	return done();
}
