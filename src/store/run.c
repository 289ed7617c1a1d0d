/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/regular.h"
#include "intact.h"
#include "run.h"

static const char artifacts[] = "artifacts";

static int has(const char *folder, const char *name)
{
	char path[2 * PATH_MAX];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	return !access(path, F_OK);
}

/* Names begin with the time, so the last one is the newest. */
static int latest(char *folder, size_t size, struct aisp_err *err)
{
	DIR *d = opendir(artifacts);
	char best[NAME_MAX + 1] = "", path[PATH_MAX];
	struct dirent *e;

	if (!d && errno != ENOENT)
		return aisp_err_errno(err, "open ./%s", artifacts);
	while (d && (e = readdir(d))) {
		snprintf(path, sizeof(path), "%s/%s", artifacts, e->d_name);
		if (e->d_name[0] != '.' && strverscmp(e->d_name, best) > 0 &&
		    has(path, "results.json"))
			snprintf(best, sizeof(best), "%s", e->d_name);
	}
	if (d)
		closedir(d);
	if (!best[0])
		return aisp_err_set(err,
				    "no run in ./%s: name a run folder, or make "
				    "one with `aisp bench run`",
				    artifacts);
	snprintf(folder, size, "%s/%s", artifacts, best);
	return 0;
}

static int check_folder(const char *folder, struct aisp_err *err)
{
	struct stat st;

	if (stat(folder, &st) && strchr(folder, '/'))
		return aisp_err_set(err, "no run folder %.400s", folder);
	if (stat(folder, &st))
		return aisp_err_set(err, "no run folder %.200s, nor ./%s/%.200s",
				    folder, artifacts, folder);
	if (!S_ISDIR(st.st_mode))
		return aisp_err_set(err,
				    "%.400s is a file; a run is a folder that holds "
				    "results.json",
				    folder);
	if (!has(folder, "results.json") && errno != ENOENT)
		return aisp_err_errno(err, "read %.400s/results.json", folder);
	if (!has(folder, "results.json"))
		return aisp_err_set(
			err, "%s is no run folder: it holds no results.json", folder);
	return 0;
}

/* The directory of the file, or the directory itself. */
static void strip_file(char *path)
{
	char *slash = strrchr(path, '/');

	if (!strcmp(path, "results.json"))
		snprintf(path, 2, ".");
	else if (slash && !strcmp(slash, "/results.json"))
		slash[slash == path] = '\0';
}

int aisp_run_find(char *folder, size_t size, const char *name, struct aisp_err *err)
{
	struct stat st;

	if (!*name)
		return aisp_err_set(err, "the name of the run folder is empty");
	if ((size_t)snprintf(folder, size, "%s", name) >= size)
		return aisp_err_set(err, "path too long: %s", name);
	if (!stat(name, &st)) {
		strip_file(folder);
		return check_folder(folder, err);
	}
	if (!strcmp(name, "latest"))
		return latest(folder, size, err);
	if (strchr(name, '/'))
		return check_folder(folder, err);
	snprintf(folder, size, "%s/%s", artifacts, name);
	return stat(folder, &st) ? check_folder(name, err) : check_folder(folder, err);
}

static json_t *load(const char *folder, const char *file, struct aisp_err *err)
{
	char path[2 * PATH_MAX];
	json_error_t why;
	json_t *json;
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", folder, file);
	f = aisp_regular_open(path, err);
	if (!f)
		return NULL;
	json = json_loadf(f, JSON_REJECT_DUPLICATES, &why);
	fclose(f);
	if (!json)
		aisp_err_set(err, "%.300s is damaged (line %d: %s)", path, why.line,
			     why.text);
	return json;
}

static struct aisp_run *parse(const char *folder, json_t *results, json_t *manifest,
			      struct aisp_err *err)
{
	char real[PATH_MAX];
	struct aisp_err why;
	struct aisp_run *run = aisp_run_new(results, manifest, &why);

	if (run && !aisp_run_set_folder(run, realpath(folder, real) ? real : folder))
		return run;
	if (run)
		aisp_err_set(&why, "out of memory");
	aisp_run_free(run);
	aisp_err_set(err, "%.200s/results.json: %.280s", folder, why.msg);
	return NULL;
}

/* The documents in the folder, whoever wrote them. */
static struct aisp_run *read_run(const char *folder, bool needs_manifest,
				 struct aisp_err *err)
{
	json_t *results, *manifest = NULL;
	struct aisp_run *run = NULL;
	struct aisp_err why;

	results = load(folder, "results.json", err);
	if (results)
		manifest = load(folder, "manifest.json", needs_manifest ? err : NULL);
	if (results && aisp_manifest_check(manifest, &why))
		aisp_err_set(err, "%.200s/manifest.json: %.280s", folder, why.msg);
	else if (results && (manifest || !needs_manifest))
		run = parse(folder, results, manifest, err);
	json_decref(manifest);
	json_decref(results);
	return run;
}

static struct aisp_run *find_and_read(const char *name, bool needs_manifest,
				      bool is_checked, struct aisp_err *err)
{
	struct aisp_run *run = NULL;
	char folder[PATH_MAX];

	if (!aisp_run_find(folder, sizeof(folder), name, err))
		run = read_run(folder, needs_manifest, err);
	if (err)
		err->is_usage = !run;
	if (!run || !is_checked || !aisp_run_check_intact(run, folder, err))
		return run;
	aisp_run_free(run);
	return NULL;
}

struct aisp_run *aisp_run_load(const char *name, struct aisp_err *err)
{
	return find_and_read(name, true, true, err);
}

struct aisp_run *aisp_run_load_any(const char *name, struct aisp_err *err)
{
	return find_and_read(name, false, true, err);
}

struct aisp_run *aisp_run_load_edited(const char *name, struct aisp_err *err)
{
	return find_and_read(name, false, false, err);
}

static int is_visible(const struct dirent *e)
{
	return e->d_name[0] != '.';
}

static struct aisp_run *load_if(const char *folder, const char *name, bool wants_whole)
{
	char path[2 * PATH_MAX];
	struct aisp_run *run;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	run = aisp_run_load(path, NULL);
	if (!run || !wants_whole || !run->info.is_partial)
		return run;
	aisp_run_free(run);
	return NULL;
}

struct aisp_run *aisp_run_load_below(const char *folder, bool wants_whole)
{
	struct dirent **entries = NULL;
	int n = scandir(folder, &entries, is_visible, alphasort);
	struct aisp_run *run = NULL;

	for (int i = 0; i < n; i++) {
		if (!run)
			run = load_if(folder, entries[i]->d_name, wants_whole);
		free(entries[i]);
	}
	free(entries);
	return run;
}
