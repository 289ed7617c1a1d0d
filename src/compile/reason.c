/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

#include "base/plain.h"
#include "reason.h"
#include "tags.h"

#define MAX_LOG_LINES 20000
#define ROOM_BYTES    ((uint64_t)16 << 20) /* for an object and temporary files */

/*
 * How much a line of gcc, clang, ld or nvcc explains: 1 nothing, 2 it is a warning, 3
 * it is an error, 4 a limit caused it.
 */
static int weight(const char *line)
{
	if (strstr(line, "collect2: error") || strstr(line, "linker command failed"))
		return 1;
	if (strstr(line, "CPU time limit exceeded") || strstr(line, "out of memory") ||
	    strstr(line, "File size limit"))
		return 4;
	if (strstr(line, "error: ") || strstr(line, "error : ") ||
	    strstr(line, "Error: ") || strstr(line, "undefined reference") ||
	    strstr(line, "cannot find -l") || strstr(line, "fatal ") ||
	    strstr(line, "multiple definition"))
		return 3;
	return strstr(line, "warning: ") || strstr(line, "warning #") ? 2 : 1;
}

static void print_plain(char *why, size_t size, const char *line)
{
	snprintf(why, size, "%.*s", (int)strcspn(line, "\n"), line);
	aisp_make_plain(why, ' ', "");
}

void aisp_reason_find(const char *log, FILE *all, char *why, size_t size,
		      bool *has_warning)
{
	FILE *f = aisp_source_open(log, NULL);
	char *line = NULL;
	size_t room = 0;
	int best = 0;

	*has_warning = false;
	snprintf(why, size, "the compiler failed without a message");
	for (int i = 0; f && i < MAX_LOG_LINES && getline(&line, &room, f) > 0; i++) {
		int w = weight(line);

		if (all)
			fputs(line, all);
		*has_warning |= w == 2;
		if (w > best)
			print_plain(why, size, line);
		best = w > best ? w : best;
	}
	free(line);
	if (f)
		fclose(f);
}

int aisp_reason_room(const char *folder, const char *why, struct aisp_err *err)
{
	struct statvfs fs;
	uint64_t n_free;

	if (statvfs(folder, &fs))
		return 0;
	n_free = (uint64_t)fs.f_bavail * fs.f_frsize;
	if (n_free >= ROOM_BYTES)
		return 0;
	return aisp_err_set(err, "%.200s (only %.0f KiB are free in %.250s: make room)",
			    why, (double)n_free / 1024, folder);
}
