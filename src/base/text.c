/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "text.h"

static void print_now(char text[32], const char *format)
{
	time_t now = time(NULL);
	struct tm tm;

	strftime(text, 32, format, gmtime_r(&now, &tm));
}

void aisp_now_text(char text[32])
{
	print_now(text, "%Y-%m-%dT%H:%M:%SZ");
}

void aisp_now_stamp(char text[32])
{
	print_now(text, "%Y%m%dT%H%M%SZ");
}

const char *aisp_base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

bool aisp_is_below(const char *path, const char *dir)
{
	size_t n = strlen(dir);

	return !strncmp(path, dir, n) && (!path[n] || path[n] == '/');
}

/* The end of a literal that begins at s: after its closing quotation mark. */
static char *end_of_literal(char *s)
{
	char mark = *s++;

	while (*s && *s != mark)
		s += *s == '\\' && s[1] ? 2 : 1;
	return *s ? s + 1 : s;
}

void aisp_drop_comments(char *s)
{
	while (*s) {
		bool is_line = s[0] == '/' && s[1] == '/';
		char *end;

		if (*s == '"' || *s == '\'') {
			s = end_of_literal(s);
			continue;
		}
		if (!is_line && !(s[0] == '/' && s[1] == '*')) {
			s++;
			continue;
		}
		end = is_line ? strchr(s, '\n') : strstr(s + 2, "*/");
		end = !end ? s + strlen(s) : is_line ? end : end + 2;
		memset(s, ' ', (size_t)(end - s));
		s = end;
	}
}
