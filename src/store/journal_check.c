/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/field.h"
#include "base/hash.h"
#include "base/regular.h"
#include "base/stats.h"
#include "journal_check.h"

static int number_of(const json_t *line)
{
	const json_t *v = json_object_get(line, "seq");

	return json_is_integer(v) ? (int)json_integer_value(v) : -1;
}

static void parse_line(json_t *lines, char *line, const char *prev,
		       struct aisp_differences *d)
{
	json_t *v = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
	int i = (int)json_array_size(lines);

	if (!json_is_object(v))
		aisp_differences_note(d, &d->n_edited,
				      "journal.jsonl: line %d is no JSON object",
				      i + 1);
	else if (number_of(v) != i)
		aisp_differences_note(d, &d->n_edited,
				      "journal.jsonl: line %d has the number %d: "
				      "lines were removed or moved",
				      i + 1, number_of(v));
	else if (!aisp_field_is(v, "prev", prev))
		aisp_differences_note(d, &d->n_edited,
				      "journal.jsonl: line %d does not follow the one "
				      "before: one of the two was edited",
				      i + 1);
	json_array_append_new(lines, v ? v : json_null());
}

json_t *aisp_journal_parse(const char *text, size_t n_bytes, const char *before,
			   struct aisp_differences *d)
{
	char *copy = malloc(n_bytes + 1), prev[65], *line, *end;
	json_t *lines = json_array();

	if (!copy || !lines) {
		free(copy);
		json_decref(lines);
		return NULL;
	}
	memcpy(copy, text, n_bytes);
	copy[n_bytes] = '\0';
	snprintf(prev, sizeof(prev), "%s", before);
	for (line = copy; (end = strchr(line, '\n')); line = end + 1) {
		*end = '\0';
		parse_line(lines, line, prev, d);
		aisp_hash_text(line, prev);
	}
	if (line != copy + n_bytes)
		aisp_differences_note(d, &d->n_edited,
				      "journal.jsonl ends within a line");
	free(copy);
	return lines;
}

/* Compares a file with the journal's last line, unless is_explained. */
static void check_file(const char *folder, const char *name, const json_t *line,
		       int is_explained, struct aisp_differences *d)
{
	char path[PATH_MAX + 64], hex[65];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	if (access(path, F_OK))
		aisp_differences_note(d, &d->n_edited, "%s is missing", name);
	else if (!(f = aisp_regular_open(path, NULL)))
		aisp_differences_note(d, &d->n_edited, "%s cannot be read", name);
	else if (!fclose(f) && !is_explained &&
		 (aisp_hash_file(path, hex, NULL) || !aisp_field_is(line, name, hex)))
		aisp_differences_note(d, &d->n_edited, "%s was edited", name);
}

static void check_files(const char *folder, const json_t *line,
			struct aisp_differences *d)
{
	int is_explained = d->n_edited || d->n_missing;

	if (!aisp_field_is(line, "kind", "files"))
		return; /* the missing end is noted already */
	for (int i = 0; i < AISP_N_JOURNALED_FILES; i++)
		check_file(folder, aisp_journaled_files[i], line,
			   is_explained && strstr(aisp_journaled_files[i], ".json"), d);
}

static void check_median(const struct aisp_run_arm *arm,
			 const struct aisp_run_launch *launch,
			 struct aisp_differences *d)
{
	const struct aisp_numbers *samples = &launch->samples_ns;
	size_t size = (size_t)samples->n * sizeof(*samples->at);
	double saved = launch->median_ns, median;
	double *ns = size ? malloc(size) : NULL;

	if (!ns)
		return;
	memcpy(ns, samples->at, size);
	median = aisp_median(ns, samples->n);
	if (!isnan(saved) && !(fabs(median - saved) <= 1e-9 * fabs(saved)))
		aisp_differences_note(
			d, &d->n_edited,
			"%s: a launch's median is %g ns, that of its samples %g ns",
			arm->variant, saved, median);
	free(ns);
}

static void check_medians(const struct aisp_run *run, struct aisp_differences *d)
{
	for (int i = 0; i < run->n_arms; i++)
		for (int k = 0; k < run->arms[i].n_launches; k++)
			check_median(&run->arms[i], &run->arms[i].launches[k], d);
}

/* Reads the file.  Returns 0, 1 if there is none, or -1 with *err filled. */
static int read_file(const char *path, char **text, size_t *n_bytes,
		     struct aisp_err *err)
{
	if (access(path, F_OK) && errno == ENOENT)
		return 1;
	*text = aisp_regular_read(path, INT64_MAX, n_bytes, err);
	return *text ? 0 : -1;
}

static void check_lines(struct aisp_differences *d, const char *folder,
			const json_t *lines, const json_t *results,
			const json_t *manifest, const char *head)
{
	const json_t *last = json_array_get(lines, json_array_size(lines) - 1);

	aisp_journal_compare(lines, results, manifest, d);
	check_files(folder, last, d);
	if (head && strncmp(aisp_field_text(last, "prev"), head, strlen(head)) != 0)
		aisp_differences_note(d, &d->n_edited,
				      "the journal ends with another hash than %.64s",
				      head);
}

int aisp_journal_check(struct aisp_differences *d, const char *folder,
		       const struct aisp_run *run, const json_t *manifest,
		       const char *head, struct aisp_err *err)
{
	const json_t *info = json_object_get(run->document, "run");
	char path[PATH_MAX + 32], *text = NULL;
	json_t *lines = NULL;
	size_t n_bytes = 0;
	int rc;

	aisp_differences_init(d);
	snprintf(path, sizeof(path), "%s/journal.jsonl", folder);
	rc = read_file(path, &text, &n_bytes, err);
	d->has_journal = rc != 1 || json_object_get(info, "journal") ||
			 json_object_get(manifest, "journal") || head;
	if (rc == 1 && d->has_journal)
		aisp_differences_note(d, &d->n_edited, "journal.jsonl is missing");
	if (!rc && text)
		lines = aisp_journal_parse(text, n_bytes, "", d);
	if (lines)
		check_lines(d, folder, lines, run->document, manifest, head);
	check_medians(run, d);
	json_decref(lines);
	free(text);
	return rc < 0 ? -1 : 0;
}
