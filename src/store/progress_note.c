/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "progress_note.h"

static const char file[] = "progress";

/* A line end would begin another member. */
static void put_line(FILE *f, const char *name, const char *text)
{
	fprintf(f, "%s ", name);
	for (; *text; text++)
		fputc(*text == '\n' ? ' ' : *text, f);
	fputc('\n', f);
}

int aisp_progress_note_put(struct aisp_rundir *r, const struct aisp_progress_note *note,
			   struct aisp_err *err)
{
	char text[2048] = "";
	FILE *f = fmemopen(text, sizeof(text), "w");

	if (!f)
		return aisp_err_errno(err, "memory for %s", file);
	put_line(f, "started", note->started);
	put_line(f, "command", note->command);
	put_line(f, "target", note->target);
	fprintf(f, "group %d %d\nblock %d %d\nleft_s %.0f\n", note->group,
		note->n_groups, note->block, note->next_look, note->left_s);
	fclose(f);
	return aisp_rundir_put_note(r, file, text, strlen(text), err);
}

static void copy(char *dst, size_t size, const char *src)
{
	snprintf(dst, size, "%s", src);
}

/* Parses up to two whole numbers. */
static void parse_pair(const char *text, int *a, int *b)
{
	char *end;

	*a = (int)strtol(text, &end, 10);
	*b = (int)strtol(end, NULL, 10);
}

static void parse_line(struct aisp_progress_note *n, char *line)
{
	char *value = strchr(line, ' ');

	line[strcspn(line, "\n")] = '\0';
	if (!value)
		return;
	*value++ = '\0';
	if (!strcmp(line, "started"))
		copy(n->started, sizeof(n->started), value);
	else if (!strcmp(line, "command"))
		copy(n->command, sizeof(n->command), value);
	else if (!strcmp(line, "target"))
		copy(n->target, sizeof(n->target), value);
	else if (!strcmp(line, "group"))
		parse_pair(value, &n->group, &n->n_groups);
	else if (!strcmp(line, "block"))
		parse_pair(value, &n->block, &n->next_look);
	else if (!strcmp(line, "left_s"))
		n->left_s = strtod(value, NULL);
}

static int parse(int dir, struct aisp_progress_note *n)
{
	int fd = openat(dir, file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	struct stat st;
	char line[1024];
	FILE *f;

	if (fd < 0 || fstat(fd, &st) || !S_ISREG(st.st_mode) ||
	    !(f = fdopen(fd, "r"))) {
		if (fd >= 0)
			close(fd);
		return -1;
	}
	*n = (struct aisp_progress_note){ .left_s = -1 };
	while (fgets(line, sizeof(line), f))
		parse_line(n, line);
	fclose(f);
	return 0;
}

/* Reads the note of a living run, which holds the lock of its folder. */
static int read_living(int parent, const char *name, struct aisp_progress_note *n)
{
	int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	int rc = -1;

	if (fd < 0)
		return -1;
	if (flock(fd, LOCK_SH | LOCK_NB) && errno == EWOULDBLOCK)
		rc = parse(fd, n);
	close(fd);
	return rc;
}

int aisp_progress_note_list(const char *artifacts, struct aisp_progress_note *notes,
			    int max)
{
	DIR *d = opendir(artifacts);
	struct dirent *e;
	int n = 0;

	while (d && n < max && (e = readdir(d)))
		if (!strncmp(e->d_name, ".tmp-", 5) &&
		    !read_living(dirfd(d), e->d_name, &notes[n]))
			n++;
	if (d)
		closedir(d);
	return n;
}
