/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "store/rundir.h"
#include "tap.h"
#include "unit/store_tmp.h"

static struct aisp_err err;
static char artifacts[128];

/* Entries of artifacts whose names do, or do not, begin with ".tmp-". */
static int count(int is_tmp, char *last, size_t size)
{
	DIR *d = opendir(artifacts);
	struct dirent *e;
	int n = 0;

	while (d && (e = readdir(d))) {
		if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..") ||
		    is_tmp != !strncmp(e->d_name, ".tmp-", 5))
			continue;
		n++;
		if (last)
			snprintf(last, size, "%s/%s", artifacts, e->d_name);
	}
	if (d)
		closedir(d);
	return n;
}

static json_t *load(const char *folder, const char *name)
{
	char path[2 * PATH_MAX];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	return json_load_file(path, 0, NULL);
}

/* A large document, so that a kill can hit the middle of the write. */
static json_t *document(void)
{
	json_t *list = json_array();

	for (int i = 0; i < 5000; i++)
		json_array_append_new(list, json_integer(i));
	return json_pack("{si so}", "schema", 1, "samples", list);
}

static int save(const json_t *doc, char *path, size_t size)
{
	struct aisp_rundir r;

	if (aisp_rundir_begin(&r, artifacts, &err))
		return -1;
	if (aisp_rundir_put_json(&r, "results.json", doc, &err) ||
	    aisp_rundir_put_json(&r, "manifest.json", doc, &err)) {
		aisp_rundir_abort(&r);
		return -1;
	}
	if (aisp_rundir_commit(&r, &err))
		return -1;
	if (path)
		snprintf(path, size, "%s", r.path);
	return 0;
}

/* Runs that end within one second have a folder each. */
static void test_names(const json_t *doc)
{
	int before = count(0, NULL, 0), n_saved = 0;

	for (int i = 0; i < 4; i++)
		n_saved += !save(doc, NULL, 0);
	ok(n_saved == 4 && count(0, NULL, 0) == before + 4, "four runs, four folders");
}

static void test_commit(const json_t *doc)
{
	char a[PATH_MAX + 160], b[PATH_MAX + 160], text[PATH_MAX];
	struct aisp_rundir r;
	json_t *back;

	ok(!aisp_rundir_begin(&r, artifacts, &err) &&
		   !aisp_rundir_put_text(&r, "log.txt", "a\n", 2, &err),
	   "begin creates the directory");
	ok(count(0, NULL, 0) == 0 && count(1, text, sizeof(text)) == 1,
	   "nothing shows before the commit");
	ok(flock(open(text, O_RDONLY | O_CLOEXEC), LOCK_EX | LOCK_NB) == -1,
	   "a live run's folder is locked");
	aisp_rundir_abort(&r);
	ok(count(0, NULL, 0) == 0 && count(1, NULL, 0) == 0, "abort leaves nothing");

	ok(!save(doc, a, sizeof(a)) && !save(doc, b, sizeof(b)) && strcmp(a, b),
	   "two runs of one second have two names");
	back = load(a, "results.json");
	ok(json_equal(back, doc) && count(1, NULL, 0) == 0, "the document is there");
	json_decref(back);
}

/* Overrun the limit on file sizes: write() then fails as on a full disk. */
static void test_full(const json_t *doc)
{
	struct rlimit old, small;
	int before = count(0, NULL, 0);

	getrlimit(RLIMIT_FSIZE, &old);
	small = (struct rlimit){ 1000, old.rlim_max };
	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &small);
	ok(save(doc, NULL, 0) == -1 && says(err.msg, "results.json"),
	   "a write that fails is an error that names the file");
	setrlimit(RLIMIT_FSIZE, &old);
	ok(count(0, NULL, 0) == before && count(1, NULL, 0) == 0, "and leaves nothing");
}

static void test_bad_place(void)
{
	struct aisp_rundir r;
	char path[128];

	tmp_put("file", "");
	snprintf(path, sizeof(path), "%s/file/artifacts", tmp_base);
	ok(aisp_rundir_begin(&r, path, &err) == -1 && says(err.msg, path) &&
		   says(err.msg, "--artifacts-dir"),
	   "a place that cannot be: named with the remedy");
}

static void kill_after(const json_t *doc, long ns)
{
	pid_t pid = fork();

	if (!pid)
		for (;;)
			save(doc, NULL, 0);
	nanosleep(&(struct timespec){ 0, ns }, NULL);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

static void test_kill(const json_t *doc)
{
	DIR *d;
	struct dirent *e;
	int n = 0, n_whole = 0, n_tmp = 0, n_kills = 0;

	/* Longer and longer lives, until some are long enough on this machine. */
	for (long ns = 500000;
	     n_kills++ < 40 || (count(0, NULL, 0) < 5 && n_kills < 200);
	     ns += ns < 200000000 ? ns / 12 : 0)
		kill_after(doc, ns);
	d = opendir(artifacts);
	while ((e = readdir(d))) {
		char path[PATH_MAX];
		json_t *results, *manifest;

		if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
			continue;
		n_tmp += !strncmp(e->d_name, ".tmp-", 5);
		if (e->d_name[0] == '.')
			continue;
		n++;
		snprintf(path, sizeof(path), "%s/%s", artifacts, e->d_name);
		results = load(path, "results.json");
		manifest = load(path, "manifest.json");
		n_whole += json_equal(results, doc) && json_equal(manifest, doc);
		json_decref(results);
		json_decref(manifest);
	}
	closedir(d);
	printf("# %d runs, %d killed halfway\n", n, n_tmp);
	ok(n > 2 && n_whole == n,
	   "after SIGKILL at any moment, all that shows is whole");
	ok(n_tmp > 0, "some were killed halfway");
}

int main(void)
{
	json_t *doc = document();

	tmp_make();
	snprintf(artifacts, sizeof(artifacts), "%s/deep/artifacts", tmp_base);
	test_commit(doc);
	test_names(doc);
	test_full(doc);
	test_bad_place();
	test_kill(doc);
	json_decref(doc);
	tmp_remove();
	return done();
}
