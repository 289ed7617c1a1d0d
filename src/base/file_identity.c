/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <string.h>

#include "base/hash.h"
#include "file_identity.h"

static bool is_same_time(struct timespec a, struct timespec b)
{
	return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

/* Whoever writes a file cannot choose its time of last change. */
static bool is_untouched(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino &&
	       a->st_size == b->st_size && is_same_time(a->st_mtim, b->st_mtim) &&
	       is_same_time(a->st_ctim, b->st_ctim);
}

static bool is_changed(struct aisp_file_identity *o, const char *path)
{
	struct stat now;
	char hash[65];

	if (stat(path, &now))
		return true;
	if (o->hash[0] && is_untouched(&now, &o->stat))
		return false;
	if (aisp_hash_file(path, hash, NULL))
		return true;
	if (!o->hash[0])
		memcpy(o->hash, hash, sizeof(hash));
	if (strcmp(o->hash, hash) != 0)
		return true;
	o->stat = now;
	return false;
}

int aisp_files_changed(struct aisp_file_identity o[AISP_N_FILES],
		       const char *const paths[AISP_N_FILES])
{
	int n = 0;

	for (int i = 0; i < AISP_N_FILES; i++)
		n += is_changed(&o[i], paths[i]);
	return n;
}
