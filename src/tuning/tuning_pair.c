/* SPDX-License-Identifier: MIT
 *
 * tuning_pair.c - are the files that are compiled those that the search began with?  A
 * proposer has the user's rights: it can write into the folder of the search.
 */
#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "tuning_parts.h"

static const char prefix[] = "pair/"; /* of the names of a pair's files */

static bool is_candidate(const char *name)
{
	return !strncmp(name, "optimized_", strlen("optimized_"));
}

static bool is_baseline(const char *name)
{
	return !strncmp(name, "baseline_", strlen("baseline_"));
}

static int add_hash(json_t *files, const struct tuning *t, const char *name,
		    struct aisp_err *err)
{
	char path[TUNING_MAX_PATH], hash[65];

	snprintf(path, sizeof(path), "%s/%s", t->folder, name);
	if (aisp_hash_file(path, hash, err))
		return -1;
	return json_object_set_new(files, name, json_string(hash))
		       ? aisp_err_set(err, "%.400s: a name that is no UTF-8", path)
		       : 0;
}

static int add_hashes(json_t *files, const struct tuning *t, DIR *d,
		      struct aisp_err *err)
{
	char name[sizeof(prefix) + NAME_MAX];
	struct dirent *e;

	while ((e = readdir(d))) {
		if (e->d_name[0] == '.')
			continue;
		snprintf(name, sizeof(name), "%s%s", prefix, e->d_name);
		if (add_hash(files, t, name, err))
			return -1;
	}
	snprintf(name, sizeof(name), "template%s", t->search.extension);
	return add_hash(files, t, "space.txt", err) || add_hash(files, t, name, err)
		       ? -1
		       : 0;
}

json_t *tuning_hash_files(const struct tuning *t, struct aisp_err *err)
{
	json_t *files = json_object();
	char dir[TUNING_MAX_DIR];
	DIR *d;
	int rc = -1;

	snprintf(dir, sizeof(dir), "%s/pair", t->folder);
	d = opendir(dir);
	if (!d)
		aisp_err_errno(err, "open %.400s", dir);
	else
		rc = add_hashes(files, t, d, err);
	if (d)
		closedir(d);
	if (rc) {
		json_decref(files);
		return NULL;
	}
	return files;
}

static int check_hash(const char *path, const char *hash, struct aisp_err *err)
{
	char found[65] = "";

	if (hash && !aisp_hash_file(path, found, NULL) && !strcmp(found, hash))
		return 0;
	return aisp_err_broken(
		err,
		"%.400s was edited or removed since the search wrote it; "
		"begin a new search",
		path);
}

static int check_candidate(const struct tuning *t, const char *path, int candidate,
			   struct aisp_err *err)
{
	return check_hash(path, t->history.candidates[candidate].sha256, err);
}

int tuning_check_source(const struct tuning *t, int candidate, struct aisp_err *err)
{
	char path[TUNING_MAX_PATH];

	tuning_candidate_path(t, candidate, path, sizeof(path));
	return check_candidate(t, path, candidate, err);
}

/* A header that is new in a folder may stand before one that the compiler found
 * elsewhere. */
static int check_none_is_new(const struct tuning *t, const char *dir,
			     struct aisp_err *err)
{
	char name[sizeof(prefix) + NAME_MAX];
	struct dirent *e;
	DIR *d = opendir(dir);
	int rc = 0;

	if (!d)
		return aisp_err_errno(err, "open %.400s", dir);
	while (!rc && (e = readdir(d))) {
		snprintf(name, sizeof(name), "%s%s", prefix, e->d_name);
		if (strcmp(e->d_name, ".") && strcmp(e->d_name, "..") &&
		    !is_candidate(e->d_name) && !json_object_get(t->files, name))
			rc = aisp_err_broken(err,
					     "%.300s/%.100s was not there when this "
					     "search began; remove it",
					     dir, e->d_name);
	}
	closedir(d);
	return rc;
}

/* Compares the pair's files in `dir` with those that were copied at first. */
static int check_pair(const struct tuning *t, const char *dir, bool is_race,
		      struct aisp_err *err)
{
	const size_t n_prefix = strlen(prefix);
	char path[TUNING_MAX_PATH];
	const char *name;
	json_t *hash;

	json_object_foreach(t->files, name, hash) {
		if (strncmp(name, prefix, n_prefix) != 0 ||
		    (is_race && is_baseline(name + n_prefix)))
			continue;
		snprintf(path, sizeof(path), "%s/%s", dir, name + n_prefix);
		if (check_hash(path, json_string_value(hash), err))
			return -1;
	}
	return check_none_is_new(t, dir, err);
}

int tuning_check_order(const struct tuning *t, const struct tuning_order *o,
		       struct aisp_err *err)
{
	char path[TUNING_MAX_PATH];

	if (check_pair(t, o->dir, o->is_race, err))
		return -1;
	if (o->is_race) {
		tuning_baseline_path(t, o->dir, path, sizeof(path));
		if (check_candidate(t, path, o->incumbent, err))
			return -1;
	}
	for (int i = 0; i < o->n; i++) {
		tuning_variant_path(t, o->dir, o->candidates[i], o->is_final, path,
				    sizeof(path));
		if (check_candidate(t, path, o->candidates[i], err))
			return -1;
	}
	return 0;
}

int tuning_check_files(const struct tuning *t, struct aisp_err *err)
{
	char path[TUNING_MAX_PATH];
	const char *name;
	json_t *hash;

	if (!json_object_size(t->files))
		return aisp_err_usage(err,
				      "%.400s/search.json has no hashes of the pair's "
				      "files; begin a new search",
				      t->folder);
	json_object_foreach(t->files, name, hash) {
		snprintf(path, sizeof(path), "%s/%s", t->folder, name);
		if (check_hash(path, json_string_value(hash), err))
			return -1;
	}
	snprintf(path, sizeof(path), "%s/pair", t->folder);
	return check_none_is_new(t, path, err);
}
