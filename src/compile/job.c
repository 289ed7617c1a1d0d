/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "job.h"
#include "kernel/bundle.h"
#include "reason.h"
#include "refused.h"
#include "store/tree.h"

#define CC_CPU_S          120
#define NVCC_CPU_S        1200
#define CC_MEMORY_BYTES   ((int64_t)4 << 30)
#define NVCC_MEMORY_BYTES ((int64_t)24 << 30)
#define WALL_TIMES        4 /* wall time over CPU time, on a busy machine */

/* make and shells split words at these characters; nvcc calls a shell. */
static bool is_plain_path(const char *path)
{
	return !path[strcspn(path, " \t\n,$#%:;|&<>()[]{}*?\\'\"`~!")];
}

static int name_paths(struct aisp_job *j, const struct aisp_builder *b,
		      struct aisp_err *err)
{
	const struct aisp_build_item *it = j->item;
	int n = snprintf(j->object, PATH_MAX, "%s/%s", it->out, it->object);
	int k = snprintf(j->scratch, PATH_MAX, "%s/.%s.tmp", it->out, it->object);

	if (n >= PATH_MAX || k >= PATH_MAX || strchr(it->object, '/'))
		return aisp_err_set(err, "path too long: %s/%s", it->out, it->object);
	if (!realpath(b->paths->root, j->root))
		return aisp_err_errno(err, "find %s", b->paths->root);
	if (is_plain_path(it->dir))
		return 0;
	if (snprintf(j->alias, PATH_MAX, "%s/src", j->scratch) >= PATH_MAX)
		return aisp_err_set(err, "path too long: %s", j->scratch);
	return 0;
}

static void take_why(struct aisp_job *j, enum aisp_build_state state, const char *head,
		     const char *why)
{
	j->item->state = state;
	snprintf(j->item->why, sizeof(j->item->why), "%s%s", head, why);
}

static void remove_beside(const struct aisp_job *j, const char *suffix)
{
	char path[PATH_MAX + 16];

	snprintf(path, sizeof(path), "%s%s", j->object, suffix);
	unlink(path);
}

/* nvcc saw a link to the folder; the reader gets the folder's own name. */
static void name_folder(const struct aisp_job *j, char *why, size_t size)
{
	char *at = j->alias[0] ? strstr(why, j->alias) : NULL, rest[300];

	if (!at)
		return;
	snprintf(rest, sizeof(rest), "%s", at + strlen(j->alias));
	snprintf(at, size - (size_t)(at - why), "%s%s", j->item->dir, rest);
}

static void remove_object(const struct aisp_job *j)
{
	static const char *const parts[] = { "", ".cmd", ".stamp", ".d" };

	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++)
		remove_beside(j, parts[i]);
}

void aisp_job_drop(struct aisp_job *j)
{
	take_why(j, AISP_BUILD_SKIPPED, "", "there was no time left to compile it");
	remove_object(j);
	remove_beside(j, ".why");
}

/* Replace the object by the reason why there is none. */
static int write_why(const struct aisp_job *j, struct aisp_err *err)
{
	char path[PATH_MAX + 16];
	FILE *f;

	remove_object(j);
	snprintf(path, sizeof(path), "%s.why", j->object);
	f = fopen(path, "we");
	if (!f || fprintf(f, "%s\n", j->item->why) < 0) {
		if (f)
			fclose(f);
		return aisp_err_errno(err, "write %s", path);
	}
	return fclose(f) ? aisp_err_errno(err, "write %s", path) : 0;
}

static int fill_stamp(struct aisp_job *j, const struct aisp_toolchain *t,
		      struct aisp_err *err)
{
	struct aisp_stamp *s = &j->stamp;

	s->root = j->root;
	s->src = j->item->dir;
	s->alias = j->alias[0] ? j->alias : NULL;
	snprintf(s->compiler, sizeof(s->compiler), "%s",
		 j->recipe.is_cuda ? t->nvcc_id : t->cc_id);
	aisp_words_append(&s->archs, &j->recipe.archs);
	return aisp_stamp_command(s, &j->recipe.matters, err);
}

int aisp_job_plan(struct aisp_job *j, const struct aisp_builder *b,
		  struct aisp_toolchain *t, struct aisp_err *err)
{
	struct aisp_recipe_order order = { .dir = j->item->dir,
					   .object = j->item->object,
					   .is_all_archs = b->is_all_archs };

	if (name_paths(j, b, err))
		return -1;
	order.root = j->root;
	order.alias = j->alias[0] ? j->alias : NULL;
	if (aisp_recipe_make(&j->recipe, t, &order, err))
		return -1;
	if (j->recipe.state == AISP_RECIPE_REFUSED) {
		take_why(j, AISP_BUILD_BROKEN, AISP_REFUSED, j->recipe.why.msg);
		return write_why(j, err);
	}
	j->stamp.is_strict = b->is_strict;
	if (fill_stamp(j, t, err))
		return -1;
	/* If the source is for other GPUs, an object that exists was made for those. */
	if (!j->recipe.is_for_others && aisp_stamp_holds(&j->stamp, j->object)) {
		remove_beside(j, ".why");
		return 0;
	}
	if (j->recipe.state == AISP_RECIPE_SKIPPED && !j->recipe.is_cuda && !t->cc.n)
		return aisp_err_set(err, "%s", j->recipe.why.msg);
	if (j->recipe.state == AISP_RECIPE_SKIPPED) {
		take_why(j, AISP_BUILD_SKIPPED, "", j->recipe.why.msg);
		return write_why(j, err);
	}
	j->is_wanted = true;
	return 0;
}

/* With dir for the walled compiler; without it for the .cmd file. */
static void add_output(struct aisp_words *w, const struct aisp_words *from,
		       const char *object, const char *dir)
{
	aisp_words_append(w, from);
	if (dir) {
		aisp_words_add(w, "-MMD");
		aisp_words_add(w, "-MF");
		aisp_words_add(w, "%s/deps", dir);
		aisp_words_add(w, "-MT");
		aisp_words_add(w, "object");
	}
	aisp_words_add(w, "-o");
	aisp_words_add(w, "%s", object);
}

static int write_command(const struct aisp_job *j, struct aisp_err *err)
{
	struct aisp_words words = { 0 };
	char path[PATH_MAX + 16], *line;
	FILE *f;
	int rc = 0;

	add_output(&words, &j->recipe.argv, j->object, NULL);
	line = aisp_words_line(&words);
	aisp_words_release(&words);
	if (!line)
		return aisp_err_set(err, "out of memory");
	snprintf(path, sizeof(path), "%s.cmd", j->object);
	f = fopen(path, "we");
	if (!f || fprintf(f, "%s\n", line) < 0)
		rc = aisp_err_errno(err, "write %s", path);
	if (f && fclose(f) && !rc)
		rc = aisp_err_errno(err, "write %s", path);
	free(line);
	return rc;
}

static void allow_toolchain(struct aisp_words *readable, const struct aisp_toolchain *t)
{
	static const char *const parts[] = { "bin", "lib", "libexec", "include",
					     "share" };
	char path[PATH_MAX], *slash;

	if (t->cuda[0])
		aisp_words_add(readable, "%s", t->cuda);
	if (!realpath(t->cc.word[0], path) || !strncmp(path, "/usr/", 5))
		return;
	for (int i = 0; i < 2; i++) {
		slash = strrchr(path, '/');
		if (slash)
			*slash = '\0';
	}
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++)
		aisp_words_add(readable, "%s/%s", path, parts[i]);
}

/* Pairs of this tree may read each other's headers, strangers only their own folder. */
static void allow_sources(struct aisp_words *readable, const struct aisp_job *j)
{
	static const char *const ours[] = { "chapters", "labs", "exercises", "tests" };
	size_t n = strlen(j->root);

	aisp_words_add(readable, "%s", j->item->dir);
	aisp_words_add(readable, "%s/include", j->root);
	aisp_words_add(readable, "%s/src/judge/workload_main.c", j->root);
	for (size_t i = 0; i < sizeof(ours) / sizeof(*ours); i++)
		if (!strncmp(j->item->dir, j->root, n) && j->item->dir[n] == '/' &&
		    !strncmp(j->item->dir + n + 1, ours[i], strlen(ours[i])) &&
		    j->item->dir[n + 1 + strlen(ours[i])] == '/')
			for (size_t k = 0; k < sizeof(ours) / sizeof(*ours); k++)
				aisp_words_add(readable, "%s/%s", j->root, ours[k]);
}

static int make_scratch(const struct aisp_job *j, struct aisp_err *err)
{
	if (aisp_tree_remove(j->scratch, err))
		return -1;
	if (mkdir(j->scratch, 0700))
		return aisp_err_errno(err, "create %s", j->scratch);
	if (j->alias[0] && symlink(j->item->dir, j->alias))
		return aisp_err_errno(err, "create %s", j->alias);
	return 0;
}

static int launch(struct aisp_job *j, const struct aisp_within *within,
		  struct aisp_err *err)
{
	struct aisp_words argv = { 0 };
	char object[PATH_MAX + 8], log[PATH_MAX + 8];
	int fd, rc;

	snprintf(object, sizeof(object), "%s/o.so", j->scratch);
	snprintf(log, sizeof(log), "%s/log", j->scratch);
	add_output(&argv, &j->recipe.argv, object, j->scratch);
	fd = open(log, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600);
	if (fd < 0)
		rc = aisp_err_errno(err, "write %s", log);
	else
		rc = aisp_words_check(&argv, err) ||
				     aisp_words_check(&within->readable, err)
			     ? -1
			     : aisp_walled_start(&j->program, within, &argv,
						 j->item->dir, fd, err);
	if (fd >= 0)
		close(fd);
	aisp_words_release(&argv);
	return rc;
}

int aisp_job_start(struct aisp_job *j, const struct aisp_builder *b,
		   const struct aisp_toolchain *t, struct aisp_err *err)
{
	struct aisp_within within = { .writable = j->scratch };
	int rc;

	if (j->recipe.is_cuda && !is_plain_path(j->scratch))
		return aisp_err_set(err,
				    "nvcc cannot work in '%s': set XDG_CACHE_HOME to a "
				    "path without blanks",
				    j->scratch);
	j->cpu_s = b->cpu_s ? b->cpu_s : j->recipe.is_cuda ? NVCC_CPU_S : CC_CPU_S;
	within.cpu_s = j->cpu_s;
	within.memory_bytes = j->recipe.is_cuda ? NVCC_MEMORY_BYTES : CC_MEMORY_BYTES;
	if (make_scratch(j, err))
		return -1;
	allow_sources(&within.readable, j);
	allow_toolchain(&within.readable, t);
	rc = launch(j, &within, err);
	aisp_words_release(&within.readable);
	j->is_running = !rc;
	j->end_ns = aisp_now_ns() + (int64_t)j->cpu_s * WALL_TIMES * 1000000000;
	j->stamp.walls = j->program.walls;
	return rc;
}

/* The compiler may have left a link or a device there: only a plain file counts. */
static bool is_object(const char *path)
{
	struct stat st;

	return !lstat(path, &st) && S_ISREG(st.st_mode) && st.st_nlink == 1;
}

static int break_job(struct aisp_job *j, const char *why, struct aisp_err *err)
{
	take_why(j, AISP_BUILD_BROKEN, AISP_BROKEN, why);
	return write_why(j, err);
}

/* In the sources and in the object, where names that macros put together appear. */
static int check_names(const struct aisp_job *j, const char *made, struct aisp_err *why)
{
	struct aisp_words files = { 0 };
	int rc;

	aisp_words_append(&files, &j->stamp.inputs);
	aisp_words_add(&files, "%s", made);
	rc = aisp_words_check(&files, why) || aisp_refused_check(&files, why);
	aisp_words_release(&files);
	return rc ? -1 : 0;
}

static int take_object(struct aisp_job *j, struct aisp_err *err)
{
	char made[PATH_MAX + 8], deps[PATH_MAX + 8];
	struct aisp_err why;

	snprintf(made, sizeof(made), "%s/o.so", j->scratch);
	snprintf(deps, sizeof(deps), "%s/deps", j->scratch);
	if (!is_object(made))
		return break_job(j, "the compiler left no object", err);
	if (aisp_stamp_read_inputs(&j->stamp, deps, j->item->dir, &why))
		return break_job(j, why.msg, err);
	if (j->recipe.is_cuda && check_names(j, made, &why)) {
		take_why(j, AISP_BUILD_BROKEN, AISP_REFUSED, why.msg);
		return write_why(j, err);
	}
	if (j->recipe.is_kernels && aisp_bundle_write(made, j->recipe.source, err))
		return -1;
	remove_beside(j, ".stamp");
	if (chmod(made, 0755) || rename(made, j->object))
		return aisp_err_errno(err, "write %s", j->object);
	if (write_command(j, err) || aisp_stamp_write(&j->stamp, j->object, err))
		return -1;
	remove_beside(j, ".why");
	remove_beside(j, ".d");
	j->item->state = AISP_BUILD_BUILT;
	return 0;
}

static int wait_for(struct aisp_job *j)
{
	int status = -1;

	while (waitpid(j->program.pid, &status, 0) < 0 && errno == EINTR)
		;
	if (j->program.fd >= 0)
		close(j->program.fd);
	j->is_running = false;
	return status;
}

int aisp_job_finish(struct aisp_job *j, const struct aisp_builder *b,
		    struct aisp_err *err)
{
	int status = wait_for(j), rc;
	char path[PATH_MAX + 8], why[300];

	kill(-j->program.pid, SIGKILL); /* processes that it may have left */
	snprintf(path, sizeof(path), "%s/log", j->scratch);
	aisp_reason_find(path, j->log, why, sizeof(why), &j->stamp.has_warning);
	name_folder(j, why, sizeof(why));
	if (j->was_killed)
		snprintf(why, sizeof(why), "the compiler had not ended after %d s",
			 j->cpu_s * WALL_TIMES);
	if (j->is_late) {
		aisp_job_drop(j);
		rc = 0;
	} else if (!status && !(b->is_strict && j->stamp.has_warning))
		rc = take_object(j, err);
	else
		rc = 1;
	aisp_tree_remove(j->scratch, NULL);
	if (rc > 0)
		rc = aisp_reason_room(j->item->out, why, err) ? -1
							      : break_job(j, why, err);
	return rc;
}

void aisp_job_kill(struct aisp_job *j)
{
	kill(-j->program.pid, SIGKILL);
	kill(j->program.pid, SIGKILL);
}

void aisp_job_release(struct aisp_job *j)
{
	if (j->is_running) {
		aisp_job_kill(j);
		wait_for(j);
		aisp_tree_remove(j->scratch, NULL);
	}
	aisp_recipe_release(&j->recipe);
	aisp_words_release(&j->stamp.archs);
	aisp_words_release(&j->stamp.inputs);
}
