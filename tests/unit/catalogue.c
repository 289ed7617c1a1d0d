/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <sys/stat.h>
#include <unistd.h>

#include "judge/catalogue.h"
#include "tap.h"
#include "unit/store_tmp.h"

static struct aisp_paths paths;

static void make_tree(void)
{
	static const char inc[] = "#include \"workload_t.h\"\n";

	tmp_put("root/mk/pairs.mk", "");
	tmp_put("root/chapters/ch07_memory_access/workload_t.h", "");
	tmp_put("root/chapters/ch07_memory_access/baseline_t.c", inc);
	tmp_put("root/chapters/ch07_memory_access/baseline_t_wide.c", inc);
	tmp_put("root/chapters/ch07_memory_access/optimized_t.c",
		"#include \"workload_t.h\"\n/* no AISP_CLASS_LIBRARY */\n");
	tmp_put("root/chapters/ch07_memory_access/optimized_t_tiled.c", inc);
	tmp_put("root/chapters/ch07_memory_access/optimized_t_wide_x.c", inc);
	tmp_put("root/chapters/ch07_memory_access/optimized_t_wider.c",
		"#include \"workload_t.h\"\n\t.cls = AISP_CLASS_LIBRARY,\n");
	tmp_put("root/chapters/ch07_memory_access/baseline_t.cu", inc);
	tmp_put("root/chapters/ch07_memory_access/optimized_t_tiled.cu", inc);
	tmp_put("root/chapters/ch08_occupancy/workload_u.h", "");
	tmp_put("root/chapters/ch08_occupancy/baseline_u.c",
		"#include \"workload_u.h\"\n");
	tmp_put("root/chapters/ch08_occupancy/optimized_u.c",
		"#include \"workload_u.h\"\n");
	tmp_put("root/chapters/README.md", "");
	tmp_put("root/labs/gemm/workload_t.h", "");
	tmp_put("root/labs/gemm/baseline_t.c", inc);
	tmp_put("root/labs/gemm/optimized_t.c", inc);
	tmp_put("mine/workload_t.h", "");
	tmp_put("mine/baseline_t.c", inc);
	tmp_put("mine/optimized_t.c", inc);
	snprintf(paths.root, sizeof(paths.root), "%s/root", tmp_base);
	snprintf(paths.pairs, sizeof(paths.pairs), "%s/root/build/pairs", tmp_base);
	snprintf(paths.cache, sizeof(paths.cache), "%s/cache", tmp_base);
}

static struct aisp_err err;

/* The ids that the patterns select, joined by blanks, or the message if none. */
static const char *ids(int n, ...)
{
	static char list[2048];
	const char *patterns[4];
	struct aisp_catalogue c;
	va_list ap;

	va_start(ap, n);
	for (int i = 0; i < n; i++)
		patterns[i] = va_arg(ap, const char *);
	va_end(ap);
	list[0] = '\0';
	if (aisp_catalogue_load(&c, &paths, patterns, n, &err))
		return err.msg;
	for (int i = 0; i < c.n; i++) {
		strncat(list, i ? " " : "", sizeof(list) - strlen(list) - 1);
		strncat(list, c.targets[i].id, sizeof(list) - strlen(list) - 1);
	}
	aisp_catalogue_release(&c);
	return list;
}

static const struct aisp_target *find(const struct aisp_catalogue *c, const char *id)
{
	for (int i = 0; i < c->n_all; i++)
		if (!strcmp(c->targets[i].id, id))
			return &c->targets[i];
	return NULL;
}

static void test_selection(void)
{
	char dir[128], glob[160];

	ok(same(ids(0),
		"ch07:t@cpu ch07:t_tiled@cpu ch07:t_tiled@cuda "
		"ch07:t_wide_x@cpu ch07:t_wider@cpu ch08:u@cpu labs/gemm:t@cpu"),
	   "no pattern: all below the root, sorted");
	ok(same(ids(1, "ch07:t_tiled"), "ch07:t_tiled@cpu ch07:t_tiled@cuda"),
	   "a name without a device is both");
	ok(same(ids(1, "ch07:t_tiled@cuda"), "ch07:t_tiled@cuda"), "one device");
	ok(same(ids(1, "ch0*:*@cuda"), "ch07:t_tiled@cuda"), "globs in both parts");
	ok(same(ids(1, "ch07_memory_access:t@cpu"), "ch07:t@cpu"),
	   "the directory's name; an id is one target");
	ok(same(ids(1, "ch07:t"),
		"ch07:t@cpu ch07:t_tiled@cpu ch07:t_tiled@cuda ch07:t_wider@cpu"),
	   "a pair's name is all its variants");
	ok(same(ids(1, "ch07:t_wide"), "ch07:t_wide_x@cpu"),
	   "also where no variant has that name");
	ok(same(ids(1, "ch07:t_wide@cpu"), "ch07:t_wide_x@cpu"), "on one device");
	ok(same(ids(1, "labs/gemm"), "labs/gemm:t@cpu"), "a lab");
	ok(same(ids(2, "ch08", "labs/*"), "ch08:u@cpu labs/gemm:t@cpu"),
	   "two patterns");
	ok(same(ids(2, "ch08", "ch08:u"), "ch08:u@cpu"), "selected twice, listed once");
	snprintf(dir, sizeof(dir), "%s/mine", tmp_base);
	ok(same(ids(1, dir), "mine:t@cpu"), "a path");
	snprintf(glob, sizeof(glob), "%s:t*@cpu", dir);
	ok(same(ids(1, glob), "mine:t@cpu"), "a path with a glob behind it");
	snprintf(dir, sizeof(dir), "%s/root/chapters/ch08_occupancy/", tmp_base);
	ok(same(ids(1, dir), "ch08:u@cpu"), "a path into the tree is the chapter");
	ok(same(ids(2, dir, "ch08"), "ch08:u@cpu"), "by path and by name: one target");
	snprintf(dir, sizeof(dir), "%s/mine", tmp_base);
	ok(!chdir(tmp_base) && same(ids(1, "mine"), "mine:t@cpu") &&
		   same(ids(1, "mine:t"), "mine:t@cpu"),
	   "a directory of pairs by its name alone");
	ok(!chdir(dir) && same(ids(1, "."), "mine:t@cpu"), "the current directory");
}

static void test_fields(void)
{
	struct aisp_catalogue c;
	const char *pattern = "ch07:t_wide_x";
	const struct aisp_target *t;
	char path[2 * PATH_MAX];

	if (aisp_catalogue_load(&c, &paths, &pattern, 1, &err)) {
		ok(0, err.msg);
		return;
	}
	t = &c.targets[0];
	ok(c.n == 1 && same(t->baseline, "baseline_t_wide.c"),
	   "the longest baseline name wins");
	ok(same(t->optimized, "optimized_t_wide_x.c") && same(t->workload, "t") &&
		   same(t->chapter, "ch07"),
	   "the names of the parts");
	snprintf(path, sizeof(path), "%s/chapters/ch07_memory_access/%s", paths.pairs,
		 "baseline_t_wide.c.so");
	ok(same(t->baseline_object, path), "objects as mk/pairs.mk names them");
	snprintf(path, sizeof(path), "%s/chapters/ch07_memory_access/%s", paths.pairs,
		 "workload_t.so");
	ok(same(t->workload_object, path), "the workload's object");
	t = find(&c, "ch07:t_wider@cpu");
	ok(t && !t->is_selected && same(t->baseline, "baseline_t.c"),
	   "a prefix must end at '_'; the directory's others are there");
	ok(t && t->is_library && !c.targets[0].is_library,
	   "the library is seen, by its code");
	t = find(&c, "ch07:t_tiled@cuda");
	ok(t && same(t->baseline, "baseline_t.cu") && same(t->why, "not built yet"),
	   ".cu pairs with .cu, and says why it is not built");
	aisp_catalogue_release(&c);
}

static const char *why(const char *pattern)
{
	static char text[256];
	struct aisp_catalogue c;

	if (aisp_catalogue_load(&c, &paths, &pattern, 1, &err))
		return err.msg;
	snprintf(text, sizeof(text), "%s",
		 c.targets[0].why ? c.targets[0].why : "built");
	aisp_catalogue_release(&c);
	return text;
}

static void test_built(void)
{
	char name[256];

	ok(same(why("ch08:u"), "not built yet"), "no object");
	tmp_put("root/build/pairs/chapters/ch08_occupancy/workload_u.so", "");
	tmp_put("root/build/pairs/chapters/ch08_occupancy/baseline_u.c.so", "");
	tmp_put("root/build/pairs/chapters/ch08_occupancy/optimized_u.c.so.why",
		"x.h is not installed\n");
	ok(same(why("ch08:u"), "x.h is not installed"), "the build's reason");
	tmp_put("root/build/pairs/chapters/ch08_occupancy/optimized_u.c.so", "");
	ok(same(why("ch08:u"), "built"), "all three objects");
	snprintf(name, sizeof(name), "cache/pairs%s/mine/workload_t.so", tmp_base);
	tmp_put(name, "");
	snprintf(name, sizeof(name), "cache/pairs%s/mine/baseline_t.c.so", tmp_base);
	tmp_put(name, "");
	snprintf(name, sizeof(name), "cache/pairs%s/mine/optimized_t.c.so", tmp_base);
	tmp_put(name, "");
	ok(same(why("."), "built"), "outside objects lie in the cache");
}

static int both(const char *msg, const char *a, const char *b)
{
	return says(msg, a) && says(msg, b);
}

/* The problem of the only target that a pattern selects, which must be `id`. */
static const char *problem(const char *pattern, const char *id)
{
	static char list[1024];
	struct aisp_catalogue c;

	if (aisp_catalogue_load(&c, &paths, &pattern, 1, &err))
		return err.msg;
	if (c.n != 1 || strcmp(c.targets[0].id, id) != 0)
		snprintf(list, sizeof(list), "%d others: %s", c.n,
			 c.n ? c.targets[0].id : "");
	else
		snprintf(list, sizeof(list), "%s",
			 c.n_problems == 1 ? c.problems[0] : "");
	aisp_catalogue_release(&c);
	return list;
}

/* A bad file is an error only for a pattern that names it. */
static void test_broken_among_others(void)
{
	char dir[128], name[256];

	snprintf(dir, sizeof(dir), "%s/mixed", tmp_base);
	tmp_put("mixed/workload_t.h", "");
	tmp_put("mixed/baseline_t.c", "#include \"workload_t.h\"\n");
	tmp_put("mixed/optimized_t.c", "#include \"workload_t.h\"\n");
	tmp_put("mixed/optimized_zz.c", "#include \"workload_t.h\"\n");
	ok(both(problem(dir, "mixed:t@cpu"), "mixed/optimized_zz.c has no baseline",
		"write baseline_zz.c"),
	   "the others of a folder are there, the bad one is named");
	snprintf(name, sizeof(name), "%s:zz", dir);
	ok(both(ids(1, name), "optimized_zz.c has no baseline", "") &&
		   says(problem(name, ""), "has no baseline"),
	   "who names the bad one alone is told");
	snprintf(name, sizeof(name), "%s:t", dir);
	ok(same(problem(name, "mixed:t@cpu"), ""), "who does not mean it is not");
	snprintf(name, sizeof(name), "%s/optimized_zz.c", dir);
	ok(!unlink(name), "without it");
	snprintf(name, sizeof(name), "%s/optimized_t_gone.c", dir);
	ok(!symlink("nowhere", name) &&
		   both(problem(dir, "mixed:t@cpu"),
			"optimized_t_gone.c cannot be read", "No such file"),
	   "a link to nowhere");
	ok(!unlink(name) && !mkdir(name, 0700) &&
		   both(problem(dir, "mixed:t@cpu"),
			"optimized_t_gone.c cannot be read", "directory"),
	   "a directory that is called like a source");
	snprintf(name, sizeof(name), "%s/baseline_t_gone.c", dir);
	ok(!symlink("nowhere", name) && both(problem(dir, "mixed:t@cpu"),
					     "optimized_t_gone.c cannot be read", ""),
	   "and a baseline that is none");
}

/* Sources in other languages are taken for variants; headers, objects and notes not. */
static void test_other_languages(void)
{
	static const char *const suffixes[] = { "cpp", "cc", "cxx", "c++", "C",
						"f90", "f",  "rs",  "S" };
	char dir[128], name[256], file[64];

	snprintf(dir, sizeof(dir), "%s/plus", tmp_base);
	tmp_put("plus/README.md", "");
	tmp_put("plus/optimized_t.hpp", "");
	tmp_put("plus/optimized_t.md", "");
	tmp_put("plus/optimized_t.npy", "");
	tmp_put("plus/optimized_t.c.o", "");
	tmp_put("plus/helper.cpp", "");
	ok(both(ids(1, dir), "holds no optimized_*.c", "aisp new"),
	   "what is no source of a variant is not named");
	for (int i = 0; i < 9; i++) {
		snprintf(file, sizeof(file), "plus/%s_t.%s",
			 i ? "optimized" : "baseline", suffixes[i]);
		tmp_put(file, "");
		ok(both(ids(1, dir), file, "is not a variant: variants are C") &&
			   says(err.msg, "in files that end in .c, or CUDA, in .cu"),
		   suffixes[i]);
		snprintf(name, sizeof(name), "%s/%s", tmp_base, file);
		ok(!unlink(name), "without it");
	}
	tmp_put("plus/baseline_t.cpp", "");
	tmp_put("plus/workload_t.h", "");
	tmp_put("plus/optimized_t.c", "#include \"workload_t.h\"\n");
	snprintf(name, sizeof(name), "%s:t", dir);
	ok(both(ids(1, name), "baseline_t.cpp is not a variant", ""),
	   "it is why a variant has no baseline");
	tmp_put("plus/baseline_t.c", "#include \"workload_t.h\"\n");
	ok(says(problem(name, "plus:t@cpu"), "baseline_t.cpp is not a variant"),
	   "beside a pair it is named");
	ok(says(problem(dir, "plus:t@cpu"), "baseline_t.cpp is not a variant"),
	   "and with the whole folder");
}

/* A name in another spelling is a mistake, not a helper's. */
static void test_spelling(void)
{
	char dir[128];

	snprintf(dir, sizeof(dir), "%s/brit", tmp_base);
	tmp_put("brit/workload_t.h", "");
	tmp_put("brit/baseline_t.c", "#include \"workload_t.h\"\n");
	tmp_put("brit/optimised_t.c", "#include \"workload_t.h\"\n");
	ok(both(ids(1, dir), "optimised_t.c is not a variant: write optimized_",
		"as in optimized_t.c"),
	   "optimised_ is named");
	tmp_put("brit/optimized_t.c", "#include \"workload_t.h\"\n");
	ok(says(problem(dir, "brit:t@cpu"), "optimised_t.c is not a variant"),
	   "beside a pair, too");
}

static void test_errors(void)
{
	struct aisp_catalogue c;
	char dir[128];

	ok(both(ids(1, "ch07:t_tilde"), "'ch07:t_tilde'", "ch07:t_tiled"), "near miss");
	ok(both(ids(1, "ch08:"), "ch08:u@cpu", ""), "nothing behind ':' is all");
	ok(both(ids(1, "ch07:t_tile"), "did you mean ch07:t_tiled", ""), "half a name");
	ok(both(ids(1, "ch77"), "'ch77'", "ch07"), "near miss of a chapter");
	ok(!strstr(ids(1, "ch07:zzzzzzz"), "did you mean"), "nothing is near");
	ok(both(ids(2, "ch07", "./nowhere"), "./nowhere", "no directory"),
	   "no directory");
	snprintf(dir, sizeof(dir), "%s/root/mk", tmp_base);
	ok(both(ids(1, dir), dir, "aisp new"), "a directory without pairs");

	tmp_put("bad/optimized_a.c", "#include \"workload_a.h\"\n");
	snprintf(dir, sizeof(dir), "%s/bad", tmp_base);
	ok(both(ids(1, dir), "optimized_a.c", "write baseline_a.c"), "no baseline");
	tmp_put("bad/baseline_a.c", "#include \"workload_b.h\"\n");
	ok(both(ids(1, dir), "includes workload_a.h", "workload_b.h"), "two workloads");
	tmp_put("bad/baseline_a.c", "int x;\n");
	ok(both(ids(1, dir), "baseline_a.c", "#include \"workload_<name>.h\""),
	   "no #include line");
	tmp_put("bad/baseline_a.c", "#include \"workload_a.h\"\n");
	ok(both(ids(1, dir), "workload_a.h", "does not exist"), "no workload");

	tmp_put("root/chapters/ch09_x/optimized_a.c", "#include \"workload_a.h\"\n");
	ok(both(ids(1, "ch09"), "ch09_x/optimized_a.c", "baseline"),
	   "fatal if selected");
	ok(!strcmp(ids(1, "ch08"), "ch08:u@cpu"), "harmless if not");
	test_broken_among_others();
	test_other_languages();
	test_spelling();
	ok(!aisp_catalogue_load(&c, &paths, NULL, 0, &err) && c.n_problems == 1 &&
		   strstr(c.problems[0], "optimized_a.c") && !find(&c, "ch09:a@cpu"),
	   "noted where everything is selected");
	aisp_catalogue_release(&c);

	tmp_put("other/mine/workload_t.h", "");
	tmp_put("other/mine/baseline_t.c", "#include \"workload_t.h\"\n");
	tmp_put("other/mine/optimized_t.c", "#include \"workload_t.h\"\n");
	snprintf(dir, sizeof(dir), "%s/other/mine", tmp_base);
	{
		static char two[2048];
		const char *first;

		snprintf(two, sizeof(two), "%s", ids(2, ".", dir));
		first = strchr(two, ' ');
		ok(strlen(two) == 2 * strlen("mine~123456:t@cpu") + 1 &&
			   !strncmp(two, "mine~", 5) && first &&
			   !strncmp(first + 1, "mine~", 5) &&
			   strncmp(two, first + 1, 11) != 0,
		   "two directories of one name are told apart");
		ok(same(ids(2, dir, "."), two), "in whatever order they are named");
	}
	snprintf(dir, sizeof(dir), "%s/other", tmp_base);
	ok(!chdir(dir) && same(ids(1, "mine"), "mine:t@cpu"), "from where it lies");
	ok(!chdir(tmp_base) && same(ids(1, "other/mine"), "other/mine:t@cpu"),
	   "from above, as the user names it");
	tmp_put("other/.git", "x");
	ok(same(ids(1, "other/mine"), "mine:t@cpu"), "in its git tree");
	snprintf(dir, sizeof(dir), "%s/other/mine", tmp_base);
	ok(!chdir("/") && same(ids(1, dir), "mine:t@cpu"), "from anywhere");
}

int main(void)
{
	tmp_make();
	make_tree();
	test_selection();
	test_fields();
	test_built();
	test_errors();
	tmp_remove();
	return done();
}
