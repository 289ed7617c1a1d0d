/* SPDX-License-Identifier: MIT
 *
 * catalogue_scan.c - the targets of one directory, from its file names and from
 * the #include line of each variant.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/regular.h"
#include "base/text.h"
#include "catalogue_parts.h"
#include "device/device.h"
#include "kernel/lines.h"

#define CLASS_LIBRARY "AISP_CLASS_LIBRARY"

struct file {
	char *name;       /* "optimized_x.c" */
	char *stem;       /* "x" */
	const char *ext;  /* ".c", in name */
	char *workload;   /* named by its #include line; NULL if none */
	char *unreadable; /* why it could not be read; NULL if it was */
	bool is_library;
	bool is_kernels; /* its opening comment has launch lines */
};

struct listing {
	struct file *baselines, *optimized; /* optimized: also non-variants */
	int n_baselines, n_optimized;
};

static __attribute__((format(printf, 1, 2))) char *text(const char *fmt, ...)
{
	va_list ap;
	char *s;
	int n;

	va_start(ap, fmt);
	n = vasprintf(&s, fmt, ap);
	va_end(ap);
	return n < 0 ? NULL : s;
}

static bool starts(const char *s, const char *prefix)
{
	return !strncmp(s, prefix, strlen(prefix));
}

/* Names are printed, so they must not contain control characters. */
static bool is_plain(const char *name, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (iscntrl((unsigned char)name[i]))
			return false;
	return true;
}

/* A source that nothing here builds; headers, objects, data and notes are none. */
static bool is_other_language(const char *suffix)
{
	static const char *const suffixes[] = {
		".cpp", ".cc",  ".cxx",  ".c++", ".C",  ".f",   ".for", ".f77", ".f90",
		".f95", ".f03", ".f08",  ".f18", ".F",  ".F90", ".rs",  ".zig", ".go",
		".d",   ".ada", ".adb",  ".s",   ".S",  ".asm", ".hip", ".cl",  ".m",
		".mm",  ".pas", ".ispc", ".py",  ".jl", ".nim", ".ml",  ".hs",  ".swift"
	};

	for (size_t i = 0; i < sizeof(suffixes) / sizeof(*suffixes); i++)
		if (!strcmp(suffix, suffixes[i]))
			return true;
	return false;
}

/* A variant, or a source that its author takes for one. */
static int keep_source(const struct dirent *e)
{
	const char *name = e->d_name, *dot = strrchr(name, '.');

	return dot && is_plain(name, strlen(name)) &&
	       (aisp_device_of_suffix(dot) || is_other_language(dot)) &&
	       (starts(name, "baseline_") || starts(name, "optimized_") ||
		starts(name, "optimised_"));
}

static int by_bytes(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

/* The workload that a line includes, if it includes one. */
static int read_include(char **workload, const char *line)
{
	static const char head[] = "#include \"workload_";
	const char *end;

	if (!starts(line, head))
		return 0;
	line += sizeof(head) - 1;
	end = strstr(line, ".h\"");
	if (!end || !is_plain(line, (size_t)(end - line)))
		return 0;
	*workload = strndup(line, (size_t)(end - line));
	return *workload ? 0 : -1;
}

/* Is the name in the code, and not only in comments? */
static bool has_class_library(FILE *in)
{
	char *text = NULL;
	size_t size = 0;
	bool is_library = false;

	rewind(in);
	if (getdelim(&text, &size, '\0', in) > 0) {
		aisp_drop_comments(text);
		is_library = strstr(text, CLASS_LIBRARY);
	}
	free(text);
	return is_library;
}

/* For open()'s errno, and those of aisp_regular_open_most(). */
static const char *why_unreadable(int error)
{
	if (error == EINVAL)
		return "it is no regular file; put the source itself in its place";
	return error == EFBIG ? "it is larger than 16 MiB, which no source is; shorten "
				"it, or move it away"
			      : strerror(error);
}

/* Only pairs that need this file are broken.  Returns -1 if memory ran out. */
static int note_unreadable(struct file *f, const char *dir)
{
	f->unreadable =
		text("%s/%s cannot be read: %s", dir, f->name, why_unreadable(errno));
	return f->unreadable ? 0 : -1;
}

static int read_source(struct file *f, const char *dir)
{
	char path[PATH_MAX + NAME_MAX + 2], *line = NULL;
	size_t size = 0;
	int rc = 0;
	FILE *in;

	snprintf(path, sizeof(path), "%s/%s", dir, f->name);
	in = aisp_regular_open_most(path, AISP_MAX_SOURCE_BYTES, NULL);
	if (!in)
		return note_unreadable(f, dir);
	while (!rc && getline(&line, &size, in) >= 0) {
		if (!f->workload)
			rc = read_include(&f->workload, line);
		f->is_library |= strstr(line, CLASS_LIBRARY) != NULL;
		f->is_kernels |= aisp_kernel_is_launch(line);
	}
	if (!rc && !feof(in))
		rc = note_unreadable(f, dir);
	else if (!rc)
		f->is_library = f->is_library && has_class_library(in);
	free(line);
	fclose(in);
	return rc;
}

static int add_file(struct listing *l, const char *dir, const char *name,
		    struct aisp_err *err)
{
	bool is_baseline =
		starts(name, "baseline_") && aisp_device_of_suffix(strrchr(name, '.'));
	struct file *f = is_baseline ? &l->baselines[l->n_baselines++]
				     : &l->optimized[l->n_optimized++];
	const char *stem = strchr(name, '_') + 1;

	f->name = strdup(name);
	f->stem = strndup(stem, (size_t)(strrchr(stem, '.') - stem));
	if (!f->name || !f->stem)
		return aisp_err_set(err, "out of memory");
	f->ext = strrchr(f->name, '.');
	return read_source(f, dir) ? aisp_err_set(err, "out of memory") : 0;
}

static void release_files(struct file *f, int n)
{
	for (int i = 0; i < n; i++) {
		free(f[i].name);
		free(f[i].stem);
		free(f[i].workload);
		free(f[i].unreadable);
	}
	free(f);
}

static void listing_release(struct listing *l)
{
	release_files(l->baselines, l->n_baselines);
	release_files(l->optimized, l->n_optimized);
}

static int add_files(struct listing *l, const char *dir, struct dirent *const *entries,
		     int n, struct aisp_err *err)
{
	l->baselines = calloc((size_t)n + 1, sizeof(*l->baselines));
	l->optimized = calloc((size_t)n + 1, sizeof(*l->optimized));
	if (!l->baselines || !l->optimized)
		return aisp_err_set(err, "out of memory");
	for (int i = 0; i < n; i++)
		if (add_file(l, dir, entries[i]->d_name, err))
			return -1;
	return 0;
}

static int listing_read(struct listing *l, const char *dir, struct aisp_err *err)
{
	struct dirent **entries = NULL;
	int n = scandir(dir, &entries, keep_source, by_bytes), rc;

	if (n < 0)
		return aisp_err_errno(err, "read directory %s", dir);
	rc = add_files(l, dir, entries, n, err);
	for (int i = 0; i < n; i++)
		free(entries[i]);
	free(entries);
	return rc;
}

/* The longest name that equals the optimized one or prefixes it; NULL if none. */
static const struct file *baseline_of(const struct listing *l, const struct file *o)
{
	const struct file *best = NULL;

	for (int i = 0; i < l->n_baselines; i++) {
		const struct file *b = &l->baselines[i];
		size_t len = strlen(b->stem);

		if (!strcmp(b->ext, o->ext) && starts(o->stem, b->stem) &&
		    (o->stem[len] == '\0' || o->stem[len] == '_') &&
		    (!best || len > strlen(best->stem)))
			best = b;
	}
	return best;
}

static bool exists(const char *dir, const char *a, const char *b, const char *c)
{
	char path[2 * PATH_MAX];

	snprintf(path, sizeof(path), "%s/%s%s%s", dir, a, b, c);
	return !access(path, R_OK);
}

/* What is wrong with the pair, or NULL; *is_failed if memory ran out. */
static char *find_problem(const char *dir, const struct file *o, const struct file *b,
			  bool *is_failed)
{
	static const char unnamed[] =
		"%s/%s names no workload: it needs a line `#include "
		"\"workload_<name>.h\"`";
	char *s;

	if (is_other_language(o->ext))
		s = text("%s/%s is not a variant: variants are C, in files that end in "
			 ".c, or CUDA, in .cu",
			 dir, o->name);
	else if (!starts(o->name, "optimized_") && !starts(o->name, "baseline_"))
		s = text("%s/%s is not a variant: write optimized_ with a z, as in "
			 "optimized_%s%s",
			 dir, o->name, o->stem, o->ext);
	else if (o->unreadable || (b && b->unreadable))
		s = strdup(o->unreadable ? o->unreadable : b->unreadable);
	else if (!b)
		s = text("%s/%s has no baseline: write baseline_%s%s", dir, o->name,
			 o->stem, o->ext);
	else if (!o->workload)
		s = text(unnamed, dir, o->name);
	else if (!b->workload)
		s = text(unnamed, dir, b->name);
	else if (strcmp(o->workload, b->workload))
		s = text("%s/%s includes workload_%s.h but %s "
			 "workload_%s.h: a pair shares one",
			 dir, o->name, o->workload, b->name, b->workload);
	else if (!exists(dir, "workload_", o->workload, ".h"))
		s = text(
			"%s/workload_%s.h, which %s includes, does not exist: write it",
			dir, o->workload, o->name);
	else
		return NULL;
	*is_failed = !s;
	return s;
}

/* The first line of <object>.why, or "not built yet"; NULL if it is there. */
static char *why_missing(const char *object, bool *is_failed)
{
	char *path, *line = NULL;
	size_t size = 0;
	FILE *f;

	if (!access(object, R_OK))
		return NULL;
	path = text("%s.why", object);
	f = path ? aisp_regular_open(path, NULL) : NULL;
	if (!f || getline(&line, &size, f) < 1) {
		free(line);
		line = strdup(AISP_NOT_BUILT_YET);
	} else {
		line[strcspn(line, "\n")] = '\0';
	}
	if (f)
		fclose(f);
	free(path);
	*is_failed = !line;
	return line;
}

static bool fill_state(struct aisp_target *t)
{
	bool is_failed[3] = { false };

	t->optimized_why = why_missing(t->optimized_object, &is_failed[0]);
	t->baseline_why = why_missing(t->baseline_object, &is_failed[1]);
	t->workload_why = why_missing(t->workload_object, &is_failed[2]);
	t->why = t->optimized_why  ? t->optimized_why
		 : t->baseline_why ? t->baseline_why
				   : t->workload_why;
	return !is_failed[0] && !is_failed[1] && !is_failed[2];
}

static char *object_of(const struct aisp_pair_dir *d, const char *name, bool is_kernels)
{
	return text("%s/%s.%s", d->out, name, is_kernels ? "kernels" : "so");
}

static bool fill_target(struct aisp_target *t, const struct aisp_pair_dir *d,
			const struct file *o, const struct file *b)
{
	const char *w = o->workload ? o->workload : "", *base = b ? b->name : "";
	bool is_failed = false;

	t->device = is_other_language(o->ext) ? AISP_DEVICE_CPU
					      : aisp_device_of_suffix(o->ext)->id;
	t->is_library = o->is_library;
	t->id = text("%s:%s@%s", d->chapter, o->stem, aisp_device_name(t->device));
	t->chapter = strdup(d->chapter);
	t->name = strdup(o->stem);
	t->dir = strdup(d->path);
	t->out = strdup(d->out);
	t->workload = strdup(w);
	t->baseline = strdup(base);
	t->optimized = strdup(o->name);
	t->workload_object = text("%s/workload_%s.so", d->out, w);
	t->baseline_object = object_of(d, base, b && b->is_kernels);
	t->optimized_object = object_of(d, o->name, o->is_kernels);
	t->problem = find_problem(d->path, o, b, &is_failed);
	return t->id && t->chapter && t->name && t->dir && t->out && t->workload &&
	       t->baseline && t->optimized && t->workload_object &&
	       t->baseline_object && t->optimized_object && !is_failed && fill_state(t);
}

int aisp_catalogue_scan(struct aisp_catalogue *c, const struct aisp_pair_dir *d,
			struct aisp_err *err)
{
	struct listing l = { 0 };
	struct aisp_target *grown;
	int rc = listing_read(&l, d->path, err);

	if (rc || !l.n_optimized)
		goto out;
	grown = reallocarray(c->targets, (size_t)c->n_all + (size_t)l.n_optimized,
			     sizeof(*grown));
	if (!grown) {
		rc = aisp_err_set(err, "out of memory");
		goto out;
	}
	c->targets = grown;
	for (int i = 0; i < l.n_optimized && !rc; i++) {
		struct aisp_target *t = &c->targets[c->n_all++];

		*t = (struct aisp_target){ 0 };
		if (!fill_target(t, d, &l.optimized[i],
				 baseline_of(&l, &l.optimized[i])))
			rc = aisp_err_set(err, "out of memory");
	}
out:
	listing_release(&l);
	return rc;
}
