/* SPDX-License-Identifier: MIT
 *
 * journal_compare.c - compare a run's documents with the journal's lines.
 */
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "journal_check.h"

#define MAX_TEXTS 100 /* further ones are only counted */

static int whole(const json_t *object, const char *name)
{
	const json_t *v = json_object_get(object, name);

	return json_is_integer(v) ? (int)json_integer_value(v) : -2;
}

void aisp_differences_init(struct aisp_differences *d)
{
	*d = (struct aisp_differences){ .texts = json_array(),
					.missing = json_array() };
}

void aisp_differences_release(struct aisp_differences *d)
{
	json_decref(d->texts);
	json_decref(d->missing);
	*d = (struct aisp_differences){ 0 };
}

void aisp_differences_note(struct aisp_differences *d, int *n, const char *fmt, ...)
{
	char text[400];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	++*n;
	if (json_array_size(d->texts) < MAX_TEXTS)
		json_array_append_new(d->texts, json_string(text));
}

const char *aisp_differences_first(const struct aisp_differences *d)
{
	const char *text = json_string_value(json_array_get(d->texts, 0));

	return text ? text : "";
}

/* One arm of one part: its lines and its launches. */
struct side_by_side {
	const json_t *arm;
	json_t *lines; /* "launch" lines, in order */
	int n_lines, n_launches;
	int *line_of;   /* of each launch; -1: none */
	int *launch_of; /* of each line; -1: none */
};

static const json_t *launch_at(const struct side_by_side *s, int k)
{
	return json_array_get(json_object_get(s->arm, "launches"), (size_t)k);
}

static json_t *lines_of_arm(const json_t *lines, int part, int arm)
{
	json_t *of = json_array(), *line;
	size_t i;

	json_array_foreach(lines, i, line)
		if (aisp_field_is(line, "kind", "launch") &&
		    whole(line, "part") == part && whole(line, "arm") == arm)
			json_array_append(of, line);
	return of;
}

static void pair(struct side_by_side *s, int line, int launch)
{
	s->line_of[launch] = line;
	s->launch_of[line] = launch;
}

/* Pairs launches with the same hash, then the remaining ones of the same block. */
static void pair_all(struct side_by_side *s, int by_block)
{
	for (int k = 0; k < s->n_launches; k++) {
		const json_t *launch = launch_at(s, k);
		char hex[65];

		if (s->line_of[k] >= 0)
			continue;
		aisp_json_hash_less(launch, "evidence", hex);
		for (int i = 0; i < s->n_lines; i++) {
			const json_t *line = json_array_get(s->lines, (size_t)i);

			if (s->launch_of[i] >= 0 ||
			    (by_block ? whole(line, "block") != whole(launch, "block")
				      : !aisp_field_is(line, "hash", hex)))
				continue;
			pair(s, i, k);
			break;
		}
	}
}

static const char *name_of(const struct side_by_side *s)
{
	return aisp_field_text(s->arm, "variant");
}

static void compare_launch(const struct side_by_side *s, int k, const json_t *hashes,
			   struct aisp_differences *d)
{
	const json_t *launch = launch_at(s, k);
	int block = whole(launch, "block"), i = s->line_of[k];
	const json_t *line = json_array_get(s->lines, (size_t)(i < 0 ? 0 : i));
	const char *evidence;
	char hex[65];

	if (i < 0) {
		aisp_differences_note(
			d, &d->n_edited,
			"%s: the launch of block %d is not in the journal", name_of(s),
			block);
		return;
	}
	aisp_json_hash_less(launch, "evidence", hex);
	if (!aisp_field_is(line, "hash", hex))
		aisp_differences_note(
			d, &d->n_edited,
			"%s: samples of the launch of block %d were edited", name_of(s),
			block);
	evidence = json_string_value(json_array_get(hashes, (size_t)i));
	aisp_json_hash(json_object_get(launch, "evidence"), hex);
	if (hashes && (!evidence || strcmp(evidence, hex) != 0))
		aisp_differences_note(
			d, &d->n_edited,
			"%s: evidence of the launch of block %d was edited", name_of(s),
			block);
	if (!aisp_field_is(line, "object", aisp_field_text(s->arm, "hash")))
		aisp_differences_note(d, &d->n_edited,
				      "%s: the launch of block %d was of "
				      "another object than the record names",
				      name_of(s), block);
}

static int is_in_order(const struct side_by_side *s)
{
	int last = -1;

	for (int k = 0; k < s->n_launches; k++) {
		if (s->line_of[k] >= 0 && s->line_of[k] < last)
			return 0;
		if (s->line_of[k] >= 0)
			last = s->line_of[k];
	}
	return 1;
}

static const json_t *find_line(const json_t *lines, const char *kind, int part,
			       const char *member, int i)
{
	const json_t *line;
	size_t k;

	json_array_foreach(lines, k, line)
		if (aisp_field_is(line, "kind", kind) && whole(line, "part") == part &&
		    whole(line, member) == i)
			return line;
	return NULL;
}

/* Returns how many launches the arm lacks. */
static int compare_sides(const json_t *lines, int part, int arm, struct side_by_side *s,
			 struct aisp_differences *d)
{
	const json_t *sealed = find_line(lines, "arm", part, "arm", arm);
	const json_t *hashes = json_object_get(sealed, "evidence");
	int n_missing = 0;
	char hex[65];

	pair_all(s, 0);
	pair_all(s, 1);
	for (int k = 0; k < s->n_launches; k++)
		compare_launch(s, k, hashes, d);
	for (int i = 0; i < s->n_lines; i++)
		if (s->launch_of[i] < 0)
			aisp_differences_note(
				d, &n_missing,
				"%s: the launch of block %d is missing from the record",
				name_of(s),
				whole(json_array_get(s->lines, (size_t)i), "block"));
	if (!is_in_order(s))
		aisp_differences_note(d, &d->n_edited,
				      "%s: its launches are in another order",
				      name_of(s));
	aisp_json_hash_less(s->arm, "launches", hex);
	if (!aisp_field_is(sealed, "hash", hex))
		aisp_differences_note(d, &d->n_edited, "%s: arms[%d] was edited",
				      name_of(s), arm);
	return n_missing;
}

static int compare_arm(const json_t *lines, const json_t *arms, int part, int arm,
		       struct aisp_differences *d)
{
	struct side_by_side s = { .arm = json_array_get(arms, (size_t)arm) };
	int n_missing = 0;

	s.lines = lines_of_arm(lines, part, arm);
	s.n_lines = (int)json_array_size(s.lines);
	s.n_launches = (int)json_array_size(json_object_get(s.arm, "launches"));
	s.line_of = malloc(((size_t)s.n_launches + 1) * sizeof(int));
	s.launch_of = malloc(((size_t)s.n_lines + 1) * sizeof(int));
	if (s.line_of && s.launch_of) {
		memset(s.line_of, -1, (size_t)s.n_launches * sizeof(int));
		memset(s.launch_of, -1, (size_t)s.n_lines * sizeof(int));
		n_missing = compare_sides(lines, part, arm, &s, d);
	}
	free(s.line_of);
	free(s.launch_of);
	json_decref(s.lines);
	return n_missing;
}

static void compare_results(const json_t *lines, const json_t *results, int part,
			    struct aisp_differences *d)
{
	const json_t *r;
	char hex[65];
	size_t i;

	json_array_foreach(results, i, r) {
		const json_t *line = find_line(lines, "result", part, "result", (int)i);

		aisp_json_hash_less(r, "expectation", hex);
		if (!aisp_field_is(line, "hash", hex))
			aisp_differences_note(d, &d->n_edited,
					      "%s: its verdict or figures were edited",
					      aisp_field_text(r, "target"));
	}
}

/* Finds what the journal has and the document lacks. */
static void find_removed(const json_t *lines, const json_t *document, int part,
			 struct aisp_differences *d)
{
	int n_arms = (int)json_array_size(json_object_get(document, "arms"));
	int n_results = (int)json_array_size(json_object_get(document, "results"));
	const json_t *line;
	size_t i;

	json_array_foreach(lines, i, line) {
		if (whole(line, "part") != part)
			continue;
		if (aisp_field_is(line, "kind", "arm") && whole(line, "arm") >= n_arms)
			aisp_differences_note(d, &d->n_edited,
					      "arms[%d] of the journal is missing",
					      whole(line, "arm"));
		if (aisp_field_is(line, "kind", "result") &&
		    whole(line, "result") >= n_results)
			aisp_differences_note(d, &d->n_edited,
					      "results[%d] of the journal is missing",
					      whole(line, "result"));
	}
}

void aisp_journal_compare_part(const json_t *lines, const json_t *document, int part,
			       struct aisp_differences *d)
{
	const json_t *arms = json_object_get(document, "arms");

	for (int i = 0; i < (int)json_array_size(arms); i++) {
		int n = compare_arm(lines, arms, part, i, d);

		d->n_missing += n;
		if (part == 0)
			json_array_append_new(d->missing, json_integer(n));
	}
	compare_results(lines, json_object_get(document, "results"), part, d);
	find_removed(lines, document, part, d);
}

static void compare_head(const json_t *document, const char *name, const char *head,
			 struct aisp_differences *d)
{
	if (!aisp_field_is(json_object_get(document, "journal"), "head", head))
		aisp_differences_note(d, &d->n_edited,
				      "%s names another end of the journal", name);
}

static void compare_end(const json_t *lines, const json_t *run, const json_t *manifest,
			struct aisp_differences *d)
{
	const json_t *end = NULL, *after = NULL, *line;
	char hex[65];
	size_t i;

	json_array_foreach(lines, i, line)
		if (aisp_field_is(line, "kind", "end")) {
			end = line;
			after = json_array_get(lines, i + 1);
		}
	if (!end || !after) {
		aisp_differences_note(d, &d->n_edited,
				      "journal.jsonl lacks its end: it was cut off");
		return;
	}
	aisp_json_hash_less(run, "journal", hex);
	if (!aisp_field_is(end, "run", hex))
		aisp_differences_note(d, &d->n_edited,
				      "results.json: \"run\" was edited");
	aisp_json_hash_less(manifest, "journal", hex);
	if (!aisp_field_is(end, "manifest", hex))
		aisp_differences_note(d, &d->n_edited, "manifest.json was edited");
	compare_head(run, "results.json", aisp_field_text(after, "prev"), d);
	compare_head(manifest, "manifest.json", aisp_field_text(after, "prev"), d);
}

/* Was this launch, arm or result measured again by another process after a kill? */
static int is_dropped(const json_t *line, int n_arms, int n_results)
{
	if (aisp_field_is(line, "kind", "launch") || aisp_field_is(line, "kind", "arm"))
		return whole(line, "part") > 0 || whole(line, "arm") >= n_arms;
	return aisp_field_is(line, "kind", "result") &&
	       (whole(line, "part") > 0 || whole(line, "result") >= n_results);
}

json_t *aisp_journal_standing(const json_t *lines)
{
	json_t *standing = json_copy((json_t *)lines);
	int n_arms = INT_MAX, n_results = INT_MAX, has_resumed = 0;

	for (size_t i = json_array_size(standing); i-- > 0;) {
		const json_t *line = json_array_get(standing, i);

		if (aisp_field_is(line, "kind", "resume")) {
			has_resumed = 1;
			if (whole(line, "arms") < n_arms)
				n_arms = whole(line, "arms");
			if (whole(line, "results") < n_results)
				n_results = whole(line, "results");
		} else if (has_resumed && is_dropped(line, n_arms, n_results)) {
			json_array_set_new(standing, i, json_null());
		}
	}
	return standing;
}

static void compare(const json_t *lines, const json_t *results, const json_t *manifest,
		    struct aisp_differences *d)
{
	json_t *run = json_copy(json_object_get(results, "run"));
	const json_t *second = json_object_get(results, "confirmation");

	json_object_del(run, "folder"); /* added when the document is loaded */
	/* First: the list of differences may be cut. */
	compare_end(lines, run, manifest, d);
	aisp_journal_compare_part(lines, results, 0, d);
	if (second || find_line(lines, "arm", 1, "arm", 0))
		aisp_journal_compare_part(lines, second, 1, d);
	json_decref(run);
}

void aisp_journal_compare(const json_t *lines, const json_t *results,
			  const json_t *manifest, struct aisp_differences *d)
{
	json_t *standing = aisp_journal_standing(lines);

	compare(standing, results, manifest, d);
	json_decref(standing);
}
