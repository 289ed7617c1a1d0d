/* SPDX-License-Identifier: MIT
 *
 * expect.c - where expectations are stored, and how one is found and replaced.
 */
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/field.h"
#include "base/paths.h"
#include "base/text.h"
#include "expect.h"
#include "replace.h"

int aisp_expect_dir(char *dir, size_t size, const char *root, struct aisp_err *err)
{
	int n = access("expectations", F_OK)
			? snprintf(dir, size, "%s/expectations", root)
			: snprintf(dir, size, "expectations");

	return n >= 0 && (size_t)n < size
		       ? 0
		       : aisp_err_set(err, "path too long: %s", root);
}

/* The directory as a chapter's name: relative to dir's parent, or to the root. */
static const char *key_of(const char *directory, const char *dir)
{
	char parent[PATH_MAX], holder[PATH_MAX];
	size_t n;

	snprintf(parent, sizeof(parent), "%s/..", dir);
	if (access(dir, F_OK)) /* does not exist yet: goes by its name */
		snprintf(parent, sizeof(parent), "%.*s",
			 strrchr(dir, '/') ? (int)(strrchr(dir, '/') - dir) : 1,
			 strrchr(dir, '/') ? dir : ".");
	n = realpath(parent, holder) ? strlen(holder) : 0;
	if (n > 1 && !strncmp(directory, holder, n) && directory[n] == '/')
		return directory + n + 1;
	return directory + (*directory == '/');
}

int aisp_expect_path_of(char *path, size_t size, const struct aisp_expect_place *place,
			const struct aisp_expect *e, struct aisp_err *err)
{
	const char *colon = strrchr(e->target, ':');
	char text[PATH_MAX + sizeof(e->target)], dir[PATH_MAX + 16];

	if (!*e->directory || !colon)
		return aisp_expect_path(path, size, place->dir, e->machine.slug,
					e->target, err);
	if (place->is_given) {
		snprintf(text, sizeof(text), "%s%s", key_of(e->directory, place->dir),
			 colon);
		return aisp_expect_path(path, size, place->dir, e->machine.slug, text,
					err);
	}
	/* Wherever it was measured from: its id depends on that. */
	snprintf(text, sizeof(text), "%s%s", aisp_base_name(e->directory), colon);
	snprintf(dir, sizeof(dir), "%s/expectations", e->directory);
	return aisp_expect_path(path, size, dir, e->machine.slug, text, err);
}

static int is_same_machine(const struct aisp_expect *a, const struct aisp_expect *b)
{
	return !strcmp(a->machine.fingerprint, b->machine.fingerprint);
}

const struct aisp_expect *aisp_expect_find(const struct aisp_expect_file *f,
					   const struct aisp_expect *observed)
{
	const struct aisp_expect *found = NULL;

	for (int i = 0; i < f->n; i++) {
		if (!aisp_expect_is_same(&f->entries[i], observed))
			continue;
		found = &f->entries[i];
		if (is_same_machine(found, observed))
			break;
	}
	return found;
}

/* Replaces the entry in its place, so that a diff shows only the change; or appends. */
static int put_entry(struct aisp_expect_file *f, const struct aisp_expect *observed)
{
	for (int i = 0; i < f->n; i++)
		if (aisp_expect_is_same(&f->entries[i], observed) &&
		    is_same_machine(&f->entries[i], observed)) {
			f->entries[i] = *observed;
			return 0;
		}
	return aisp_expect_add(f, observed) ? 0 : -1;
}

static int write_failed(struct aisp_err *err, const char *path)
{
	int code = errno;
	const char *remedy =
		code == ENOSPC || code == EDQUOT ? " (free some space)"
		: code == EROFS || code == EACCES || code == EPERM || code == ENOTDIR
			? " (choose a writable place with --expectations DIR)"
			: "";

	return aisp_err_set(err, "write %.300s: %s%s", path, strerror(code), remedy);
}

static int rewrite(int dir_fd, const char *path, const char *name,
		   const struct aisp_expect *observed, struct aisp_err *err)
{
	struct aisp_expect_file f;
	char *text = NULL;
	int rc = -1;

	if (aisp_expect_load(&f, path, err))
		return -1;
	if (!put_entry(&f, observed))
		text = aisp_expect_format(&f);
	if (!text)
		aisp_err_set(err, "out of memory");
	else if (aisp_replace_file(dir_fd, name, text, strlen(text)))
		write_failed(err, path);
	else
		rc = 0;
	free(text);
	free(f.entries);
	return rc;
}

static int has_control(const char *s)
{
	for (; *s; s++)
		if ((unsigned char)*s < 0x20)
			return 1;
	return 0;
}

int aisp_expect_accept(const struct aisp_expect_place *place,
		       const struct aisp_expect *observed, struct aisp_err *err)
{
	char path[PATH_MAX], folder[PATH_MAX];
	char *slash;
	int fd, rc;

	if (has_control(observed->target) || has_control(observed->machine.text))
		return aisp_err_set(err, "a name with control characters in it");
	if (aisp_expect_path_of(path, sizeof(path), place, observed, err))
		return -1;
	memcpy(folder, path, sizeof(folder));
	slash = strrchr(folder, '/');
	*slash = '\0';
	fd = aisp_mkdirs(folder, NULL)
		     ? -1
		     : open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return write_failed(err, folder);
	rc = aisp_lock(fd, LOCK_EX) ? write_failed(err, folder)
				    : rewrite(fd, path, slash + 1, observed, err);
	close(fd);
	return rc;
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

static int is_ours(const FTSENT *e)
{
	const char *dot = strrchr(e->fts_name, '.');

	return e->fts_info == FTS_F && e->fts_name[0] != '.' && dot &&
	       !strcmp(dot, ".txt");
}

int aisp_expect_load_all(struct aisp_expect_file *all, const char *dir,
			 struct aisp_err *err)
{
	char *const roots[] = { (char *)dir, NULL };
	FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
	FTSENT *e;
	int rc = 0;

	*all = (struct aisp_expect_file){ 0 };
	if (!tree)
		return aisp_err_errno(err, "read %s", dir);
	while (!rc && (e = fts_read(tree))) {
		struct aisp_expect_file f;

		if (e->fts_info == FTS_DNR || e->fts_info == FTS_ERR) {
			errno = e->fts_errno;
			rc = aisp_err_errno(err, "read %s", e->fts_path);
		}
		if (!is_ours(e))
			continue;
		rc = aisp_expect_load(&f, e->fts_accpath, err);
		for (int i = 0; !rc && i < f.n; i++)
			if (!aisp_expect_add(all, &f.entries[i]))
				rc = aisp_err_set(err, "out of memory");
		free(f.entries);
	}
	fts_close(tree);
	if (rc) {
		free(all->entries);
		*all = (struct aisp_expect_file){ 0 };
	}
	return rc;
}

static json_t *metric_json(const struct aisp_metric_entry *m, const char *unit)
{
	return json_pack("{so ss s[oo] so so}", "value", aisp_number_json(m->value),
			 "unit", unit, "ci", aisp_number_json(m->ci_low),
			 aisp_number_json(m->ci_high), "lower",
			 aisp_number_json(m->lower), "upper",
			 aisp_number_json(m->upper));
}

json_t *aisp_expect_json(const struct aisp_expect *e)
{
	const char grade[2] = { e->grade, '\0' };
	json_t *metrics = json_object();

	for (int i = 0; i < AISP_N_METRICS; i++)
		if (e->metrics[i].value > 0)
			json_object_set_new(
				metrics, aisp_metric_names[i],
				metric_json(&e->metrics[i], aisp_metric_units[i]));
	return json_pack("{ss ss ss ss ss ss ss ss ss ss ss ss si so so}", "target",
			 e->target, "class", e->machine.slug, "fingerprint",
			 e->machine.fingerprint, "machine", e->machine.text, "params",
			 e->params, "distribution", e->distribution, "baseline",
			 e->baseline, "over", e->over, "variant", e->variant, "commit",
			 e->commit, "date", e->date, "grade", grade, "launches",
			 e->n_launches, "confidence", aisp_number_json(e->confidence),
			 "metrics", metrics);
}
