/* SPDX-License-Identifier: MIT
 *
 * catalogue.c - which directories to read, and which of their targets to keep.
 */
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "catalogue_parts.h"
#include "device/device.h"

void aisp_target_release(struct aisp_target *t)
{
	char *const strings[] = { t->id,
				  t->chapter,
				  t->name,
				  t->dir,
				  t->out,
				  t->workload,
				  t->baseline,
				  t->optimized,
				  t->workload_object,
				  t->baseline_object,
				  t->optimized_object,
				  t->optimized_why,
				  t->baseline_why,
				  t->workload_why,
				  t->problem };

	for (size_t i = 0; i < sizeof(strings) / sizeof(*strings); i++)
		free(strings[i]);
}

void aisp_catalogue_release(struct aisp_catalogue *c)
{
	for (int i = 0; i < c->n_all; i++)
		aisp_target_release(&c->targets[i]);
	for (int i = 0; i < c->n_problems; i++)
		free(c->problems[i]);
	free(c->targets);
	free(c->problems);
	*c = (struct aisp_catalogue){ 0 };
}

/* The one component of path below root/<group>/, or NULL. */
static const char *below(const char *path, const char *root, const char *group)
{
	size_t n = strlen(root), g = strlen(group);

	if (strncmp(path, root, n) || path[n] != '/' || strncmp(path + n + 1, group, g))
		return NULL;
	path += n + 1 + g;
	return *path && !strchr(path, '/') ? path : NULL;
}

/* A compiler, or a shell that it calls, may take other characters apart. */
static bool is_plain(const char *path)
{
	for (; *path; path++)
		if (!isalnum((unsigned char)*path) && !strchr("/._+-=@%,", *path))
			return false;
	return true;
}

/* Objects of a directory with blanks lie under a name without any. */
static int name_hashed(struct aisp_pair_dir *d, const struct aisp_paths *p,
		       const char *path)
{
	char hex[65];

	aisp_hash_text(path, hex);
	return snprintf(d->out, sizeof(d->out), "%s/pairs/%.32s", p->cache, hex);
}

/* What of an absolute path stands behind a directory that holds it, or NULL. */
static const char *behind(const char *path, const char *dir)
{
	size_t n = strlen(dir);

	return n && !strncmp(path, dir, n) && path[n] == '/' ? path + n + 1 : NULL;
}

/* The path from the top of the git tree that holds it, or NULL. */
static const char *behind_git(const char *path)
{
	char dir[PATH_MAX], git[PATH_MAX + 8];
	char *slash;

	snprintf(dir, sizeof(dir), "%s", path);
	while ((slash = strrchr(dir, '/')) && slash != dir) {
		*slash = '\0';
		snprintf(git, sizeof(git), "%s/.git", dir);
		if (!access(git, F_OK))
			return behind(path, dir);
	}
	return NULL;
}

/*
 * Two directories of one base name shall differ in every run: by their path in their
 * git tree, else below the working directory.  A directory that lies in neither, or
 * in aisp's own tree, keeps its base name.
 */
static const char *outside_name(const char *path, const char *root)
{
	const char *name = behind(path, root) ? NULL : behind_git(path);
	char here[PATH_MAX];

	if (!name && !behind(path, root) && getcwd(here, sizeof(here)))
		name = behind(path, here);
	return name && strlen(name) < NAME_MAX ? name : strrchr(path, '/') + 1;
}

/* path is absolute and without links. */
static int describe(struct aisp_pair_dir *d, const struct aisp_paths *p,
		    const char *path, struct aisp_err *err)
{
	char root[PATH_MAX];
	const char *chapter, *lab;
	int n;

	if (!realpath(p->root, root))
		return aisp_err_errno(err, "find %s", p->root);
	chapter = below(path, root, "chapters/");
	lab = below(path, root, "labs/");
	snprintf(d->path, sizeof(d->path), "%s", path);
	if (chapter)
		snprintf(d->chapter, sizeof(d->chapter), "%.*s",
			 (int)strcspn(chapter, "_"), chapter);
	else
		snprintf(d->chapter, sizeof(d->chapter), "%s%.255s", lab ? "labs/" : "",
			 lab ? lab : outside_name(path, root));
	if (chapter || lab)
		n = snprintf(d->out, sizeof(d->out), "%s/%s/%s", p->pairs,
			     chapter ? "chapters" : "labs", chapter ? chapter : lab);
	else if (is_plain(path))
		n = snprintf(d->out, sizeof(d->out), "%s/pairs%s", p->cache, path);
	else
		n = name_hashed(d, p, path);
	if (n < 0 || (size_t)n >= sizeof(d->out))
		return aisp_err_set(err, "path too long: %s", path);
	return 0;
}

static bool is_scanned(const struct aisp_catalogue *c, const char *path)
{
	for (int i = 0; i < c->n_all; i++)
		if (!strcmp(c->targets[i].dir, path))
			return true;
	return false;
}

static int scan(struct aisp_catalogue *c, const struct aisp_paths *p, const char *path,
		struct aisp_err *err)
{
	struct aisp_pair_dir d;

	if (is_scanned(c, path))
		return 0;
	if (describe(&d, p, path, err))
		return -1;
	return aisp_catalogue_scan(c, &d, err);
}

static int is_visible(const struct dirent *e)
{
	return e->d_name[0] != '.';
}

/* All directories below root/<group>; there may be none. */
static int scan_group(struct aisp_catalogue *c, const struct aisp_paths *p,
		      const char *group, struct aisp_err *err)
{
	char dir[PATH_MAX + 16], path[sizeof(dir) + NAME_MAX + 2], real[PATH_MAX];
	struct dirent **entries = NULL;
	struct stat st;
	int n, rc = 0;

	snprintf(dir, sizeof(dir), "%s/%s", p->root, group);
	n = scandir(dir, &entries, is_visible, NULL);
	for (int i = 0; i < n; i++) {
		snprintf(path, sizeof(path), "%s/%s", dir, entries[i]->d_name);
		if (!rc && !stat(path, &st) && S_ISDIR(st.st_mode) &&
		    realpath(path, real))
			rc = scan(c, p, real, err);
		free(entries[i]);
	}
	free(entries);
	return rc;
}

static int scan_all(struct aisp_catalogue *c, const struct aisp_paths *p,
		    const struct aisp_pattern *patterns, int n, struct aisp_err *err)
{
	bool is_root_wanted = !n;

	for (int i = 0; i < n; i++)
		if (!patterns[i].dir[0])
			is_root_wanted = true;
		else if (scan(c, p, patterns[i].dir, err))
			return -1;
	if (!is_root_wanted)
		return 0;
	return scan_group(c, p, "chapters", err) || scan_group(c, p, "labs", err) ? -1
										  : 0;
}

/* How many targets the test holds for; they are selected. */
static int select_by(struct aisp_catalogue *c, const struct aisp_pattern *pat,
		     bool (*is_meant)(const struct aisp_pattern *,
				      const struct aisp_target *))
{
	int n = 0;

	for (int i = 0; i < c->n_all; i++)
		if (is_meant(pat, &c->targets[i])) {
			c->targets[i].is_selected = true;
			n++;
		}
	return n;
}

/* A pair's name is all its variants; the id of one of them is that one. */
static int select_matches(struct aisp_catalogue *c, const struct aisp_pattern *pat)
{
	int n = select_by(c, pat, aisp_pattern_matches);

	if (!n || !aisp_pattern_is_id(pat))
		n += select_by(c, pat, aisp_pattern_is_pair_of);
	return n;
}

static bool is_directory(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISDIR(st.st_mode);
}

/* A word that names no chapter may be a directory here: "mydir:saxpy". */
static int select_in_directory(struct aisp_catalogue *c, const struct aisp_paths *p,
			       struct aisp_pattern *pat, struct aisp_err *err)
{
	if (!pat->dir[0] && is_directory(pat->chapter)) {
		if (!realpath(pat->chapter, pat->dir))
			return aisp_err_errno(err, "find %s", pat->chapter);
		if (scan(c, p, pat->dir, err))
			return -1;
		if (select_matches(c, pat))
			return 0;
	}
	return aisp_pattern_miss(c, pat, err);
}

static int select_targets(struct aisp_catalogue *c, const struct aisp_paths *p,
			  struct aisp_pattern *patterns, int n, struct aisp_err *err)
{
	for (int i = 0; !n && i < c->n_all; i++)
		c->targets[i].is_selected = true;
	for (int k = 0; k < n; k++)
		if (!select_matches(c, &patterns[k]) &&
		    select_in_directory(c, p, &patterns[k], err))
			return -1;
	return 0;
}

/* Broken pairs leave targets[]; is_fatal: a selected one is an error. */
static int set_aside(struct aisp_catalogue *c, bool is_fatal, struct aisp_err *err)
{
	int n = 0;

	c->problems = calloc((size_t)c->n_all + 1, sizeof(*c->problems));
	if (!c->problems)
		return aisp_err_set(err, "out of memory");
	for (int i = 0; i < c->n_all; i++)
		if (is_fatal && c->targets[i].is_selected && c->targets[i].problem)
			return aisp_err_set(err, "%s", c->targets[i].problem);
	for (int i = 0; i < c->n_all; i++) {
		struct aisp_target *t = &c->targets[i];

		if (!t->problem) {
			c->targets[n++] = *t;
			continue;
		}
		c->problems[c->n_problems++] = t->problem;
		t->problem = NULL;
		aisp_target_release(t);
	}
	c->n_all = n;
	return 0;
}

static int by_id(const void *a, const void *b)
{
	const struct aisp_target *x = a, *y = b;

	if (x->is_selected != y->is_selected)
		return y->is_selected - x->is_selected;
	return strcmp(x->id, y->id);
}

static bool shares_name(const struct aisp_catalogue *c, const struct aisp_target *t)
{
	for (int i = 0; i < c->n_all; i++)
		if (!strcmp(c->targets[i].chapter, t->chapter) &&
		    strcmp(c->targets[i].dir, t->dir) != 0)
			return true;
	return false;
}

/* "mine~3fa2c1:saxpy@cpu": the digits are the directory's, wherever it is named. */
static int add_digits(struct aisp_target *t, struct aisp_err *err)
{
	char hex[65], *chapter = NULL, *id = NULL;

	aisp_hash_text(t->dir, hex);
	if (asprintf(&chapter, "%s~%.6s", t->chapter, hex) < 0 ||
	    asprintf(&id, "%s:%s@%s", chapter, t->name, aisp_device_name(t->device)) <
		    0) {
		free(chapter);
		return aisp_err_set(err, "out of memory");
	}
	free(t->chapter);
	free(t->id);
	t->chapter = chapter;
	t->id = id;
	return 0;
}

/* Directories of one base name; those of this tree keep it. */
static int tell_apart(struct aisp_catalogue *c, const struct aisp_paths *p,
		      struct aisp_err *err)
{
	size_t n = strlen(p->pairs);
	bool *is_shared = calloc((size_t)c->n_all + 1, sizeof(*is_shared));
	int rc = 0;

	if (!is_shared)
		return aisp_err_set(err, "out of memory");
	for (int i = 0; i < c->n_all; i++)
		is_shared[i] = strncmp(c->targets[i].out, p->pairs, n) != 0 &&
			       shares_name(c, &c->targets[i]);
	for (int i = 0; i < c->n_all && !rc; i++)
		if (is_shared[i])
			rc = add_digits(&c->targets[i], err);
	free(is_shared);
	return rc;
}

static int order(struct aisp_catalogue *c, struct aisp_err *err)
{
	if (c->n_all)
		qsort(c->targets, (size_t)c->n_all, sizeof(*c->targets), by_id);
	while (c->n < c->n_all && c->targets[c->n].is_selected)
		c->n++;
	for (int i = 1; i < c->n; i++) {
		const struct aisp_target *a = &c->targets[i - 1], *b = a + 1;

		if (!strcmp(a->id, b->id))
			return aisp_err_set(
				err,
				"%s is both in %.180s and in %.180s: select "
				"one, or rename a directory",
				a->id, a->dir, b->dir);
	}
	return 0;
}

int aisp_catalogue_load(struct aisp_catalogue *c, const struct aisp_paths *p,
			const char *const *patterns, int n_patterns,
			struct aisp_err *err)
{
	struct aisp_pattern *parsed = calloc((size_t)n_patterns + 1, sizeof(*parsed));
	int rc = 0;

	*c = (struct aisp_catalogue){ 0 };
	if (!parsed)
		return aisp_err_set(err, "out of memory");
	for (int i = 0; i < n_patterns && !rc; i++)
		rc = aisp_pattern_parse(&parsed[i], patterns[i], err);
	if (!rc && (scan_all(c, p, parsed, n_patterns, err) ||
		    select_targets(c, p, parsed, n_patterns, err) ||
		    set_aside(c, n_patterns > 0, err) || tell_apart(c, p, err) ||
		    order(c, err)))
		rc = -1;
	if (rc)
		aisp_catalogue_release(c);
	free(parsed);
	return rc;
}
