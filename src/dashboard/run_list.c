/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/field.h"
#include "report/row.h"
#include "report/state.h"
#include "run_list.h"
#include "store/run.h"

/* A run as JSON text, valid while results.json is unchanged. */
struct entry {
	char name[NAME_MAX + 1];
	struct timespec mtime;
	off_t n_bytes;
	char *json;
	bool is_seen; /* in the last listing */
};

struct aisp_run_list {
	char *artifacts;
	pthread_mutex_t lock; /* over the entries */
	struct entry *entries;
	size_t n;
};

struct aisp_run_list *aisp_run_list_new(const char *artifacts)
{
	struct aisp_run_list *l = calloc(1, sizeof(*l));

	if (!l)
		return NULL;
	l->artifacts = strdup(artifacts);
	pthread_mutex_init(&l->lock, NULL);
	if (l->artifacts)
		return l;
	aisp_run_list_free(l);
	return NULL;
}

void aisp_run_list_free(struct aisp_run_list *l)
{
	if (!l)
		return;
	for (size_t i = 0; i < l->n; i++)
		free(l->entries[i].json);
	free(l->entries);
	free(l->artifacts);
	pthread_mutex_destroy(&l->lock);
	free(l);
}

/* Is it a folder with results.json, neither of them a link? */
static bool stat_run(int parent, const char *name, struct stat *st)
{
	int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	bool is_run = fd >= 0 &&
		      !fstatat(fd, "results.json", st, AT_SYMLINK_NOFOLLOW) &&
		      S_ISREG(st->st_mode);

	if (fd >= 0)
		close(fd);
	return is_run;
}

static int is_visible(const struct dirent *e)
{
	return e->d_name[0] != '.';
}

/* The names in the directory, sorted by time, the newest last. */
static int scan(const struct aisp_run_list *l, int *fd, struct dirent ***names)
{
	int n;

	*names = NULL;
	*fd = open(l->artifacts, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (*fd < 0)
		return 0;
	n = scandirat(*fd, ".", names, is_visible, versionsort);
	return n < 0 ? 0 : n;
}

static void free_scan(int fd, struct dirent **names, int n)
{
	for (int i = 0; i < n; i++)
		free(names[i]);
	free(names);
	if (fd >= 0)
		close(fd);
}

static json_t *row_json(const void *run, int i)
{
	struct aisp_row r;

	aisp_row_read(&r, &((const struct aisp_run *)run)->results[i]);
	return json_pack(
		"[sssso oooo o obss]", r.target, r.params, r.distribution, r.text,
		aisp_number_json(r.speedup), aisp_number_json(r.ci_low),
		aisp_number_json(r.ci_high), aisp_number_json(r.baseline_ns),
		aisp_number_json(r.optimized_ns), aisp_number_json(r.sol_fraction),
		aisp_number_json(r.margin), aisp_row_is_vague(&r), r.score, r.mark);
}

static const char *or_none(const char *text)
{
	return *text ? text : NULL;
}

static json_t *run_json(const char *name, const struct aisp_run *run)
{
	const struct aisp_run_machine *m = &run->machine;
	const struct aisp_run_info *info = &run->info;

	return json_pack(
		"{ss ss ss? ss? ss? so sb ss? sb so}", "name", name, "state",
		aisp_run_state_name(aisp_run_state_of(run)), "started",
		or_none(info->started), "host", or_none(m->host), "grade",
		or_none(info->grade), "command",
		aisp_texts_json(info->command.n, (char *const *)info->command.at),
		"is_partial", info->is_partial, "commit", or_none(m->commit),
		"is_dirty", m->is_dirty, "rows",
		aisp_list_json(run->n_results, row_json, run));
}

static char *read_run(const struct aisp_run_list *l, const char *name)
{
	char path[PATH_MAX + NAME_MAX + 2], *text = NULL;
	struct aisp_err err;
	struct aisp_run *run;
	json_t *json;

	snprintf(path, sizeof(path), "%s/%s", l->artifacts, name);
	run = aisp_run_load_any(path, &err);
	json = run ? run_json(name, run)
		   : json_pack("{ss ss}", "name", name, "error", err.msg);
	aisp_run_free(run);
	if (json)
		text = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(6));
	json_decref(json);
	/* A name that is not UTF-8 cannot be sent to a browser. */
	return text ? text : strdup("{\"name\":\"?\",\"error\":\"cannot be shown\"}");
}

static struct entry *find(struct aisp_run_list *l, const char *name)
{
	for (size_t i = 0; i < l->n; i++)
		if (!strcmp(l->entries[i].name, name))
			return &l->entries[i];
	return NULL;
}

static struct entry *add(struct aisp_run_list *l, const char *name)
{
	struct entry *grown = reallocarray(l->entries, l->n + 1, sizeof(*grown));

	if (!grown)
		return NULL;
	l->entries = grown;
	grown += l->n++;
	*grown = (struct entry){ .is_seen = true };
	snprintf(grown->name, sizeof(grown->name), "%s", name);
	return grown;
}

/* The run's text, read again if the file has changed; NULL without memory. */
static const char *text_of(struct aisp_run_list *l, const char *name,
			   const struct stat *st)
{
	struct entry *e = find(l, name);

	if (!e)
		e = add(l, name);
	if (!e)
		return NULL;
	e->is_seen = true;
	if (e->json && e->n_bytes == st->st_size &&
	    !memcmp(&e->mtime, &st->st_mtim, sizeof(e->mtime)))
		return e->json;
	free(e->json);
	e->json = read_run(l, name);
	e->n_bytes = st->st_size;
	e->mtime = st->st_mtim;
	return e->json;
}

static void drop_unseen(struct aisp_run_list *l)
{
	size_t n = 0;

	for (size_t i = 0; i < l->n; i++) {
		if (l->entries[i].is_seen)
			l->entries[n++] = l->entries[i];
		else
			free(l->entries[i].json);
	}
	l->n = n;
}

static void print_runs(struct aisp_run_list *l, FILE *f)
{
	int fd, n_shown = 0, n_more = 0;
	struct dirent **names;
	int n = scan(l, &fd, &names);
	struct stat st;

	for (size_t i = 0; i < l->n; i++)
		l->entries[i].is_seen = false;
	fputs("{\"runs\":[", f);
	for (int i = n - 1; i >= 0; i--) {
		const char *text;

		if (!stat_run(fd, names[i]->d_name, &st))
			continue;
		if (n_shown >= AISP_MAX_RUNS) {
			n_more++;
			continue;
		}
		text = text_of(l, names[i]->d_name, &st);
		if (text)
			fprintf(f, "%s%s", n_shown++ ? "," : "", text);
	}
	fprintf(f, "],\"n_more\":%d}", n_more);
	drop_unseen(l);
	free_scan(fd, names, n);
}

char *aisp_run_list_json(struct aisp_run_list *l)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		return NULL;
	pthread_mutex_lock(&l->lock);
	print_runs(l, f);
	pthread_mutex_unlock(&l->lock);
	if (!fclose(f))
		return text;
	free(text);
	return NULL;
}

bool aisp_run_list_has(const struct aisp_run_list *l, const char *name, char *path,
		       size_t size)
{
	struct dirent **names;
	int fd, n = scan(l, &fd, &names);
	struct stat st;
	bool has = false;

	for (int i = 0; i < n && !has; i++)
		has = !strcmp(names[i]->d_name, name) && stat_run(fd, name, &st);
	free_scan(fd, names, n);
	return has && (size_t)snprintf(path, size, "%s/%s", l->artifacts, name) < size;
}

void aisp_run_list_state(const struct aisp_run_list *l, char *state, size_t size)
{
	struct dirent **names;
	int fd, n = scan(l, &fd, &names);

	snprintf(state, size, "%d:%s", n, n ? names[n - 1]->d_name : "");
	free_scan(fd, names, n);
}
