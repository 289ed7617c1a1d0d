/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/paths.h"
#include "base/regular.h"
#include "skeleton.h"

static const char placeholder[] = "NAME";
static const char *const skeletons[] = { "workload_NAME.h", "baseline_NAME.c",
					 "optimized_NAME.c" };

#define N_FILES ((int)(sizeof(skeletons) / sizeof(*skeletons)))

static int expand_path(char *path, size_t size, const char *dir, const char *skeleton,
		       const char *name, struct aisp_err *err)
{
	const char *at = strstr(skeleton, placeholder);
	int n = snprintf(path, size, "%s/%.*s%s%s", dir, (int)(at - skeleton), skeleton,
			 name, at + strlen(placeholder));

	return (size_t)n < size ? 0 : aisp_err_set(err, "path too long: %s", dir);
}

/* Writes text into a new file ("x"), with each placeholder replaced. */
static int write_text(const char *path, const char *text, const char *name,
		      struct aisp_err *err)
{
	FILE *f = fopen(path, "wxe");
	const char *at;

	if (!f)
		return aisp_err_errno(err, "write %s", path);
	while ((at = strstr(text, placeholder))) {
		fwrite(text, 1, (size_t)(at - text), f);
		fputs(name, f);
		text = at + strlen(placeholder);
	}
	fputs(text, f);
	if (!fclose(f))
		return 0;
	aisp_err_errno(err, "write %s", path);
	unlink(path);
	return -1;
}

static int write_file(const char *path, const char *skeleton, const char *name,
		      struct aisp_err *err)
{
	char *text = aisp_regular_read(skeleton, AISP_MAX_SOURCE_BYTES, NULL, err);
	int rc = text ? write_text(path, text, name, err) : -1;

	free(text);
	return rc;
}

int aisp_skeleton_write(const char *dir, const char *root, bool is_in_place,
			const char *name, struct aisp_err *err)
{
	char paths[N_FILES][PATH_MAX], skeleton[PATH_MAX + 64];

	for (int i = 0; i < N_FILES; i++) {
		if (expand_path(paths[i], sizeof(paths[i]), dir, skeletons[i], name,
				err))
			return -1;
		if (!access(paths[i], F_OK))
			return aisp_err_set(err,
					    "%.200s exists: choose another name, or "
					    "remove it; nothing was written",
					    paths[i]);
	}
	if (aisp_mkdirs(dir, err))
		return -1;
	for (int i = 0; i < N_FILES; i++) {
		snprintf(skeleton, sizeof(skeleton), "%s/tools/skeleton/%s%s", root,
			 is_in_place ? "in_place/" : "", skeletons[i]);
		if (!write_file(paths[i], skeleton, name, err))
			continue;
		while (i--)
			unlink(paths[i]);
		return -1;
	}
	for (int i = 0; i < N_FILES; i++)
		printf("wrote %s\n", paths[i]);
	return 0;
}
