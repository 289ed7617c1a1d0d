/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/device.h"
#include "prove_find.h"

#define PREFIX "optimized_"
#define HONEST "_honest"

/* The parts of a file's name. */
struct parts {
	char stem[128];
	const char *ext; /* ".c", ".cu", ".sh" */
	bool is_scenario;
	enum aisp_device device;
};

static bool ends_in(const char *s, const char *end)
{
	size_t n = strlen(s), k = strlen(end);

	return n >= k && !strcmp(s + n - k, end);
}

bool prove_is_wanted(const struct aisp_check *c, char *const *globs, int n_globs)
{
	char category[64];

	snprintf(category, sizeof(category), "%.*s", (int)strcspn(c->id, "."), c->id);
	for (int i = 0; i < n_globs; i++)
		if (!fnmatch(globs[i], c->id, 0) || !fnmatch(globs[i], category, 0))
			return true;
	return n_globs == 0;
}

static bool take_apart(struct parts *p, const char *file)
{
	const char *dot = strrchr(file, '.');

	if (!dot || dot - file >= (int)sizeof(p->stem))
		return false;
	*p = (struct parts){ .ext = dot, .is_scenario = !strcmp(dot, ".sh") };
	if (!p->is_scenario && strcmp(dot, ".c") != 0 && strcmp(dot, ".cu") != 0)
		return false;
	if (!p->is_scenario && strncmp(file, PREFIX, sizeof(PREFIX) - 1) != 0)
		return false;
	if (!p->is_scenario)
		file += sizeof(PREFIX) - 1;
	snprintf(p->stem, sizeof(p->stem), "%.*s", (int)(dot - file), file);
	if (ends_in(p->stem, HONEST))
		return false;
	if (!p->is_scenario) /* names() sets that of a scenario */
		p->device = aisp_device_of_suffix(dot)->id;
	return true;
}

/* Does the file name the check, as poly_stale_cache names "stale_cache"?  Of a scenario
 * it also finds the device. */
static bool names(struct parts *p, const char *check)
{
	size_t n = strlen(check);
	const char *rest = p->stem + n;

	if (!p->is_scenario)
		return ends_in(p->stem, check) && strlen(p->stem) > n &&
		       p->stem[strlen(p->stem) - n - 1] == '_';
	if (strncmp(p->stem, check, n) != 0 || (*rest && strcmp(rest, "_cuda") != 0))
		return false;
	p->device = *rest ? AISP_DEVICE_CUDA : AISP_DEVICE_CPU;
	return true;
}

/* The category's check with the longest name that the file names. */
static const struct aisp_check *check_of(struct parts *p, const char *category)
{
	const struct aisp_check *best = NULL;
	size_t n = strlen(category);

	for (int i = 0; aisp_checks[i]; i++) {
		const char *id = aisp_checks[i]->id;

		if (strncmp(id, category, n) != 0 || id[n] != '.' ||
		    !names(p, id + n + 1))
			continue;
		if (!best || strlen(id) > strlen(best->id))
			best = aisp_checks[i];
	}
	return best;
}

static void fill(struct prove_exploit *x, const struct parts *p, const char *root,
		 const char *category)
{
	char path[PATH_MAX + 256];

	x->is_scenario = p->is_scenario;
	x->device = p->device;
	snprintf(x->dir, sizeof(x->dir), "tests/exploits/%.40s", category);
	snprintf(x->name, sizeof(x->name), "%s", p->stem);
	snprintf(x->source, sizeof(x->source), "%s/%s%s%s", x->dir,
		 p->is_scenario ? "" : PREFIX, p->stem, p->ext);
	if (p->is_scenario) {
		snprintf(x->twin, sizeof(x->twin), "%s", x->source);
		snprintf(x->target, sizeof(x->target), "%.40s/%.100s%s", category,
			 p->stem, p->ext);
		return;
	}
	snprintf(x->target, sizeof(x->target), "%.40s:%.100s@%s", category, p->stem,
		 aisp_device_kind(p->device)->name);
	snprintf(x->twin, sizeof(x->twin), "%s/" PREFIX "%.100s" HONEST "%s", x->dir,
		 p->stem, p->ext);
	snprintf(path, sizeof(path), "%s/%s", root, x->twin);
	if (access(path, R_OK))
		x->twin[0] = '\0';
}

static int add(struct prove_list *l, const struct prove_exploit *x,
	       struct aisp_err *err)
{
	struct prove_exploit *grown =
		reallocarray(l->x, (size_t)l->n + 1, sizeof(*l->x));

	if (!grown)
		return aisp_err_set(err, "out of memory");
	l->x = grown;
	l->x[l->n++] = *x;
	return 0;
}

static int scan(struct prove_list *l, const char *root, const char *category,
		char *const *globs, int n_globs, struct aisp_err *err)
{
	char path[PATH_MAX + 64];
	struct dirent *e;
	int rc = 0;
	DIR *d;

	snprintf(path, sizeof(path), "%s/tests/exploits/%.40s", root, category);
	d = opendir(path);
	if (!d)
		return errno == ENOENT || errno == ENOTDIR
			       ? 0
			       : aisp_err_errno(err, "read directory %s", path);
	while (!rc && (e = readdir(d))) {
		struct prove_exploit x = { 0 };
		struct parts p;

		if (!take_apart(&p, e->d_name))
			continue;
		x.check = check_of(&p, category);
		if (!x.check || !prove_is_wanted(x.check, globs, n_globs))
			continue;
		fill(&x, &p, root, category);
		rc = add(l, &x, err);
	}
	closedir(d);
	return rc;
}

static int by_check(const void *a, const void *b)
{
	const struct prove_exploit *x = a, *y = b;
	int order = strcmp(x->check->id, y->check->id);

	return order ? order : strcmp(x->source, y->source);
}

int prove_find(struct prove_list *l, const char *root, char *const *globs, int n_globs,
	       struct aisp_err *err)
{
	char category[41], last[41] = "";
	int rc = 0;

	*l = (struct prove_list){ 0 };
	for (int i = 0; aisp_checks[i] && !rc; i++) {
		const char *id = aisp_checks[i]->id;

		snprintf(category, sizeof(category), "%.*s", (int)strcspn(id, "."), id);
		if (strcmp(category, last) != 0)
			rc = scan(l, root, category, globs, n_globs, err);
		memcpy(last, category, sizeof(last));
	}
	if (rc)
		prove_list_release(l);
	else if (l->n)
		qsort(l->x, (size_t)l->n, sizeof(*l->x), by_check);
	return rc;
}

void prove_list_release(struct prove_list *l)
{
	free(l->x);
	*l = (struct prove_list){ 0 };
}
