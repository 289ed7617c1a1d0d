/* SPDX-License-Identifier: MIT
 *
 * tuning_judge.c - have candidates judged by `aisp bench run`, as a user would, in a
 * process of its own.  There is no other clock and no other compiler here.
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/exit_status.h"
#include "base/paths.h"
#include "store/intact.h"
#include "store/program.h"
#include "store/run.h"
#include "store/tree.h"
#include "tuning_parts.h"

#define MAX_WORDS 64
#define MAX_WORD  (TUNING_MAX_PATH + 300)
#define SCREENED  "--iterations=3" /* samples of a launch */

struct words {
	const char *word[MAX_WORDS];
	char text[MAX_WORDS][MAX_WORD];
	int n;
};

__attribute__((format(printf, 2, 3))) static void say(struct words *w, const char *fmt,
						      ...)
{
	va_list ap;

	if (w->n == MAX_WORDS - 1)
		return;
	va_start(ap, fmt);
	vsnprintf(w->text[w->n], MAX_WORD, fmt, ap);
	va_end(ap);
	w->word[w->n] = w->text[w->n];
	w->n++;
}

static int say_program(struct words *w, struct aisp_err *err)
{
	char path[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 1);

	if (n < 0)
		return aisp_err_errno(err, "read /proc/self/exe (is /proc mounted?)");
	say(w, "%.*s", (int)n, path);
	say(w, "bench");
	say(w, "run");
	say(w, "--no-history");
	return 0;
}

static void say_targets(struct words *w, const struct tuning *t,
			const struct tuning_order *o)
{
	char name[NAME_MAX];

	for (int i = 0; i < o->n; i++) {
		tuning_variant_name(t, o->candidates[i], o->is_final, name,
				    sizeof(name));
		say(w, "--targets=%s:%s@%s", o->dir, name, t->search.device);
	}
}

static int say_all(struct words *w, const struct tuning *t,
		   const struct tuning_order *o, const char *artifacts,
		   struct aisp_err *err)
{
	const struct aisp_space_size *z = &t->space.size[o->size];

	if (say_program(w, err))
		return -1;
	say(w, "--artifacts-dir=%s", artifacts);
	for (int i = 0; i < z->n; i++)
		say(w, "--param=%s=%lld", z->name[i], (long long)z->value[i]);
	if (o->pairs) {
		say(w, "--pairs=%d", o->pairs);
		say(w, SCREENED);
	}
	say_targets(w, t, o);
	return 0;
}

/* Takes the judge's first line about the error. */
static int complain(int fd, int status, struct aisp_err *err)
{
	char text[400] = "", *line = text;
	off_t end = lseek(fd, 0, SEEK_END);
	off_t from = end > (off_t)sizeof(text) - 1 ? end - (off_t)sizeof(text) + 1 : 0;

	if (pread(fd, text, sizeof(text) - 1, from) < 0)
		text[0] = '\0';
	for (size_t n = strlen(text); n && text[n - 1] == '\n'; n--)
		text[n - 1] = '\0';
	if (strrchr(text, '\n'))
		line = strrchr(text, '\n') + 1;
	if (WIFEXITED(status) && WEXITSTATUS(status) == AISP_EXIT_USAGE)
		return aisp_err_usage(err, "%s", line);
	return aisp_err_set(err, "the judge left no run: %s", line);
}

static int measure(const struct tuning *t, const struct tuning_order *o,
		   const char *artifacts, struct aisp_err *err)
{
	struct words *w = calloc(1, sizeof(*w));
	int fd = memfd_create("said", MFD_CLOEXEC), status = 0, rc = -1;

	if (!w || fd < 0)
		aisp_err_errno(err, "memory for a run");
	else if (!say_all(w, t, o, artifacts, err))
		rc = aisp_program_attend(w->word, fd, t->is_stopped, &status, err);
	if (!rc && *t->is_stopped)
		rc = aisp_err_set(err, "interrupted");
	if (!rc)
		complain(fd, status, err);
	if (fd >= 0)
		close(fd);
	free(w);
	return rc;
}

/* Compares the files before and after: a proposer runs meanwhile. */
static int measure_intact(const struct tuning *t, const struct tuning_order *o,
			  const char *artifacts, struct aisp_err *err)
{
	if (tuning_check_order(t, o, err) || measure(t, o, artifacts, err))
		return -1;
	if (!tuning_check_order(t, o, err))
		return 0;
	aisp_tree_remove(artifacts, NULL);
	return -1;
}

struct aisp_run *tuning_judge(struct tuning *t, const struct tuning_order *o,
			      struct aisp_err *err)
{
	char artifacts[TUNING_MAX_PATH];
	struct aisp_run *run;
	int64_t start_ns = aisp_now_ns();

	t->judged_s = NAN;
	snprintf(artifacts, sizeof(artifacts), "%s/runs/%s", t->folder, o->key);
	run = aisp_run_load_below(artifacts, true);
	if (run && aisp_run_has_journal(run))
		return run;
	aisp_run_free(run);
	if (aisp_tree_remove(artifacts, err) || aisp_mkdirs(artifacts, err) ||
	    measure_intact(t, o, artifacts, err))
		return NULL;
	t->judged_s = 1e-9 * (double)(aisp_now_ns() - start_ns);
	return aisp_run_load_below(artifacts, true);
}
