/* SPDX-License-Identifier: MIT */
#include <string.h>
#include <time.h>

#include "text.h"

void aisp_now_text(char text[32])
{
	time_t now = time(NULL);
	struct tm tm;

	strftime(text, 32, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &tm));
}

const char *aisp_base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}
