/* SPDX-License-Identifier: MIT */
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
