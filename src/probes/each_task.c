/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>

#include "each_task.h"

void aisp_each_task(pid_t pid, void (*visit)(const char *task, void *arg), void *arg)
{
	char path[64];
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	dir = opendir(path);
	for (struct dirent *e; dir && (e = readdir(dir));) {
		if (!isdigit((unsigned char)e->d_name[0]))
			continue;
		snprintf(path, sizeof(path), "/proc/%d/task/%.10s", (int)pid,
			 e->d_name);
		visit(path, arg);
	}
	if (dir)
		closedir(dir);
}
