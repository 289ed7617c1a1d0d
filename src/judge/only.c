/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "only.h"

#define TAG " * ONLY: "

bool aisp_only_read(const char *source, char *text, size_t size)
{
	FILE *f = fopen(source, "re");
	char line[512];
	bool found = false;

	if (!f)
		return false;
	while (!found && fgets(line, sizeof(line), f) && !strstr(line, "*/")) {
		line[strcspn(line, "\n")] = '\0';
		found = !strncmp(line, TAG, sizeof(TAG) - 1) && line[sizeof(TAG) - 1];
		if (found)
			snprintf(text, size, "%s", line + sizeof(TAG) - 1);
	}
	fclose(f);
	return found;
}
