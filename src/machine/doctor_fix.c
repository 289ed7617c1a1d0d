/* SPDX-License-Identifier: MIT
 *
 * doctor_fix.c - plan, make and undo the doctor's changes.
 *
 * The record of old values is written before the first change, so that a crash between
 * two writes loses none of them.
 */
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/regular.h"
#include "doctor.h"
#include "machine_id.h"
#include "sysfile.h"

void aisp_changes_release(struct aisp_changes *c)
{
	free(c->list);
	*c = (struct aisp_changes){ .n = 0 };
}

static int add(struct aisp_changes *c, const char *path, const char *from,
	       const char *to, struct aisp_err *err)
{
	struct aisp_change *list = realloc(c->list, (size_t)(c->n + 1) * sizeof(*list)),
			   *new;

	if (!list)
		return aisp_err_errno(err, "plan changes");
	c->list = list;
	new = &list[c->n];
	if (snprintf(new->path, sizeof(new->path), "%s", path) >=
		    (int)sizeof(new->path) ||
	    snprintf(new->from, sizeof(new->from), "%s", from) >=
		    (int)sizeof(new->from) ||
	    snprintf(new->to, sizeof(new->to), "%s", to) >= (int)sizeof(new->to))
		return aisp_err_set(err, "%s: longer than expected", path);
	c->n++;
	return 0;
}

/* Reads the value in force, which restores it when written. */
static int read_value(const char *path, char *value, size_t size)
{
	if (aisp_sys_read(path, value, size))
		return -1;
	aisp_sys_choice(value);
	return 0;
}

static int plan_fix(const struct aisp_fix *fix, struct aisp_changes *c,
		    struct aisp_err *err)
{
	size_t skip = strlen(aisp_sys_root());
	char full[4096], now[256];
	glob_t g;
	int rc = 0;

	if (aisp_sys_path(full, sizeof(full), fix->pattern))
		return aisp_err_errno(err, "%s", fix->pattern);
	if (!glob(full, 0, NULL, &g))
		for (size_t i = 0; i < g.gl_pathc && !rc; i++) {
			const char *path = g.gl_pathv[i] + skip;

			if (!read_value(path, now, sizeof(now)) &&
			    strcmp(now, fix->value))
				rc = add(c, path, now, fix->value, err);
		}
	globfree(&g);
	return rc;
}

int aisp_doctor_plan(const struct aisp_diagnosis *d, struct aisp_changes *c,
		     struct aisp_err *err)
{
	*c = (struct aisp_changes){ .n = 0 };
	for (int i = 0; i < d->n; i++)
		if (d->symptoms[i].fix && plan_fix(d->symptoms[i].fix, c, err))
			return -1;
	return 0;
}

int aisp_doctor_may(const struct aisp_changes *c, struct aisp_err *err)
{
	char full[4096];

	for (int i = 0; i < c->n; i++) {
		if (aisp_sys_path(full, sizeof(full), c->list[i].path))
			return aisp_err_errno(err, "%s", c->list[i].path);
		if (!access(full, W_OK))
			continue;
		if (errno == EACCES || errno == EPERM)
			return aisp_err_set(err,
					    "%s: writing it needs root: run "
					    "`sudo aisp doctor --fix`",
					    c->list[i].path);
		return aisp_err_errno(err, "%s", c->list[i].path);
	}
	return 0;
}

json_t *aisp_changes_json(const struct aisp_changes *c)
{
	json_t *list = json_array();

	for (int i = 0; i < c->n; i++)
		json_array_append_new(
			list, json_pack("{s:s, s:s, s:s}", "path", c->list[i].path,
					"from", c->list[i].from, "to", c->list[i].to));
	return list;
}

static int parse_record(const json_t *j, const char *record, struct aisp_changes *c,
			struct aisp_err *err)
{
	if (!json_is_array(j))
		return aisp_err_set(err, "%s: not a list of changes", record);
	for (size_t i = 0; i < json_array_size(j); i++) {
		const char *path, *from, *to;

		if (json_unpack(json_array_get(j, i), "{s:s, s:s, s:s}", "path", &path,
				"from", &from, "to", &to))
			return aisp_err_set(err, "%s: entry %zu is no change", record,
					    i);
		if (!aisp_doctor_knows(path))
			return aisp_err_set(err, "%s: %s is no file that --fix changes",
					    record, path);
		if (add(c, path, from, to, err))
			return -1;
	}
	return 0;
}

/* A missing record counts as empty. */
static int load_record(const char *record, struct aisp_changes *c, struct aisp_err *err)
{
	json_error_t at;
	json_t *j;
	int rc;

	*c = (struct aisp_changes){ .n = 0 };
	if (access(record, F_OK) && errno == ENOENT)
		return 0;
	j = aisp_regular_json(record, 0, &at);
	if (!j)
		return aisp_err_set(err, "%s: line %d: %s", record, at.line, at.text);
	rc = parse_record(j, record, c, err);
	json_decref(j);
	return rc;
}

/* Saves the record, or removes it if nothing is left to undo. */
static int save_record(const char *record, const struct aisp_changes *c,
		       struct aisp_err *err)
{
	json_t *j;
	int rc;

	if (!c->n)
		return unlink(record) && errno != ENOENT
			       ? aisp_err_errno(err, "remove %s", record)
			       : 0;
	j = aisp_changes_json(c);
	if (!j)
		return aisp_err_set(err, "save %s: out of memory", record);
	rc = aisp_machine_save(record, j, err);
	json_decref(j);
	return rc;
}

static int holds(const struct aisp_changes *c, const char *path)
{
	for (int i = 0; i < c->n; i++)
		if (!strcmp(c->list[i].path, path))
			return 1;
	return 0;
}

static int remember(const struct aisp_changes *c, const char *record,
		    struct aisp_err *err)
{
	struct aisp_changes all;
	int rc = load_record(record, &all, err);

	for (int i = 0; i < c->n && !rc; i++)
		if (!holds(&all, c->list[i].path))
			rc = add(&all, c->list[i].path, c->list[i].from, c->list[i].to,
				 err);
	if (!rc)
		rc = save_record(record, &all, err);
	aisp_changes_release(&all);
	return rc;
}

int aisp_doctor_apply(const struct aisp_changes *c, const char *record,
		      void (*show)(void *, const struct aisp_change *), void *arg,
		      struct aisp_err *err)
{
	int rc = 0;

	if (!c->n)
		return 0;
	if (remember(c, record, err))
		return -1;
	for (int i = 0; i < c->n; i++) {
		show(arg, &c->list[i]);
		if (aisp_sys_write(c->list[i].path, c->list[i].to, rc ? NULL : err))
			rc = -1;
	}
	return rc;
}

static int restore(const struct aisp_change *done,
		   void (*show)(void *, const struct aisp_change *), void *arg,
		   struct aisp_err *err)
{
	struct aisp_change back = *done;
	char now[256];

	if (read_value(done->path, now, sizeof(now)))
		return aisp_err_errno(err, "%s", done->path);
	if (!strcmp(now, done->from))
		return 0;
	snprintf(back.from, sizeof(back.from), "%.63s", now);
	memcpy(back.to, done->from, sizeof(back.to));
	show(arg, &back);
	return aisp_sys_write(back.path, back.to, err);
}

int aisp_doctor_undo(const char *record,
		     void (*show)(void *, const struct aisp_change *), void *arg,
		     struct aisp_err *err)
{
	struct aisp_changes c, left = { .n = 0 };
	int rc = -1, failed = 0;

	if (load_record(record, &c, err))
		goto out;
	for (int i = c.n - 1; i >= 0; i--)
		if (restore(&c.list[i], show, arg, failed ? NULL : err)) {
			failed = 1;
			if (add(&left, c.list[i].path, c.list[i].from, c.list[i].to,
				err))
				goto out;
		}
	if (!save_record(record, &left, err) && !failed)
		rc = 0;
out:
	aisp_changes_release(&left);
	aisp_changes_release(&c);
	return rc;
}

int aisp_doctor_record(char *path, size_t size, struct aisp_err *err)
{
	char id[AISP_MACHINE_ID_SIZE];

	if (aisp_machine_id(id, err))
		return -1;
	return aisp_machine_path(path, size, id, "doctor-undo.json", err);
}
