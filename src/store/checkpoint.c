/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/field.h"
#include "base/regular.h"
#include "checkpoint.h"
#include "journal_check.h"

#define MAX_GROUPS 100000

static void name_of(char *buf, size_t size, int position)
{
	snprintf(buf, size, "group-%05d.json", position);
}

/* Compact, since the same figures are written again at the end, on the same disk. */
static int put(struct aisp_rundir *r, const char *name, const json_t *json,
	       struct aisp_err *err)
{
	char *text = json_dumps(json, JSON_COMPACT);
	int rc;

	if (!text)
		return aisp_err_set(err, "no memory for %s", name);
	rc = aisp_rundir_put_text(r, name, text, strlen(text), err);
	free(text);
	return rc;
}

int aisp_checkpoint_begin(struct aisp_rundir *r, const json_t *plan,
			  struct aisp_err *err)
{
	return put(r, "plan.json", plan, err);
}

int aisp_checkpoint_put(struct aisp_rundir *r, int position, const json_t *group,
			struct aisp_err *err)
{
	char name[32];

	name_of(name, sizeof(name), position);
	return put(r, name, group, err);
}

void aisp_checkpoint_drop(const struct aisp_rundir *r)
{
	char name[32];

	for (int i = 0; i < MAX_GROUPS; i++) {
		name_of(name, sizeof(name), i);
		if (unlinkat(r->fd, name, 0))
			return;
	}
}

static int has(const char *folder, const char *name)
{
	char path[PATH_MAX + 32];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	return !access(path, R_OK);
}

int aisp_checkpoint_has_plan(const char *folder)
{
	return has(folder, "plan.json");
}

int aisp_checkpoint_is_there(const char *folder)
{
	char group[32];

	name_of(group, sizeof(group), 0);
	return aisp_checkpoint_has_plan(folder) && has(folder, group);
}

static json_t *read_json(const char *folder, const char *name)
{
	char path[PATH_MAX + 32];
	json_t *json = NULL;
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	f = aisp_regular_open(path, NULL);
	if (f) {
		json = json_loadf(f, JSON_REJECT_DUPLICATES, NULL);
		fclose(f);
	}
	return json;
}

/* Reads up to the first that is missing or incomplete. */
static void read_groups(struct aisp_checkpoint *c, const char *folder)
{
	for (int i = 0; i < MAX_GROUPS; i++) {
		char name[32];
		json_t *group;

		name_of(name, sizeof(name), i);
		group = read_json(folder, name);
		if (!json_is_object(group)) {
			json_decref(group);
			return;
		}
		c->n_arms += (int)json_array_size(json_object_get(group, "arms"));
		c->n_results += (int)json_array_size(json_object_get(group, "results"));
		json_array_append_new(c->groups, group);
	}
}

/* The kill may have cut off the last line. */
static int read_journal(struct aisp_checkpoint *c, const char *folder,
			struct aisp_err *err)
{
	char path[PATH_MAX + 32], buf[4096];
	const char *end;
	size_t n;
	FILE *f, *out;

	snprintf(path, sizeof(path), "%s/journal.jsonl", folder);
	f = aisp_regular_open(path, err);
	if (!f)
		return -1;
	out = open_memstream(&c->journal, &c->n_bytes);
	while (out && (n = fread(buf, 1, sizeof(buf), f)))
		fwrite(buf, 1, n, out);
	fclose(f);
	if (!out || fclose(out))
		return aisp_err_set(err, "no memory for %s", path);
	end = memrchr(c->journal, '\n', c->n_bytes);
	c->n_bytes = end ? (size_t)(end - c->journal) + 1 : 0;
	return 0;
}

static void append_all(json_t *to, const json_t *group, const char *member)
{
	json_array_extend(to, json_object_get(group, member));
}

/* Makes the run's document as if it ended here. */
static json_t *document_of(const struct aisp_checkpoint *c)
{
	json_t *arms = json_array(), *results = json_array(), *group;
	size_t i;

	json_array_foreach(c->groups, i, group) {
		append_all(arms, group, "arms");
		append_all(results, group, "results");
	}
	return json_pack("{so so}", "arms", arms, "results", results);
}

static int count_launches(const json_t *lines)
{
	const json_t *line;
	int n = 0;
	size_t i;

	json_array_foreach(lines, i, line)
		n += !strcmp(aisp_field_text(line, "kind"), "launch");
	return n;
}

/* Includes the line with which the next process begins. */
static int check(struct aisp_checkpoint *c, json_t *lines, struct aisp_differences *d,
		 struct aisp_err *err)
{
	json_t *document = document_of(c), *standing;

	json_array_append_new(lines, json_pack("{ss si si}", "kind", "resume", "arms",
					       c->n_arms, "results", c->n_results));
	standing = aisp_journal_standing(lines);
	if (document && standing)
		aisp_journal_compare_part(standing, document, 0, d);
	c->n_launches = count_launches(lines);
	c->n_dropped = c->n_launches - count_launches(standing);
	json_decref(document);
	json_decref(standing);
	if (d->n_edited || d->n_missing)
		return aisp_err_set(err,
				    "the run that was ended cannot be resumed: %.300s",
				    json_string_value(json_array_get(d->texts, 0)));
	return 0;
}

int aisp_checkpoint_load(struct aisp_checkpoint *c, const char *folder,
			 struct aisp_err *err)
{
	struct aisp_differences d;
	json_t *lines;
	int rc;

	*c = (struct aisp_checkpoint){ .groups = json_array() };
	c->plan = read_json(folder, "plan.json");
	if (!json_is_object(c->plan))
		return aisp_err_set(err,
				    "%s has no plan.json: the run was killed before it "
				    "began to measure; run the command anew",
				    folder);
	read_groups(c, folder);
	if (read_journal(c, folder, err))
		return -1;
	aisp_differences_init(&d);
	lines = aisp_journal_parse(c->journal, c->n_bytes, "", &d);
	rc = lines ? check(c, lines, &d, err)
		   : aisp_err_set(err, "no memory for the journal");
	aisp_differences_release(&d);
	json_decref(lines);
	return rc;
}

void aisp_checkpoint_release(struct aisp_checkpoint *c)
{
	json_decref(c->plan);
	json_decref(c->groups);
	free(c->journal);
	*c = (struct aisp_checkpoint){ 0 };
}
