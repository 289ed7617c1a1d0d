/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command_output.h"
#include "report/format.h"

#define PIECE 65536
#define SHOWN 32

int command_output_new(const char *name, struct aisp_err *err)
{
	int fd = memfd_create(name, MFD_CLOEXEC);

	return fd < 0 ? aisp_err_errno(err, "memory for what commands print") : fd;
}

int command_output_clear(int fd, struct aisp_err *err)
{
	if (ftruncate(fd, 0) || lseek(fd, 0, SEEK_SET))
		return aisp_err_errno(err, "empty a file in memory");
	return 0;
}

long long command_output_size(int fd)
{
	struct stat st;

	return fstat(fd, &st) ? -1 : st.st_size;
}

/* Quotes the text from that byte on, as far as it fits on a line. */
static void quote(int fd, off_t at, char *text, size_t size)
{
	char raw[SHOWN + 1] = "", clean[SHOWN + 1];
	ssize_t n = pread(fd, raw, SHOWN, at);

	raw[n > 0 ? n : 0] = '\0';
	raw[strcspn(raw, "\n")] = '\0';
	aisp_format_text(clean, sizeof(clean), raw);
	if (n > 0)
		snprintf(text, size, "'%s'", clean);
	else
		snprintf(text, size, "its end");
}

static int tell(int expected, int fd, off_t at, char *text, size_t size)
{
	char a[SHOWN + 8], b[SHOWN + 8];

	quote(expected, at, a, sizeof(a));
	quote(fd, at, b, sizeof(b));
	snprintf(text, size, "at byte %lld: %s instead of %s", (long long)at, b, a);
	return 1;
}

int command_output_differs(int expected, int fd, char *text, size_t size,
			   struct aisp_err *err)
{
	static char a[PIECE], b[PIECE];

	for (off_t at = 0;; at += PIECE) {
		ssize_t n = pread(expected, a, PIECE, at), m = pread(fd, b, PIECE, at);
		ssize_t i = 0, least = n < m ? n : m;

		if (least < 0)
			return aisp_err_errno(err, "read what a command printed");
		while (i < least && a[i] == b[i])
			i++;
		if (i < least || n != m)
			return tell(expected, fd, at + i, text, size);
		if (n < PIECE)
			return 0;
	}
}

void command_output_line(int fd, char *line, size_t size)
{
	char raw[256] = "";
	ssize_t n = pread(fd, raw, sizeof(raw) - 1, 0);

	raw[n > 0 ? n : 0] = '\0';
	raw[strcspn(raw, "\n")] = '\0';
	aisp_format_text(line, size, raw);
}
