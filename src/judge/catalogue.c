/* SPDX-License-Identifier: MIT
 *
 * catalogue.c - which directories to read, and which of their targets to keep.
 */
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/paths.h"
#include "catalogue_parts.h"
#include "device/device.h"

/* The one component of path below root/<group>/, or NULL. */
static const char *below(const char *path, const char *root, const char *group)
{
	size_t n = strlen(root), g = strlen(group);

	if (strncmp(path, root, n) || path[n] != '/' || strncmp(path + n + 1, group, g))
		return NULL;
	path += n + 1 + g;
	return *path && !strchr(path, '/') ? path : NULL;
}

/* A compiler, or a shell that it calls, may split a path at other characters. */
static bool is_plain(const char *path)
{
	for (; *path; path++)
		if (!isalnum((unsigned char)*path) && !strchr("/._+-=@%,", *path))
			return false;
	return true;
}

/* Objects of a directory whose path is not plain lie under a hash of the path. */
static int name_hashed(struct aisp_pair_dir *d, const struct aisp_paths *p,
		       const char *path)
{
	char hex[65];

	aisp_hash_text(path, hex);
	return snprintf(d->out, sizeof(d->out), "%s/pairs/%.32s", p->cache, hex);
}

/* The part of path that follows dir, or NULL if path is not below dir. */
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
 * Two directories with the same base name need different names, the same in every run:
 * a name is the path in the git tree, else below the working directory.  A directory
 * that is in neither, or in aisp's own tree, keeps its base name.
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
	int n, rc = 0;

	snprintf(dir, sizeof(dir), "%s/%s", p->root, group);
	n = scandir(dir, &entries, is_visible, NULL);
	for (int i = 0; i < n; i++) {
		snprintf(path, sizeof(path), "%s/%s", dir, entries[i]->d_name);
		if (!rc && aisp_is_dir(path) && realpath(path, real))
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

/* Select the targets that the test holds for; are there any? */
static bool select_by(struct aisp_catalogue *c, const struct aisp_pattern *pat,
		      bool (*is_meant)(const struct aisp_pattern *,
				       const struct aisp_target *))
{
	bool has_any = false;

	for (int i = 0; i < c->n_all; i++)
		if (is_meant(pat, &c->targets[i]))
			c->targets[i].is_selected = has_any = true;
	return has_any;
}

/* A pair's name selects all its variants, an id only that one.  False: nothing. */
static bool select_matches(struct aisp_catalogue *c, const struct aisp_pattern *pat)
{
	bool has_any = select_by(c, pat, aisp_pattern_matches);

	if (!has_any || !aisp_pattern_is_id(pat))
		has_any |= select_by(c, pat, aisp_pattern_is_pair_of);
	return has_any;
}

/* A word that names no chapter may be a directory here: "mydir:colsum". */
static int select_in_directory(struct aisp_catalogue *c, const struct aisp_paths *p,
			       struct aisp_pattern *pat, struct aisp_err *err)
{
	if (!pat->dir[0] && aisp_is_dir(pat->chapter)) {
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
		    aisp_catalogue_settle(c, p, err)))
		rc = -1;
	if (!rc && n_patterns && !c->n && c->n_problems)
		rc = aisp_catalogue_broken(c, err);
	if (rc)
		aisp_catalogue_release(c);
	free(parsed);
	return rc;
}
