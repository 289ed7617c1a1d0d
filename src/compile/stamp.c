/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "stamp.h"
#include "tags.h"
#include "walls.h"

static const char magic[] = "aisp object 1";

/* What stands for s->src and s->root in a stamp. */
static const char src_name[] = "$(SRC)", root_name[] = "$(ROOT)";

/* The part of path that follows the folder; NULL if path is not below it. */
static const char *below(const char *path, const char *folder)
{
	size_t n = strlen(folder);

	return !strncmp(path, folder, n) && path[n] == '/' ? path + n : NULL;
}

/* "$(SRC)/x.c" or "$(ROOT)/x.c", in buf; the path itself if it is below neither. */
static const char *name_of(const struct aisp_stamp *s, const char *path,
			   char buf[PATH_MAX])
{
	const char *rest = below(path, s->src);

	if (rest && snprintf(buf, PATH_MAX, "%s%s", src_name, rest) < PATH_MAX)
		return buf;
	rest = below(path, s->root);
	if (rest && snprintf(buf, PATH_MAX, "%s%s", root_name, rest) < PATH_MAX)
		return buf;
	return path;
}

static const char *path_of(const struct aisp_stamp *s, const char *name,
			   char buf[PATH_MAX])
{
	const char *of_src = below(name, src_name), *of_root = below(name, root_name);

	if (of_src)
		snprintf(buf, PATH_MAX, "%s%s", s->src, of_src);
	else if (of_root)
		snprintf(buf, PATH_MAX, "%s%s", s->root, of_root);
	else
		snprintf(buf, PATH_MAX, "%s", name);
	return buf;
}

int aisp_stamp_command(struct aisp_stamp *s, const struct aisp_words *argv,
		       struct aisp_err *err)
{
	char *text = NULL, buf[PATH_MAX];
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		return aisp_err_errno(err, "memory for a command");
	for (int i = 0; i < argv->n; i++)
		fprintf(f, "%s\n", name_of(s, argv->word[i], buf));
	if (fclose(f)) {
		free(text);
		return aisp_err_set(err, "out of memory");
	}
	aisp_hash_text(text, s->command);
	free(text);
	return 0;
}

/* Cuts the next name from a list of make's, and removes its quotes; NULL at the end. */
static char *next_name(char **at)
{
	char *s = *at, *start, *out;

	for (;;) {
		s += strspn(s, " \t\n");
		if (s[0] != '\\' || s[1] != '\n')
			break;
		s += 2;
	}
	if (!*s)
		return NULL;
	for (start = out = s; *s && !strchr(" \t\n", *s); s++) {
		if (s[0] == '\\' && s[1] == '\n')
			break;
		if ((s[0] == '\\' && strchr(" #\\", s[1])) ||
		    (s[0] == '$' && s[1] == '$'))
			s++;
		*out++ = *s;
	}
	*at = *s ? s + 1 : s;
	*out = '\0';
	return start;
}

static void add_input(struct aisp_stamp *s, const char *name, const char *cwd)
{
	const char *rest = s->alias ? below(name, s->alias) : NULL;
	char path[PATH_MAX];
	int n;

	if (rest)
		n = snprintf(path, sizeof(path), "%s%s", s->src, rest);
	else if (*name == '/')
		n = snprintf(path, sizeof(path), "%s", name);
	else
		n = snprintf(path, sizeof(path), "%s/%s", cwd, name);
	if (n >= (int)sizeof(path))
		return;
	if ((below(path, s->src) || below(path, s->root)) &&
	    !aisp_words_has(&s->inputs, path))
		aisp_words_add(&s->inputs, "%s", path);
}

int aisp_stamp_read_inputs(struct aisp_stamp *s, const char *depfile, const char *cwd,
			   struct aisp_err *err)
{
	FILE *f = aisp_source_open(depfile, err);
	char *text = NULL, *at, *name;
	size_t size = 0;

	if (!f)
		return -1;
	if (getdelim(&text, &size, '\0', f) < 0 || !(at = strstr(text, ": "))) {
		fclose(f);
		free(text);
		return aisp_err_set(err, "%s: the compiler named no headers", depfile);
	}
	fclose(f);
	for (at += 2; (name = next_name(&at));)
		add_input(s, name, cwd);
	free(text);
	return aisp_words_check(&s->inputs, err);
}

static int put_inputs(FILE *f, const struct aisp_stamp *s, struct aisp_err *err)
{
	char hex[65], buf[PATH_MAX];

	for (int i = 0; i < s->inputs.n; i++) {
		if (aisp_hash_file(s->inputs.word[i], hex, err))
			return -1;
		fprintf(f, "input %s %s\n", hex, name_of(s, s->inputs.word[i], buf));
	}
	return 0;
}

static int put_stamp(FILE *f, const struct aisp_stamp *s, const char *object,
		     struct aisp_err *err)
{
	char hex[65];

	if (aisp_hash_file(object, hex, err))
		return -1;
	fprintf(f, "%s\nobject %s\ncommand %s\ncompiler %s\n", magic, hex, s->command,
		s->compiler);
	for (int i = 0; i < s->archs.n; i++)
		fprintf(f, "arch %s\n", s->archs.word[i]);
	for (int i = 0; i < AISP_N_WALLS; i++)
		if (s->walls >> i & 1)
			fprintf(f, "wall %s\n", aisp_wall_name((enum aisp_wall)i));
	if (s->has_warning)
		fputs("warning yes\n", f);
	return put_inputs(f, s, err);
}

int aisp_stamp_write(const struct aisp_stamp *s, const char *object,
		     struct aisp_err *err)
{
	char path[PATH_MAX + 16], tmp[PATH_MAX + 24];
	FILE *f;
	int rc;

	snprintf(path, sizeof(path), "%s.stamp", object);
	snprintf(tmp, sizeof(tmp), "%s.tmp", path);
	f = fopen(tmp, "we");
	if (!f)
		return aisp_err_errno(err, "write %s", tmp);
	rc = put_stamp(f, s, object, err);
	if (fclose(f) && !rc)
		rc = aisp_err_errno(err, "write %s", tmp);
	if (!rc && rename(tmp, path))
		rc = aisp_err_errno(err, "write %s", path);
	if (rc)
		unlink(tmp);
	return rc;
}

/* How many lines of each kind were read. */
struct seen {
	int object, command, compiler, inputs, archs;
};

static bool file_is(const char *path, const char *hex)
{
	struct stat st;
	char is[65];

	return !stat(path, &st) && S_ISREG(st.st_mode) &&
	       !aisp_hash_file(path, is, NULL) && !strcmp(is, hex);
}

/* We never make an object a link. */
static bool object_is(const char *path, const char *hex)
{
	struct stat st;

	return !lstat(path, &st) && S_ISREG(st.st_mode) && file_is(path, hex);
}

/* Does what this line says still hold? */
static bool line_holds(const struct aisp_stamp *s, char *line, const char *object,
		       struct seen *seen)
{
	char *value = strchr(line, ' '), *name, buf[PATH_MAX];

	if (!value)
		return false;
	*value++ = '\0';
	if (!strcmp(line, "object"))
		return ++seen->object && object_is(object, value);
	if (!strcmp(line, "command"))
		return ++seen->command && !strcmp(value, s->command);
	if (!strcmp(line, "compiler"))
		return ++seen->compiler &&
		       (!s->compiler[0] || !strcmp(value, s->compiler));
	if (!strcmp(line, "warning"))
		return !s->is_strict;
	for (int i = 0; !strcmp(line, "arch") && i < s->archs.n; i++)
		seen->archs += !strcmp(value, s->archs.word[i]);
	if (strcmp(line, "input") != 0)
		return true;
	seen->inputs++;
	name = strchr(value, ' ');
	if (!name)
		return false;
	*name++ = '\0';
	return file_is(path_of(s, name, buf), value);
}

bool aisp_stamp_holds(const struct aisp_stamp *s, const char *object)
{
	char path[PATH_MAX + 16], *line = NULL;
	struct seen seen = { 0 };
	bool holds;
	size_t size = 0;
	FILE *f;

	snprintf(path, sizeof(path), "%s.stamp", object);
	f = aisp_source_open(path, NULL);
	if (!f)
		return false;
	holds = getline(&line, &size, f) > 0 && !strncmp(line, magic, strlen(magic));
	while (holds && getline(&line, &size, f) > 0) {
		line[strcspn(line, "\n")] = '\0';
		holds = line_holds(s, line, object, &seen);
	}
	free(line);
	fclose(f);
	return holds && seen.object == 1 && seen.command == 1 && seen.compiler == 1 &&
	       seen.inputs > 0 && seen.archs == s->archs.n;
}
