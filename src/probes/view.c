/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "each_task.h"
#include "view.h"

#define REPLACED " (deleted)" /* behind a path, by the kernel */

static int open_of(pid_t pid, const char *name, int flags)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/%s", (int)pid, name);
	return open(path, O_RDONLY | O_CLOEXEC | flags);
}

void aisp_view_open(struct aisp_view *v, pid_t pid)
{
	v->pid = pid;
	v->maps_fd = open_of(pid, "maps", 0);
	v->smaps_fd = open_of(pid, "smaps", 0);
	v->fds_fd = open_of(pid, "fd", O_DIRECTORY);
	v->environ_fd = open_of(pid, "environ", 0);
}

void aisp_view_close(struct aisp_view *v)
{
	if (v->maps_fd >= 0)
		close(v->maps_fd);
	if (v->smaps_fd >= 0)
		close(v->smaps_fd);
	if (v->fds_fd >= 0)
		close(v->fds_fd);
	if (v->environ_fd >= 0)
		close(v->environ_fd);
	*v = AISP_VIEW_CLOSED;
}

/* A stream over a copy of the descriptor, read from its start; NULL: none. */
static FILE *stream_of(int fd)
{
	int copy = fd < 0 ? -1 : dup(fd);
	FILE *f;

	if (copy < 0 || lseek(copy, 0, SEEK_SET) < 0 || !(f = fdopen(copy, "re"))) {
		if (copy >= 0)
			close(copy);
		return NULL;
	}
	return f;
}

static double filters_in(const char *path)
{
	static const char label[] = "Seccomp_filters:";
	FILE *f = fopen(path, "re");
	double n = NAN;
	char line[256];

	if (!f)
		return NAN;
	while (fgets(line, sizeof(line), f))
		if (!strncmp(line, label, strlen(label)))
			n = strtod(line + strlen(label), NULL);
	fclose(f);
	return n;
}

static void note_filters(const char *task, void *least)
{
	char path[96];

	snprintf(path, sizeof(path), "%s/status", task);
	*(double *)least = fmin(*(double *)least, filters_in(path)); /* not NaN */
}

double aisp_view_filters(const struct aisp_view *v)
{
	double least = NAN;

	aisp_each_task(v->pid, note_filters, &least);
	return least - filters_in("/proc/thread-self/status");
}

double aisp_view_environment(const struct aisp_view *v)
{
	char buf[4096];
	double total = 0;
	ssize_t n;

	while ((n = pread(v->environ_fd, buf, sizeof(buf), (off_t)total)) > 0)
		total += (double)n;
	return n < 0 ? NAN : total;
}

double aisp_view_descriptors(const struct aisp_view *v)
{
	int copy = v->fds_fd < 0 ? -1 : dup(v->fds_fd);
	DIR *dir = copy < 0 ? NULL : fdopendir(copy);
	struct dirent *d;
	double n = 0;

	if (!dir) {
		if (copy >= 0)
			close(copy);
		return NAN;
	}
	rewinddir(dir);
	while ((d = readdir(dir)))
		n += d->d_name[0] != '.';
	closedir(dir);
	return n;
}

double aisp_view_shared(const struct aisp_view *v)
{
	FILE *f = stream_of(v->maps_fd);
	char line[4400], rights[5];
	double n = 0;

	if (!f)
		return NAN;
	while (fgets(line, sizeof(line), f))
		if (sscanf(line, "%*s %4s", rights) == 1)
			n += rights[1] == 'w' && rights[3] == 's' &&
			     !strstr(line, "[io_uring]");
	fclose(f);
	return n;
}

/* Of one mapping, in KiB. */
struct held {
	double anonymous, dirty, elsewhere;
};

static double held_bytes(const struct held *h)
{
	return 1024 * (fmax(h->anonymous, h->dirty) + h->elsewhere);
}

static void note_held(struct held *h, const char *line)
{
	char name[32];
	double kib;

	if (sscanf(line, "%31[A-Za-z_]: %lf", name, &kib) != 2)
		return;
	if (!strcmp(name, "Anonymous"))
		h->anonymous = kib;
	else if (!strcmp(name, "Private_Dirty") || !strcmp(name, "Shared_Dirty"))
		h->dirty += kib;
	else if (!strcmp(name, "Swap") || !strcmp(name, "Private_Hugetlb") ||
		 !strcmp(name, "Shared_Hugetlb"))
		h->elsewhere += kib;
}

/* The first line of a mapping begins with its address, those below with a capital. */
static bool is_mapping(const char *line)
{
	return (line[0] >= '0' && line[0] <= '9') || (line[0] >= 'a' && line[0] <= 'f');
}

/*
 * What a mapping's line says after address, rights, offset, device and inode: a path, a
 * name in brackets, or nothing.
 */
static const char *name_of(const char *line)
{
	int at = 0;

	sscanf(line, "%*s %*s %*s %*s %*s %n", &at);
	return line + at;
}

static bool is_of_judge(const char *line)
{
	static const char file[] = "/memfd:aisp-";

	return !strncmp(name_of(line), file, strlen(file));
}

double aisp_view_own_bytes(const struct aisp_view *v)
{
	FILE *f = stream_of(v->smaps_fd);
	struct held h = { 0 };
	bool is_counted = false;
	double bytes = 0;
	char line[4400];

	if (!f)
		return NAN;
	while (fgets(line, sizeof(line), f)) {
		if (!is_mapping(line)) {
			note_held(&h, line);
			continue;
		}
		bytes += is_counted ? held_bytes(&h) : 0;
		h = (struct held){ 0 };
		is_counted = !is_of_judge(line);
	}
	fclose(f);
	return bytes + (is_counted ? held_bytes(&h) : 0);
}

size_t aisp_view_path_length(const char *mapped)
{
	size_t n = strlen(mapped), n_mark = strlen(REPLACED);

	return n > n_mark && !strcmp(mapped + n - n_mark, REPLACED) ? n - n_mark : n;
}

bool aisp_view_is_file(const char *mapped, const char *path)
{
	size_t n = strlen(path);

	return !strcmp(mapped, path) ||
	       (!strncmp(mapped, path, n) && aisp_view_path_length(mapped) == n);
}

int aisp_view_objects(const struct aisp_view *v,
		      void (*note)(const char *path, void *arg), void *arg)
{
	FILE *f = stream_of(v->maps_fd);
	char line[4400], rights[5];

	if (!f)
		return -1;
	while (fgets(line, sizeof(line), f)) {
		const char *path = name_of(line);

		if (*path != '/' || sscanf(line, "%*s %4s", rights) != 1 ||
		    rights[2] != 'x')
			continue;
		line[strcspn(line, "\n")] = '\0';
		note(path, arg);
	}
	fclose(f);
	return 0;
}
