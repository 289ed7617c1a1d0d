/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "prove_run.h"
#include "store/program.h"
#include "store/run.h"
#include "store/tree.h"

#define MAX_WORDS 160

struct words {
	const char *word[MAX_WORDS];
	int n;
};

static void say(struct words *w, const char *word)
{
	if (w->n < MAX_WORDS - 1)
		w->word[w->n++] = word;
}

static int find_program(char *path, size_t size, struct aisp_err *err)
{
	ssize_t n = readlink("/proc/self/exe", path, size - 1);

	if (n < 0)
		return aisp_err_errno(err, "read /proc/self/exe (is /proc mounted?)");
	path[n] = '\0';
	return 0;
}

static int make_scratch(char *dir, size_t size, struct aisp_err *err)
{
	const char *tmp = getenv("TMPDIR");

	snprintf(dir, size, "%s/aisp-prove-XXXXXX", tmp && *tmp ? tmp : "/tmp");
	return mkdtemp(dir) ? 0 : aisp_err_errno(err, "create %s (set $TMPDIR?)", dir);
}

/* Copy the last line that the program wrote into fd. */
static void last_words(int fd, char *text, size_t size)
{
	off_t end = lseek(fd, 0, SEEK_END);
	off_t from = end > (off_t)size - 1 ? end - (off_t)size + 1 : 0;
	ssize_t n = pread(fd, text, size - 1, from);
	char *line;

	text[n > 0 ? n : 0] = '\0';
	while (n > 0 && text[n - 1] == '\n')
		text[--n] = '\0';
	line = strrchr(text, '\n');
	if (line)
		memmove(text, line + 1, strlen(line));
}

/* Load the only run folder below dir. */
static struct aisp_run *load_only(const char *dir, struct aisp_err *err)
{
	char path[PATH_MAX + NAME_MAX], found[NAME_MAX + 1] = "";
	DIR *open = opendir(dir);
	struct dirent *e;
	int n = 0;

	while (open && (e = readdir(open)))
		if (e->d_name[0] != '.' && ++n)
			snprintf(found, sizeof(found), "%s", e->d_name);
	if (open)
		closedir(open);
	if (n != 1) {
		aisp_err_set(err, "%d run folders instead of one", n);
		return NULL;
	}
	snprintf(path, sizeof(path), "%s/%s", dir, found);
	return aisp_run_load_edited(path, err); /* an exploit may exchange objects */
}

/* Returns 0 with the run, 1 if it exited with 77, or -1. */
static int run_words(struct aisp_run **run, const struct words *w, const char *dir,
		     struct aisp_err *err)
{
	int fd = memfd_create("said", MFD_CLOEXEC), status = 0, rc;
	char message[300];
	struct aisp_err why;

	*run = NULL;
	if (fd < 0)
		return aisp_err_errno(err, "memory for what a run says");
	rc = aisp_program_attend(w->word, fd, NULL, &status, err);
	last_words(fd, message, sizeof(message));
	close(fd);
	if (rc)
		return -1;
	*run = load_only(dir, &why);
	if (*run)
		return 0;
	if (WIFEXITED(status) && WEXITSTATUS(status) == AISP_EXIT_SKIPPED) {
		aisp_err_set(err, "%s", *message ? message : "it gave no reason");
		return 1;
	}
	return aisp_err_set(err, "%.150s; status %d: %s", why.msg,
			    WIFEXITED(status) ? WEXITSTATUS(status) : -1, message);
}

/* Samples of a GPU take a few microseconds: their median needs more of them. */
static bool is_on_gpu(const char *const *targets, int n)
{
	for (int i = 0; i < n; i++)
		if (strstr(targets[i], "@cuda"))
			return true;
	return false;
}

int prove_bench(struct aisp_run **run, const char *const *targets, int n_targets,
		const char *without, int n_pairs, struct aisp_err *err)
{
	char program[PATH_MAX], dir[PATH_MAX], pairs[32];
	struct words w = { 0 };
	int rc;

	if (find_program(program, sizeof(program), err) ||
	    make_scratch(dir, sizeof(dir), err))
		return -1;
	say(&w, program);
	say(&w, "bench");
	say(&w, "run");
	say(&w, "--no-history");
	say(&w, is_on_gpu(targets, n_targets) ? "--iterations=5" : "--iterations=3");
	say(&w, "--warmup=1");
	if (n_pairs) {
		snprintf(pairs, sizeof(pairs), "--pairs=%d", n_pairs);
		say(&w, pairs);
	}
	say(&w, "--artifacts-dir");
	say(&w, dir);
	for (int i = 0; i < n_targets; i++) {
		say(&w, "--targets");
		say(&w, targets[i]);
	}
	if (without) {
		say(&w, "--without-check");
		say(&w, without);
	}
	rc = run_words(run, &w, dir, err);
	aisp_tree_remove(dir, NULL);
	return rc ? -1 : 0;
}

int prove_scenario(struct aisp_run **run, const char *script, const char *role,
		   const char *without, struct aisp_err *err)
{
	char program[PATH_MAX], dir[PATH_MAX];
	struct words w = { { "sh", script, role, dir }, 4 };
	int rc;

	if (find_program(program, sizeof(program), err) ||
	    make_scratch(dir, sizeof(dir), err))
		return -1;
	setenv("AISP", program, 1);
	setenv("AISP_HISTORY", "off", 1);
	if (without) {
		say(&w, "--without-check");
		say(&w, without);
	}
	rc = run_words(run, &w, dir, err);
	aisp_tree_remove(dir, NULL);
	return rc;
}
