/* SPDX-License-Identifier: MIT
 *
 * tuning_files.c - names in a search's folder, and the files below them.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/paths.h"
#include "base/regular.h"
#include "store/replace.h"
#include "tuning_parts.h"

#define MAX_FILE (1 << 20) /* bytes of a pair's file */

void tuning_say(const struct tuning *t, const char *fmt, ...)
{
	char text[600];
	va_list ap;

	if (!t->say)
		return;
	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	t->say(t->arg, text);
}

char *tuning_read_file(const char *path, size_t most, struct aisp_err *err)
{
	char *text = aisp_regular_read(path, (int64_t)most, NULL, err);

	if (!text && (errno == EFBIG || errno == EINVAL) && err)
		err->is_usage = true;
	return text;
}

int tuning_write_file(const char *path, const char *text, struct aisp_err *err)
{
	const char *slash = strrchr(path, '/');
	char dir[TUNING_MAX_PATH];
	int fd, rc;

	snprintf(dir, sizeof(dir), "%.*s", (int)(slash - path), path);
	fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	rc = fd < 0 || aisp_replace_file(fd, slash + 1, text, strlen(text));
	if (rc)
		rc = aisp_err_errno(err, "write %.400s", path);
	if (fd >= 0)
		close(fd);
	return rc;
}

static int copy_file(const char *from, const char *to, struct aisp_err *err)
{
	char *text = tuning_read_file(from, MAX_FILE, err);
	int rc = text ? tuning_write_file(to, text, err) : -1;

	free(text);
	return rc;
}

void tuning_variant_name(const struct tuning *t, int candidate, bool is_final,
			 char *buf, size_t size)
{
	if (is_final)
		snprintf(buf, size, "%s_tuned", t->search.pair);
	else
		snprintf(buf, size, "%s_c%04d", t->search.pair, candidate);
}

void tuning_variant_path(const struct tuning *t, const char *dir, int candidate,
			 bool is_final, char *buf, size_t size)
{
	char name[NAME_MAX / 2];

	tuning_variant_name(t, candidate, is_final, name, sizeof(name));
	snprintf(buf, size, "%s/optimized_%s%s", dir, name, t->search.extension);
}

void tuning_baseline_path(const struct tuning *t, const char *dir, char *buf,
			  size_t size)
{
	snprintf(buf, size, "%s/baseline_%s%s", dir, t->search.pair,
		 t->search.extension);
}

void tuning_candidate_path(const struct tuning *t, int candidate, char *buf,
			   size_t size)
{
	char dir[TUNING_MAX_DIR];

	snprintf(dir, sizeof(dir), "%s/pair", t->folder);
	tuning_variant_path(t, dir, candidate, false, buf, size);
}

int tuning_copy_headers(const char *from, const char *to, struct aisp_err *err)
{
	DIR *d = opendir(from);
	struct dirent *e;
	int rc = 0;

	if (!d)
		return aisp_err_errno(err, "open %.400s", from);
	while (!rc && (e = readdir(d))) {
		const char *dot = strrchr(e->d_name, '.');
		char source[TUNING_MAX_PATH], copy[TUNING_MAX_PATH];

		if (!dot || (strcmp(dot, ".h") != 0 && strcmp(dot, ".cuh") != 0))
			continue;
		snprintf(source, sizeof(source), "%s/%s", from, e->d_name);
		snprintf(copy, sizeof(copy), "%s/%s", to, e->d_name);
		rc = copy_file(source, copy, err);
	}
	closedir(d);
	return rc;
}

int tuning_copy_pair(const struct tuning *t, const struct tuning_source *from,
		     struct aisp_err *err)
{
	char dir[TUNING_MAX_DIR], source[TUNING_MAX_PATH], copy[TUNING_MAX_PATH];

	snprintf(dir, sizeof(dir), "%s/pair", t->folder);
	snprintf(source, sizeof(source), "%s/%s", from->dir, from->baseline);
	tuning_baseline_path(t, dir, copy, sizeof(copy));
	if (aisp_mkdirs(dir, err) || tuning_copy_headers(from->dir, dir, err) ||
	    copy_file(source, copy, err))
		return -1;
	snprintf(copy, sizeof(copy), "%s/space.txt", t->folder);
	if (copy_file(from->space, copy, err))
		return -1;
	snprintf(copy, sizeof(copy), "%s/template%s", t->folder, t->search.extension);
	return copy_file(from->template, copy, err);
}

/* Makes a folder of the pair with that file for a baseline, and one candidate. */
static int make_pair(const struct tuning *t, const char *dir, const char *baseline,
		     int candidate, bool is_final, struct aisp_err *err)
{
	char pair[TUNING_MAX_DIR], from[TUNING_MAX_PATH], to[TUNING_MAX_PATH];

	snprintf(pair, sizeof(pair), "%s/pair", t->folder);
	tuning_baseline_path(t, dir, to, sizeof(to));
	if (aisp_mkdirs(dir, err) || tuning_copy_headers(pair, dir, err) ||
	    copy_file(baseline, to, err))
		return -1;
	tuning_candidate_path(t, candidate, from, sizeof(from));
	tuning_variant_path(t, dir, candidate, is_final, to, sizeof(to));
	return copy_file(from, to, err);
}

int tuning_make_final(const struct tuning *t, int candidate, char *dir, size_t size,
		      struct aisp_err *err)
{
	char pair[TUNING_MAX_DIR], baseline[TUNING_MAX_PATH];

	snprintf(pair, sizeof(pair), "%s/pair", t->folder);
	snprintf(dir, size, "%s/finals/c%04d", t->folder, candidate);
	tuning_baseline_path(t, pair, baseline, sizeof(baseline));
	return make_pair(t, dir, baseline, candidate, true, err);
}

int tuning_make_race(const struct tuning *t, int challenger, int incumbent, char *dir,
		     size_t size, struct aisp_err *err)
{
	char baseline[TUNING_MAX_PATH];

	snprintf(dir, size, "%s/races/c%04d_c%04d", t->folder, challenger, incumbent);
	tuning_candidate_path(t, incumbent, baseline, sizeof(baseline));
	return make_pair(t, dir, baseline, challenger, false, err);
}
