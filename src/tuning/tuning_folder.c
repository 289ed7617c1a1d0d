/* SPDX-License-Identifier: MIT
 *
 * tuning_folder.c - make the folder of a search, or open it again.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/paths.h"
#include "base/regular.h"
#include "base/rng.h"
#include "base/text.h"
#include "run/shape.h"
#include "store/tree.h"
#include "tune/template.h"
#include "tuning_parts.h"

#define SCHEMA      1
#define MAX_TEXT    (1 << 20)   /* bytes of a space or a template */
#define MAX_HISTORY (256 << 20) /* bytes of history.jsonl */
#define MAX_SAME    100         /* searches that begin in one second */

#define AT(member) offsetof(struct tuning_search, member)
static const struct aisp_field fields[] = {
	{ "target", AISP_TEXT, AISP_NEEDED, AT(target) },
	{ "pair", AISP_TEXT, AISP_NEEDED, AT(pair) },
	{ "extension", AISP_TEXT, AISP_NEEDED, AT(extension) },
	{ "device", AISP_TEXT, AISP_NEEDED, AT(device) },
	{ "proposer", AISP_TEXT, AISP_NEEDED, AT(proposer) },
	{ "seed", AISP_TEXT, AISP_NEEDED, AT(seed) },
	{ "budget", AISP_WHOLE, AISP_NEEDED, AT(budget) },
	{ "pairs", AISP_WHOLE, AISP_NEEDED, AT(pairs) },
	{ "finalists", AISP_WHOLE, AISP_NEEDED, AT(n_finalists) },
	{ "answer_s", AISP_NUMBER, AISP_NEEDED, AT(answer_s) },
	{ 0 }
};
static const struct aisp_shape shape = { fields, sizeof(struct tuning_search) };
#undef AT

void tuning_init(struct tuning *t)
{
	memset(t, 0, sizeof(*t));
	t->history_fd = -1;
	aisp_journal_init(&t->chain);
}

void tuning_release(struct tuning *t)
{
	tuning_program_stop(t->program);
	aisp_tune_history_release(&t->history);
	aisp_space_release(&t->space);
	aisp_journal_release(&t->chain);
	aisp_arena_release(&t->arena);
	json_decref(t->document);
	json_decref(t->files);
	free(t->template);
	if (t->history_fd >= 0)
		close(t->history_fd);
	tuning_init(t);
}

/* "tune_20261121T073000Z_2": commands for runs do not take it for a run. */
static int make_folder(struct tuning *t, const char *artifacts, struct aisp_err *err)
{
	char real[PATH_MAX], when[32];

	if (aisp_mkdirs(artifacts, err))
		return -1;
	if (!realpath(artifacts, real))
		return aisp_err_errno(err, "find %.400s", artifacts);
	aisp_now_stamp(when);
	for (int i = 1; i < MAX_SAME; i++) {
		int n = snprintf(t->folder, sizeof(t->folder), "%s/tune_%s", real,
				 when);

		if (n < 0 || (size_t)n + 200 > sizeof(t->folder))
			return aisp_err_usage(err, "%.400s: too long a path", real);
		if (i > 1)
			snprintf(t->folder + n, sizeof(t->folder) - (size_t)n, "_%d",
				 i);
		if (!mkdir(t->folder, 0777))
			return 0;
		if (errno != EEXIST)
			break;
	}
	return aisp_err_errno(err, "make %.400s (choose a place with --artifacts-dir)",
			      t->folder);
}

static json_t *search_json(const struct tuning *t)
{
	const struct tuning_search *s = &t->search;

	return json_pack("{si ss ss ss ss ss ss sI sI sI sf sO}", "schema", SCHEMA,
			 "target", s->target, "pair", s->pair, "extension",
			 s->extension, "device", s->device, "proposer", s->proposer,
			 "seed", s->seed, "budget", (json_int_t)s->budget, "pairs",
			 (json_int_t)s->pairs, "finalists", (json_int_t)s->n_finalists,
			 "answer_s", s->answer_s, "files", t->files);
}

/* The history's first line follows search.json, so that neither is edited unseen. */
static int follow_search(struct tuning *t, const char *path, struct aisp_err *err)
{
	if (aisp_hash_file(path, t->search_hash, err))
		return -1;
	snprintf(t->chain.head, sizeof(t->chain.head), "%s", t->search_hash);
	return 0;
}

/* Writes the last file of a new folder: from then on the search can be resumed. */
static int write_search(struct tuning *t, struct aisp_err *err)
{
	char path[TUNING_MAX_PATH];
	json_t *o = search_json(t);
	char *text = o ? json_dumps(o, JSON_INDENT(1)) : NULL;
	int rc;

	snprintf(path, sizeof(path), "%s/search.json", t->folder);
	rc = text ? tuning_write_file(path, text, err)
		  : aisp_err_set(err,
				 "search.json: the target's or the proposer's name "
				 "is no UTF-8");
	if (!rc)
		rc = follow_search(t, path, err);
	free(text);
	json_decref(o);
	return rc;
}

/* What is wrong is to be mended in the user's files, which `from` names, if any. */
static int load_space(struct tuning *t, const struct tuning_source *from,
		      struct aisp_err *err)
{
	char path[TUNING_MAX_PATH];
	char *text;
	int rc;

	snprintf(path, sizeof(path), "%s/space.txt", t->folder);
	text = tuning_read_file(path, MAX_TEXT, err);
	if (!text)
		return -1;
	rc = aisp_space_parse(&t->space, text, from ? from->space : path, err);
	free(text);
	if (rc)
		return -1;
	snprintf(path, sizeof(path), "%s/template%s", t->folder, t->search.extension);
	t->template = tuning_read_file(path, MAX_TEXT, err);
	return t->template ? aisp_template_check(t->template, &t->space,
						 from ? from->template : path, err)
			   : -1;
}

static int open_history(struct tuning *t, struct aisp_err *err)
{
	char path[TUNING_MAX_PATH];

	snprintf(path, sizeof(path), "%s/history.jsonl", t->folder);
	t->history_fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	if (t->history_fd < 0)
		return aisp_err_errno(err, "open %.400s", path);
	if (flock(t->history_fd, LOCK_EX | LOCK_NB))
		return aisp_err_set(err, "%.400s: another aisp tune is at it",
				    t->folder);
	return 0;
}

/* Removes a line that was cut off: the next one must begin a line. */
static int load_history(struct tuning *t, struct aisp_err *err)
{
	char path[TUNING_MAX_PATH], *text;
	struct aisp_err why;
	size_t n_bytes = 0;
	int rc;

	snprintf(path, sizeof(path), "%s/history.jsonl", t->folder);
	text = tuning_read_file(path, MAX_HISTORY, err);
	if (!text)
		return -1;
	rc = aisp_tune_history_parse(&t->history, text, &n_bytes, &why);
	if (rc || aisp_journal_restore(&t->chain, text, n_bytes)) {
		free(text);
		return aisp_err_usage(err, "%.300s is damaged: %.180s", path,
				      rc ? why.msg : "out of memory");
	}
	free(text);
	return ftruncate(t->history_fd, (off_t)n_bytes)
		       ? aisp_err_errno(err, "shorten %.400s", path)
		       : 0;
}

static int make_plan(struct tuning *t, struct aisp_err *err)
{
	const struct tuning_search *s = &t->search;
	struct aisp_seed seed;

	if (aisp_seed_parse(&seed, s->seed, err))
		return -1;
	if (s->budget < 1 || s->budget > AISP_SPACE_MAX_POINTS || s->pairs < 3 ||
	    s->pairs > 1000 || s->n_finalists < 1 ||
	    s->n_finalists > AISP_TUNE_MAX_FINALISTS || !(s->answer_s > 0))
		return aisp_err_usage(err,
				      "%.300s/search.json: a number is out of its "
				      "range",
				      t->folder);
	t->strategy = aisp_proposer_find(s->proposer);
	t->plan = (struct aisp_tune_plan){ .seed = aisp_seed_key(&seed, 0, 0, 0),
					   .budget = (int)s->budget,
					   .pairs = (int)s->pairs,
					   .n_finalists = (int)s->n_finalists };
	return 0;
}

static int load(struct tuning *t, const struct tuning_source *from,
		struct aisp_err *err)
{
	if (load_space(t, from, err) || make_plan(t, err) || open_history(t, err))
		return -1;
	aisp_tune_history_init(&t->history, &t->space);
	return load_history(t, err);
}

int tuning_begin(struct tuning *t, const struct tuning_source *from,
		 const char *artifacts, struct aisp_err *err)
{
	if (make_folder(t, artifacts, err))
		return -1;
	if (!tuning_copy_pair(t, from, err) && (t->files = tuning_hash_files(t, err)) &&
	    !load(t, from, err) && !write_search(t, err))
		return 0;
	aisp_tree_remove(t->folder, NULL);
	return -1;
}

int tuning_resume(struct tuning *t, const char *folder, struct aisp_err *err)
{
	static const struct aisp_where root = { NULL, "search", -1 };
	char path[TUNING_MAX_PATH];
	json_error_t wrong;

	if (!realpath(folder, t->folder))
		return aisp_err_usage(err, "%.400s: no such folder", folder);
	snprintf(path, sizeof(path), "%s/search.json", t->folder);
	t->document = aisp_regular_json(path, JSON_REJECT_DUPLICATES, &wrong);
	if (!t->document)
		return aisp_err_usage(err,
				      "%.300s is no folder of a search that began "
				      "(search.json: %.100s)",
				      folder, wrong.text);
	if (aisp_shape_read(&shape, t->document, &t->search, &root, &t->arena, err)) {
		err->is_usage = true;
		return -1;
	}
	if (follow_search(t, path, err))
		return -1;
	t->files = json_incref(json_object_get(t->document, "files"));
	return load(t, NULL, err);
}

/* Adds the lines to the chain and, as JSON, to the array. */
static int chain(struct tuning *t, const struct aisp_tune_record *r, int n,
		 json_t *lines)
{
	for (int i = 0; i < n; i++) {
		json_t *line = aisp_tune_record_json(&r[i], &t->space);

		if (!line || json_array_append(lines, line)) {
			json_decref(line);
			return -1;
		}
		aisp_journal_add(&t->chain, line);
	}
	return t->chain.has_failed ? -1 : 0;
}

int tuning_add_all(struct tuning *t, const struct aisp_tune_record *r, int n,
		   struct aisp_err *err)
{
	size_t before = t->chain.n_bytes, size;
	json_t *lines = json_array();
	int rc = 0;

	if (!lines || chain(t, r, n, lines)) {
		json_decref(lines);
		return aisp_err_set(err, "out of memory");
	}
	size = t->chain.n_bytes - before;
	if (write(t->history_fd, t->chain.text + before, size) != (ssize_t)size ||
	    fdatasync(t->history_fd))
		rc = aisp_err_errno(err, "write %.400s/history.jsonl", t->folder);
	for (int i = 0; !rc && i < n; i++)
		rc = aisp_tune_history_add(
			&t->history, json_incref(json_array_get(lines, (size_t)i)),
			err);
	json_decref(lines);
	return rc;
}

int tuning_add(struct tuning *t, const struct aisp_tune_record *r, struct aisp_err *err)
{
	return tuning_add_all(t, r, 1, err);
}
