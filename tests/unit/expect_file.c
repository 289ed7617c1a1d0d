/* SPDX-License-Identifier: MIT
 *
 * Expectation files: names, text to entries and back, damage, replacement.
 */
#include <math.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/expect.h"
#include "tap.h"
#include "unit/store_result.h"
#include "unit/store_tmp.h"

#define AT(path) (&(struct aisp_expect_place){ path, true })

static struct aisp_err err;

static const char good[] = "target ch07:t@cpu\nclass xeon-2c\n"
			   "[0123456789abcdef]\nmachine Xeon, 2 cores, KVM\n"
			   "params n=4\ndistribution normal\nbaseline baseline_t\n"
			   "over naive\nvariant\ncommit f00 (changed)\n"
			   "date 2026-11-21T09:01:00Z\ngrade C\nlaunches 10\n"
			   "confidence 0.989\n"
			   "# value unit low high lower upper\n"
			   "speedup 2 x 1.9 2.1 1.8 -\ntime 500.5 ns 499 501 - 510\n";

static int parse(struct aisp_expect_file *f, const char *text)
{
	char *copy = strdup(text);
	int rc = aisp_expect_parse(f, copy, "x.txt", &err);

	free(copy);
	return rc;
}

static void test_class(void)
{
	static const struct {
		const char *model, *slug;
		int n_cores;
	} cpus[] = {
		{ "AMD EPYC 9755 128-Core Processor", "epyc-9755-2c", 2 },
		{ "Intel(R) Xeon(R) Platinum 8480C CPU @ 2.00GHz",
		  "xeon-platinum-8480c-56c", 56 },
		{ "Neoverse-N1", "neoverse-n1-1c", 1 },
		{ "../../Päö", "p-1c", 1 },
		{ "###", "unknown-1c", 1 },
	};
	struct aisp_machine_class c, other, newer;
	json_t *m, *gpus;

	for (size_t i = 0; i < sizeof(cpus) / sizeof(*cpus); i++) {
		m = manifest_json(cpus[i].model, cpus[i].n_cores);
		ok(!aisp_manifest_class(&c, m, TARGET, &err) &&
			   same(c.slug, cpus[i].slug),
		   cpus[i].model);
		json_decref(m);
	}
	m = manifest_json("AMD EPYC 9755", 2);
	aisp_manifest_class(&c, m, TARGET, &err);
	ok(same(c.text, "AMD EPYC 9755, 2 cores, bare metal"), "in words");
	ok(aisp_manifest_class(&other, m, "ch07:t@cuda", &err) == -1 &&
		   says(err.msg, "names no GPU"),
	   "a GPU target of a machine without one");
	gpus = json_pack("{ss s[{sn}{ss}{ss}]}", "driver", "580.95.05", "devices",
			 "name", "name", "NVIDIA H200", "name", "NVIDIA T4");
	json_object_set_new(json_object_get(m, "hardware"), "gpu", gpus);
	ok(!aisp_manifest_class(&other, m, "ch07:t@cuda", &err) &&
		   same(other.slug, "h200") &&
		   same(other.text, "NVIDIA H200, driver 580.95.05, "
				    "AMD EPYC 9755, bare metal"),
	   "the GPU's name");
	ok(strcmp(c.fingerprint, other.fingerprint) && strlen(c.fingerprint) == 16,
	   "the GPU is part of its fingerprint");
	json_object_set_new(gpus, "driver", json_string("590.1"));
	aisp_manifest_class(&newer, m, "ch07:t@cuda", &err);
	ok(!strcmp(newer.slug, other.slug) &&
		   strcmp(newer.fingerprint, other.fingerprint),
	   "and so is its driver's major version");
	json_object_set_new(json_object_get(m, "hardware"), "kernel",
			    json_string("Linux 7.0"));
	aisp_manifest_class(&other, m, TARGET, &err);
	ok(!strcmp(c.slug, other.slug) && strcmp(c.fingerprint, other.fingerprint),
	   "another kernel: the class, not the fingerprint");
	json_object_set_new(json_object_get(m, "hardware"), "kernel",
			    json_string("Linux 6.9"));
	aisp_manifest_class(&other, m, TARGET, &err);
	ok(!strcmp(c.fingerprint, other.fingerprint), "an update of it: the same");
	json_decref(m);
}

static void test_path(void)
{
	static const struct {
		const char *target, *path;
	} names[] = {
		{ "ch07:transpose_tiled@cpu", "e/h200/ch07/transpose_tiled@cpu.txt" },
		{ "labs/x:y@cuda", "e/h200/labs/x/y@cuda.txt" },
		{ "my dir:sé x@cpu", "e/h200/my dir/sé x@cpu.txt" },
		{ "..:x@cpu", "e/h200/%2e./x@cpu.txt" },
		{ "a/../b:.x@cpu", "e/h200/a/%2e./b/%2ex@cpu.txt" },
		{ "/a:x@cpu", "e/h200/%2fa/x@cpu.txt" },
		{ "50%:a/b@cpu", "e/h200/50%25/a%2fb@cpu.txt" },
	};
	char path[4096], small[20];

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		ok(!aisp_expect_path(path, sizeof(path), "e", "h200", names[i].target,
				     &err) &&
			   same(path, names[i].path),
		   names[i].target);
	ok(aisp_expect_path(path, sizeof(path), "e", "h200", "noname", &err) == -1,
	   "no target");
	ok(aisp_expect_path(path, sizeof(path), "e", "h200", "a:", &err) == -1,
	   "no name");
	ok(aisp_expect_path(small, sizeof(small), "e", "h200", "ch07:long@cpu", &err) ==
			   -1 &&
		   says(err.msg, "too long"),
	   "no room");
}

static void test_text(void)
{
	struct aisp_expect_file f, again;
	char *text, *twice;

	ok(!parse(&f, good) && f.n == 1, "a file");
	ok(same(f.entries[0].machine.fingerprint, "0123456789abcdef") &&
		   same(f.entries[0].target, TARGET) &&
		   same(f.entries[0].commit, "f00 (changed)") &&
		   same(f.entries[0].variant, "") && f.entries[0].grade == 'C' &&
		   f.entries[0].n_launches == 10,
	   "its words");
	ok(f.entries[0].metrics[AISP_METRIC_SPEEDUP].lower == 1.8 &&
		   isnan(f.entries[0].metrics[AISP_METRIC_SPEEDUP].upper) &&
		   f.entries[0].metrics[AISP_METRIC_TIME].upper == 510 &&
		   isnan(f.entries[0].metrics[AISP_METRIC_LIBRARY].value),
	   "its metrics");
	text = aisp_expect_format(&f);
	ok(!parse(&again, text) && again.n == 1, "what is written can be read");
	free(text);
	text = aisp_expect_format(&again);
	free(f.entries);
	parse(&f, text);
	twice = aisp_expect_format(&f);
	ok(!strcmp(twice, text), "and is the same when written again");
	free(twice);
	free(text);
	free(f.entries);
	free(again.entries);
	ok(!parse(&f, "") && !f.n, "an empty file has no entries");
}

static void test_roof(void)
{
	struct aisp_expect_file f, again;
	char *text;

	parse(&f, good);
	ok(same(f.entries[0].roof, ""), "a file of before says no roof");
	snprintf(f.entries[0].roof, sizeof(f.entries[0].roof), "DRAM, 2 threads");
	text = aisp_expect_format(&f);
	ok(!parse(&again, text) && same(again.entries[0].roof, "DRAM, 2 threads"),
	   "one of now does");
	free(text);
	free(f.entries);
	free(again.entries);
}

/* The good text with `part` replaced must be refused with a message of `named`. */
static int refuses(const char *part, const char *by, const char *named)
{
	const char *at = strstr(good, part);
	char text[2 * sizeof(good)];
	struct aisp_expect_file f;

	if (!at)
		return 0;
	snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - good), good, by,
		 at + strlen(part));
	return parse(&f, text) == -1 && !f.n && says(err.msg, named);
}

/* Words that are too long for their field, and the longest that fit. */
static void test_long(void)
{
	char text[sizeof(good) + 400], word[300];
	const char *at = strstr(good, "baseline baseline_t");
	const int room = (int)sizeof(((struct aisp_expect *)NULL)->baseline);
	struct aisp_expect_file f;

	for (int n = room - 1; n <= room; n++) {
		memset(word, 'a', sizeof(word));
		word[n] = '\0';
		snprintf(text, sizeof(text), "%.*sbaseline %s%s", (int)(at - good),
			 good, word, at + strlen("baseline baseline_t"));
		ok(parse(&f, text) == (n < room ? 0 : -1) &&
			   (n < room || says(err.msg, "is too long")),
		   n < room ? "as long as its room" : "longer");
		free(f.entries);
	}
	ok(refuses("[0123456789abcdef]", "[0123456789abcdef]x", "no [fingerprint]"),
	   "words behind a fingerprint");
}

static void test_damage(void)
{
	ok(refuses("over naive", "over naif", "is over no class"), "a class");
	ok(refuses("grade C", "grade Z", "has a grade that is none"), "a grade");
	ok(refuses("date 2026-11-21T09:01:00Z", "date Monday", "has no date"),
	   "a date");
	ok(refuses("baseline baseline_t", "baseline", "names no"), "no baseline");
	ok(refuses("time 500.5 ns 499 501 - 510\n", strstr(good, "[0123"),
		   "is there for the second time"),
	   "an entry twice");
	ok(refuses("grade C", "grade", "x.txt:12: a grade is a letter"),
	   "the line is named");
	ok(says(err.msg, "git checkout"), "and the remedy");
	ok(refuses("target ch07:t@cpu\n", "", "'target' and 'class'"), "no target");
	ok(refuses("[0123456789abcdef]\n", "", "before the first [fingerprint]"),
	   "no section");
	ok(refuses("[0123456789abcdef]", "[0123]", "no [fingerprint]"), "a short one");
	ok(refuses("distribution normal\n", "", "lacks 'distribution'"), "a word less");
	ok(refuses("over naive", "over naive\nover naive", "for the second time"),
	   "a word twice");
	ok(refuses("over naive", "user me", "does not know 'user'"), "an unknown word");
	ok(refuses("2 x 1.9", "2 x 1,9", "'1,9' is no number"), "a comma");
	ok(refuses("2 x 1.9", "nan x 1.9", "is no number"), "NaN");
	ok(refuses("2 x 1.9", "2 ms 1.9", "the unit of speedup is 'x'"), "a unit");
	ok(refuses("1.8 -\n", "1.8\n", "speedup wants"), "a number less");
	ok(refuses("1.8 -\n", "1.8 - 7\n", "speedup wants"), "a number more");
	ok(refuses("499 501", "501 499", "in no order"), "an interval upside down");
	ok(refuses("1.8 -\n", "1.8 1.7\n", "in no order"), "bounds upside down");
	ok(refuses("confidence 0.989", "confidence 1", "makes no sense"), "certainty");
	ok(refuses("launches 10", "launches 1.5", "makes no sense"), "half a launch");
	ok(refuses("confidence 0.989", "confidence 2", "makes no sense"),
	   "200 percent");
	ok(refuses("speedup 2 x 1.9 2.1 1.8 -\ntime 500.5 ns 499 501 - 510\n",
		   "[0123456789abcdef]\n", "no metric"),
	   "no metric");
}

static void test_find(void)
{
	struct aisp_expect_file f;
	struct aisp_expect seen;
	char text[3 * sizeof(good)];
	const char *entry = strchr(good, '[');

	snprintf(text, sizeof(text), "%s%s%s", good, entry, entry);
	memcpy(strstr(strstr(text, "510\n"), "[0123"), "[aaaa", 5);
	memcpy(strrchr(text, '['), "[bbbb", 5);
	parse(&f, text);
	seen = f.entries[0];
	ok(aisp_expect_find(&f, &seen) == &f.entries[0], "the same fingerprint first");
	memcpy(seen.machine.fingerprint, "c", 1);
	ok(aisp_expect_find(&f, &seen) == &f.entries[2], "else the last of the class");
	snprintf(seen.params, sizeof(seen.params), "n=5");
	ok(!aisp_expect_find(&f, &seen), "other parameters: none");
	seen = f.entries[0];
	snprintf(seen.baseline, sizeof(seen.baseline), "optimized_library");
	ok(!aisp_expect_find(&f, &seen), "another baseline: none");
	free(f.entries);
}

static void test_accept(void)
{
	char dir[128], path[PATH_MAX];
	struct aisp_expect_file f;
	struct aisp_expect e;

	snprintf(dir, sizeof(dir), "%s/e", tmp_base);
	parse(&f, good);
	e = f.entries[0];
	free(f.entries);
	aisp_expect_path(path, sizeof(path), dir, "xeon-2c", TARGET, &err);
	ok(!aisp_expect_load(&f, path, &err) && !f.n, "no file is no entry");
	ok(!aisp_expect_accept(AT(dir), &e, &err) &&
		   !aisp_expect_load(&f, path, &err) && f.n == 1,
	   "the first entry makes the file");
	free(f.entries);
	memcpy(e.machine.fingerprint, "ffff", 4);
	aisp_expect_accept(AT(dir), &e, &err);
	memcpy(e.machine.fingerprint, "0123", 4);
	e.n_launches = 77;
	ok(!aisp_expect_accept(AT(dir), &e, &err) &&
		   !aisp_expect_load(&f, path, &err) && f.n == 2 &&
		   f.entries[0].n_launches == 77 && f.entries[1].n_launches == 10,
	   "an entry is replaced in its place, and the others stay");
	free(f.entries);
	ok(!aisp_expect_load_all(&f, dir, &err) && f.n == 2, "all of a folder");
	free(f.entries);

	tmp_put("e/epyc-2c/ch07/t@cpu.txt", good);
	ok(aisp_expect_load_all(&f, dir, &err) == -1 &&
		   says(err.msg, "e/epyc-2c/ch07/t@cpu.txt: it is of ch07:t@cpu on "
				 "xeon-2c: its place is xeon-2c/ch07/t@cpu.txt"),
	   "one in another class's folder is refused");
	tmp_put("e/epyc-2c/ch07/t@cpu.txt", "");
	tmp_put("e/xeon-2c/ch07/u@cpu.txt", good);
	ok(aisp_expect_load_all(&f, dir, &err) == -1 && says(err.msg, "its place is"),
	   "or by another target's name");
	tmp_put("e/xeon-2c/ch07/u@cpu.txt", "");
	tmp_put("e/xeon-2c/ch07/t@cpu.txt", "nonsense");
	ok(aisp_expect_accept(AT(dir), &e, &err) == -1 &&
		   says(err.msg, "t@cpu.txt:1: "),
	   "a damaged file is not overwritten");
	ok(aisp_expect_load_all(&f, dir, &err) == -1 && says(err.msg, "t@cpu.txt:1: "),
	   "and is named when all are read");
	snprintf(e.target, sizeof(e.target), "a\nb:x@cpu");
	ok(aisp_expect_accept(AT(dir), &e, &err) == -1 && says(err.msg, "control"),
	   "a name that would break the file");
}

/* The file of a pair outside aisp's tree is `directory`/... as expected. */
static int lies_at(const char *directory, const char *dir, bool is_given,
		   const char *want)
{
	const struct aisp_expect_place place = { dir, is_given };
	struct aisp_expect e = { .target = "d:t@cpu", .machine.slug = "xeon-2c" };
	char path[PATH_MAX];

	snprintf(e.directory, sizeof(e.directory), "%s", directory);
	if (aisp_expect_path_of(path, sizeof(path), &place, &e, &err))
		return 0;
	if (strcmp(path, want))
		printf("# %s\n", path);
	return !strcmp(path, want);
}

static void test_outside(void)
{
	char dir[100], below[128], want[256];

	ok(lies_at("", "e", false, "e/xeon-2c/d/t@cpu.txt"), "a chapter: by its name");
	ok(lies_at("/a/d", "e", false, "/a/d/expectations/xeon-2c/d/t@cpu.txt"),
	   "a pair outside the tree: beside it");
	ok(lies_at("/a/d", "/e/e", true, "/e/e/xeon-2c/a/d/t@cpu.txt") &&
		   lies_at("/b/d", "/e/e", true, "/e/e/xeon-2c/b/d/t@cpu.txt"),
	   "in a place of the user's by its path: one base name is not the other's");
	snprintf(dir, sizeof(dir), "%s/e", tmp_base);
	snprintf(below, sizeof(below), "%s/k/d", tmp_base);
	snprintf(want, sizeof(want), "%s/xeon-2c/k/d/t@cpu.txt", dir);
	ok(lies_at(below, dir, true, want),
	   "which is relative where both lie together");
}

/* Ten processes record ten entries of one file. */
static void test_at_once(void)
{
	struct aisp_expect_file f;
	struct aisp_expect e;
	char dir[128], path[PATH_MAX];
	int n_failed = 0, status;

	snprintf(dir, sizeof(dir), "%s/once", tmp_base);
	parse(&f, good);
	e = f.entries[0];
	free(f.entries);
	for (int i = 0; i < 10; i++)
		if (!fork()) {
			e.machine.fingerprint[0] = (char)('0' + i);
			_exit(aisp_expect_accept(AT(dir), &e, &err) ? 1 : 0);
		}
	while (wait(&status) > 0)
		n_failed += status != 0;
	aisp_expect_path(path, sizeof(path), dir, "xeon-2c", TARGET, &err);
	ok(!n_failed && !aisp_expect_load(&f, path, &err) && f.n == 10,
	   "ten at once: none is lost");
	free(f.entries);
}

static void test_no_room(void)
{
	struct aisp_expect_file f;
	char dir[128], path[PATH_MAX];

	snprintf(dir, sizeof(dir), "%s/e", tmp_base);
	snprintf(path, sizeof(path), "%s/locked", tmp_base);
	parse(&f, good);
	mkdir(path, 0555);
	if (!geteuid())
		ok(1, "a read-only folder # SKIP root writes everywhere");
	else
		ok(aisp_expect_accept(AT(path), f.entries, &err) == -1 &&
			   says(err.msg, "locked") && says(err.msg, "--expectations"),
		   "a read-only folder is named, with the remedy");
	tmp_put("plain", "");
	snprintf(path, sizeof(path), "%s/plain", tmp_base);
	ok(aisp_expect_accept(AT(path), f.entries, &err) == -1 &&
		   says(err.msg, "plain") && says(err.msg, "--expectations"),
	   "so is a file in the folder's place");
	free(f.entries);
}

int main(void)
{
	tmp_make();
	test_class();
	test_path();
	test_text();
	test_roof();
	test_damage();
	test_long();
	test_find();
	test_accept();
	test_outside();
	test_at_once();
	test_no_room();
	tmp_remove();
	return done();
}
