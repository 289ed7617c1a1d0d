/* SPDX-License-Identifier: MIT
 *
 * Requests that the dashboard answers, the folders that it knows, and what runs now.
 */
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dashboard/access.h"
#include "dashboard/live.h"
#include "dashboard/run_list.h"
#include "store/progress_note.h"
#include "tap.h"
#include "unit/store_tmp.h"

static void test_token(void)
{
	char token[AISP_TOKEN_LENGTH + 1], other[AISP_TOKEN_LENGTH + 1], path[80];
	int n_refused = 0;

	ok(!aisp_token_make(token) && !aisp_token_make(other) &&
		   strspn(token, "0123456789abcdef") == AISP_TOKEN_LENGTH &&
		   strcmp(token, other) != 0,
	   "a token of its own each time");
	snprintf(path, sizeof(path), "/%s/x", token);
	ok(!strcmp(aisp_token_strip(path, token), "x") &&
		   !aisp_token_strip(path, other),
	   "only with the right token");
	path[AISP_TOKEN_LENGTH + 2] = '\0';
	ok(!strcmp(aisp_token_strip(path, token), ""), "nothing behind it");
	for (size_t i = 0; path[i]; i++) {
		path[i] ^= 1;
		n_refused += !aisp_token_strip(path, token);
		path[i] ^= 1;
	}
	ok(n_refused == AISP_TOKEN_LENGTH + 2, "each byte counts");
	path[AISP_TOKEN_LENGTH + 1] = '\0';
	ok(!aisp_token_strip(path, token) && !aisp_token_strip("", token) &&
		   !aisp_token_strip("/", token),
	   "too short");
}

static void test_host(void)
{
	ok(aisp_host_is_ours("127.0.0.1:80", 80) &&
		   aisp_host_is_ours("localhost:80", 80) &&
		   aisp_host_is_ours("[::1]:80", 80),
	   "our names");
	ok(!aisp_host_is_ours(NULL, 80) && !aisp_host_is_ours("localhost", 80) &&
		   !aisp_host_is_ours("localhost:81", 80) &&
		   !aisp_host_is_ours("localhost:80.evil.example", 80) &&
		   !aisp_host_is_ours("evil.example:80", 80) &&
		   !aisp_host_is_ours("127.0.0.1:080", 80),
	   "and no others");
}

static const char results[] =
	"{\"schema\": 1, \"run\": {\"started\": \"t\"}, \"arms\": [], \"results\": []}";

static int lists(struct aisp_run_list *l, const char *part)
{
	char *text = aisp_run_list_json(l);
	int rc = text && strstr(text, part);

	if (!rc)
		printf("# got %s\n# without %s\n", text, part);
	free(text);
	return rc;
}

static int has(const struct aisp_run_list *l, const char *name)
{
	char path[PATH_MAX];

	return aisp_run_list_has(l, name, path, sizeof(path)) && !access(path, R_OK);
}

static void make_runs(void)
{
	char path[128], target[128];

	tmp_put("a/r1/results.json", results);
	tmp_put("a/r1/manifest.json", "{\"host\": \"box\"}");
	tmp_put("a/bad/results.json", "{\"schema\": 1");
	tmp_put("a/.hidden/results.json", results);
	tmp_put("a/empty/x", "");
	tmp_put("a/file", "");
	tmp_put("b/r9/results.json", results);
	snprintf(path, sizeof(path), "%s/a/link", tmp_base);
	snprintf(target, sizeof(target), "%s/b/r9", tmp_base);
	ok(!symlink(target, path), "a link to a run");
	tmp_put("a/inner/x", "");
	snprintf(path, sizeof(path), "%s/a/inner/results.json", tmp_base);
	snprintf(target, sizeof(target), "%s/b/r9/results.json", tmp_base);
	ok(!symlink(target, path), "a folder with a link");
}

static void test_runs(struct aisp_run_list *l)
{
	char state[300];

	ok(lists(l, "{\"name\":\"r1\",\"state\":\"no "
		    "result\",\"started\":\"t\",\"host\":\"box\""),
	   "a run");
	ok(lists(l, "{\"name\":\"bad\",\"error\":\"") && lists(l, "is damaged (line 1"),
	   "a damaged one, and why");
	ok(lists(l, "\"n_more\":0}"), "no more");
	ok(has(l, "r1") && has(l, "bad"), "both can be asked for");
	ok(!has(l, "") && !has(l, ".") && !has(l, "..") && !has(l, "../b/r9") &&
		   !has(l, "r1/") && !has(l, "./r1") && !has(l, ".hidden") &&
		   !has(l, "empty") && !has(l, "file") && !has(l, "link") &&
		   !has(l, "inner") && !has(l, "/etc"),
	   "and nothing else");
	tmp_put("a/r1/results.json",
		"{\"schema\": 1, \"run\": {\"started\": \"later\"}, "
		"\"arms\": [], \"results\": []}");
	ok(lists(l, "\"started\":\"later\""), "another file is read again");
	tmp_put("a/r2/results.json", results);
	ok(lists(l, "[{\"name\":\"r2\""), "the newest first, also without a manifest");
	aisp_run_list_state(l, state, sizeof(state));
	ok(!strcmp(state, "7:r2"), "the state names it");
}

static void test_notes(struct aisp_run_list *l)
{
	struct aisp_progress_note note = { .started = "t",
					   .command = "aisp\nbench",
					   .target = "ch07:\"x\"",
					   .group = 3,
					   .n_groups = 9,
					   .block = 4,
					   .next_look = 10,
					   .left_s = 12 },
				  notes[2];
	struct aisp_live live = { .runs = l };
	char artifacts[128], part[256];
	struct aisp_rundir dir;
	struct aisp_err err;
	char *json;

	snprintf(artifacts, sizeof(artifacts), "%s/a", tmp_base);
	live.artifacts = artifacts;
	ok(!aisp_progress_note_list(artifacts, notes, 2) &&
		   !aisp_progress_note_list("/nonexistent", notes, 2),
	   "nothing runs");
	ok(!aisp_rundir_begin(&dir, artifacts, &err) &&
		   !aisp_progress_note_put(&dir, &note, &err),
	   "a run begins");
	ok(aisp_progress_note_list(artifacts, notes, 2) == 1 &&
		   !strcmp(notes[0].command, "aisp bench") &&
		   !strcmp(notes[0].target, note.target) && notes[0].group == 3 &&
		   notes[0].n_groups == 9 && notes[0].block == 4 &&
		   notes[0].next_look == 10 && notes[0].left_s == 12,
	   "and others read where it stands");
	json = aisp_live_json(&live);
	ok(json && strstr(json, "\"target\": \"ch07:\\\"x\\\"\"") == NULL &&
		   strstr(json, "\"target\":\"ch07:\\\"x\\\"\",\"group\":3"),
	   "as JSON on one line");
	free(json);
	snprintf(part, sizeof(part), "a/%s/progress", dir.tmp);
	tmp_put(part, "nonsense\n\ngroup\nblock 99999999999999999999 "
		      "x\nleft_s nan\nfoo bar\n");
	ok(aisp_progress_note_list(artifacts, notes, 2) == 1 && notes[0].group == 0,
	   "a note of another version or a damaged one");
	json = aisp_live_json(&live);
	ok(json != NULL, "is no obstacle");
	free(json);
	aisp_progress_note_put(&dir, &note, &err);
	ok(!flock(dir.fd, LOCK_UN) && !aisp_progress_note_list(artifacts, notes, 2),
	   "a dead run's note does not count");
	aisp_rundir_abort(&dir);
}

static void test_new_parent(void)
{
	char artifacts[128];
	struct aisp_rundir dir;
	struct aisp_err err;

	snprintf(artifacts, sizeof(artifacts), "%s/new", tmp_base);
	aisp_rundir_begin(&dir, artifacts, &err);
	aisp_rundir_abort(&dir);
	ok(access(artifacts, F_OK), "artifacts that a run made for nothing are gone");
	mkdir(artifacts, 0777);
	aisp_rundir_begin(&dir, artifacts, &err);
	aisp_rundir_abort(&dir);
	ok(!access(artifacts, F_OK), "but not those that were there before");
}

int main(void)
{
	struct aisp_run_list *l;
	char artifacts[128];

	tmp_make();
	test_token();
	test_host();
	make_runs();
	snprintf(artifacts, sizeof(artifacts), "%s/a", tmp_base);
	l = aisp_run_list_new(artifacts);
	test_runs(l);
	test_notes(l);
	aisp_run_list_free(l);
	l = aisp_run_list_new("/nonexistent");
	ok(lists(l, "{\"runs\":[],\"n_more\":0}"), "no artifacts, no runs");
	aisp_run_list_free(l);
	test_new_parent();
	tmp_remove();
	return done();
}
