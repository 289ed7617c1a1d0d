/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "journal.h"

const char *const aisp_journaled_files[AISP_N_JOURNALED_FILES] = {
	"manifest.json", "results.json", "results.md", "results.csv"
};

void aisp_json_hash(const json_t *json, char hex[65])
{
	char *text = json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY);

	aisp_hash_text(text ? text : "", hex);
	free(text);
}

void aisp_json_hash_less(const json_t *object, const char *member, char hex[65])
{
	json_t *copy = json_copy((json_t *)object); /* it shares the members */

	json_object_del(copy, member);
	aisp_json_hash(copy, hex);
	json_decref(copy);
}

void aisp_journal_init(struct aisp_journal *j)
{
	*j = (struct aisp_journal){ .fd = -1 };
}

void aisp_journal_release(struct aisp_journal *j)
{
	if (j->fd >= 0)
		close(j->fd);
	free(j->text);
	aisp_journal_init(j);
}

void aisp_journal_follow(struct aisp_journal *j, int fd)
{
	j->fd = fd;
}

static int append(struct aisp_journal *j, const char *line)
{
	size_t n = strlen(line), room = j->room_bytes;

	while (j->n_bytes + n + 2 > room)
		room = room ? 2 * room : 4096;
	if (room != j->room_bytes) {
		char *grown = realloc(j->text, room);

		if (!grown)
			return -1;
		j->text = grown;
		j->room_bytes = room;
	}
	memcpy(j->text + j->n_bytes, line, n);
	memcpy(j->text + j->n_bytes + n, "\n", 2);
	/* If the copy for other readers cannot be written, the run must not fail. */
	if (j->fd >= 0 &&
	    write(j->fd, j->text + j->n_bytes, n + 1) != (ssize_t)(n + 1)) {
		close(j->fd);
		j->fd = -1;
	}
	j->n_bytes += n + 1;
	j->n_lines++;
	return 0;
}

int aisp_journal_restore(struct aisp_journal *j, const char *text, size_t n_bytes)
{
	char *copy = malloc(n_bytes + 1), *line, *end;
	int rc = copy ? 0 : -1;

	if (copy) {
		memcpy(copy, text, n_bytes);
		copy[n_bytes] = '\0';
	}
	for (line = copy; !rc && (end = strchr(line, '\n')); line = end + 1) {
		*end = '\0';
		rc = append(j, line);
		aisp_hash_text(line, j->head);
	}
	free(copy);
	return rc;
}

void aisp_journal_add(struct aisp_journal *j, json_t *line)
{
	char *text = NULL;

	if (!json_object_set_new(line, "seq", json_integer(j->n_lines)) &&
	    !json_object_set_new(line, "prev", json_string(j->head)))
		text = json_dumps(line, JSON_COMPACT | JSON_SORT_KEYS);
	if (text && !append(j, text))
		aisp_hash_text(text, j->head);
	else
		j->has_failed = 1;
	free(text);
	json_decref(line);
}

static void add_arm(struct aisp_journal *j, int part, const json_t *arm, size_t i)
{
	json_t *evidence = json_array();
	const json_t *launch;
	char hex[65];
	size_t k;

	json_array_foreach(json_object_get(arm, "launches"), k, launch) {
		aisp_json_hash(json_object_get(launch, "evidence"), hex);
		json_array_append_new(evidence, json_string(hex));
	}
	aisp_json_hash_less(arm, "launches", hex);
	aisp_journal_add(j,
			 json_pack("{ss si si so ss}", "kind", "arm", "part", part,
				   "arm", (int)i, "evidence", evidence, "hash", hex));
}

void aisp_journal_add_arms(struct aisp_journal *j, int part, const json_t *arms,
			   size_t from)
{
	for (size_t i = from; i < json_array_size(arms); i++)
		add_arm(j, part, json_array_get(arms, i), i);
}

void aisp_journal_add_results(struct aisp_journal *j, int part, const json_t *results,
			      size_t from)
{
	char hex[65];

	for (size_t i = from; i < json_array_size(results); i++) {
		aisp_json_hash_less(json_array_get(results, i), "expectation", hex);
		aisp_journal_add(j, json_pack("{ss si si ss}", "kind", "result", "part",
					      part, "result", (int)i, "hash", hex));
	}
}

int aisp_journal_end(struct aisp_journal *j, json_t *results, json_t *manifest,
		     struct aisp_err *err)
{
	json_t *run = json_object_get(results, "run"), *head;
	char of_run[65], of_manifest[65];

	aisp_json_hash_less(run, "journal", of_run);
	aisp_json_hash_less(manifest, "journal", of_manifest);
	aisp_journal_add(j, json_pack("{ss ss ss}", "kind", "end", "run", of_run,
				      "manifest", of_manifest));
	head = json_pack("{ss si}", "head", j->head, "n_lines", j->n_lines);
	if (j->has_failed || json_object_set(run, "journal", head) ||
	    json_object_set(manifest, "journal", head)) {
		json_decref(head);
		return aisp_err_set(err, "no memory for the journal of the run");
	}
	json_decref(head);
	return 0;
}
