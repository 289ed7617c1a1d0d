/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/paths.h"
#include "base/text.h"
#include "replace.h"
#include "rundir.h"
#include "tree.h"

#define MAX_SUFFIX 1000

/* What the user can do about the error. */
static const char *remedy(int code)
{
	switch (code) {
	case ENOSPC:
	case EDQUOT:
		return " (free some space, or choose another "
		       "place with --artifacts-dir)";
	case EROFS:
	case EACCES:
	case EPERM:
	case ENOENT:
	case ENOTDIR:
		return " (choose a writable place with --artifacts-dir)";
	default:
		return "";
	}
}

static int fail(struct aisp_err *err, const char *verb, const char *parent,
		const char *name)
{
	int saved = errno;

	return aisp_err_set(err, "%s %s%s%s: %s%s", verb, parent, *name ? "/" : "",
			    name, strerror(saved), remedy(saved));
}

/* The cleaner holds the parent's lock, so that it never sees us between two steps. */
static int make_locked(struct aisp_rundir *r)
{
	uint64_t bits;

	if (getrandom(&bits, sizeof(bits), 0) != sizeof(bits))
		return -1;
	snprintf(r->tmp, sizeof(r->tmp), ".tmp-%016" PRIx64, bits);
	if (mkdirat(r->parent_fd, r->tmp, 0777))
		return -1;
	r->fd = openat(r->parent_fd, r->tmp, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return r->fd < 0 ? -1 : aisp_lock(r->fd, LOCK_EX);
}

static void close_all(struct aisp_rundir *r)
{
	if (r->fd >= 0)
		close(r->fd);
	if (r->parent_fd >= 0)
		close(r->parent_fd);
	r->fd = r->parent_fd = -1;
}

int aisp_rundir_begin(struct aisp_rundir *r, const char *artifacts,
		      struct aisp_err *err)
{
	*r = (struct aisp_rundir){ .parent_fd = -1, .fd = -1 };
	if ((size_t)snprintf(r->parent, sizeof(r->parent), "%s", artifacts) >=
	    sizeof(r->parent))
		return aisp_err_set(err, "path too long: %s", artifacts);
	r->is_parent_new = access(artifacts, F_OK) != 0;
	if (aisp_mkdirs(artifacts, NULL))
		return fail(err, "create", artifacts, "");
	r->parent_fd = open(artifacts, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (r->parent_fd < 0)
		return fail(err, "open", artifacts, "");
	if (aisp_lock(r->parent_fd, LOCK_EX) || make_locked(r)) {
		fail(err, "create", artifacts, r->tmp);
		aisp_rundir_abort(r);
		return -1;
	}
	aisp_lock(r->parent_fd, LOCK_UN);
	return 0;
}

int aisp_rundir_adopt(struct aisp_rundir *r, const char *artifacts, const char *tmp,
		      struct aisp_err *err)
{
	*r = (struct aisp_rundir){ .parent_fd = -1, .fd = -1 };
	if ((size_t)snprintf(r->parent, sizeof(r->parent), "%s", artifacts) >=
		    sizeof(r->parent) ||
	    (size_t)snprintf(r->tmp, sizeof(r->tmp), "%s", tmp) >= sizeof(r->tmp))
		return aisp_err_set(err, "path too long: %s/%s", artifacts, tmp);
	r->parent_fd = open(artifacts, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (r->parent_fd < 0)
		return fail(err, "open", artifacts, "");
	r->fd = openat(r->parent_fd, tmp,
		       O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (r->fd < 0 || aisp_lock(r->fd, LOCK_EX | LOCK_NB)) {
		if (r->fd >= 0 && errno == EWOULDBLOCK)
			aisp_err_set(err, "%s/%s: this run goes on in another process",
				     artifacts, tmp);
		else
			fail(err, "open", artifacts, tmp);
		close_all(r);
		return -1;
	}
	return 0;
}

void aisp_rundir_leave(struct aisp_rundir *r)
{
	close_all(r);
}

int aisp_rundir_put_text(struct aisp_rundir *r, const char *name, const char *text,
			 size_t n_bytes, struct aisp_err *err)
{
	return aisp_replace_file(r->fd, name, text, n_bytes)
		       ? fail(err, "write", r->parent, name)
		       : 0;
}

int aisp_rundir_put_note(struct aisp_rundir *r, const char *name, const char *text,
			 size_t n_bytes, struct aisp_err *err)
{
	return aisp_replace_note(r->fd, name, text, n_bytes)
		       ? fail(err, "write", r->parent, name)
		       : 0;
}

int aisp_rundir_put_json(struct aisp_rundir *r, const char *name, const json_t *json,
			 struct aisp_err *err)
{
	char *text = json_dumps(json, JSON_INDENT(1));
	int rc;

	if (!text)
		return aisp_err_set(err, "%s: not a JSON document, or no memory", name);
	rc = aisp_rundir_put_text(r, name, text, strlen(text), err);
	free(text);
	return rc;
}

/* "20261121T073000Z_host" */
static void stem(char *buf, size_t size)
{
	static const char plain[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-";
	char host[65] = "", when[32];

	gethostname(host, sizeof(host) - 1);
	host[strspn(host, plain)] = '\0';
	aisp_now_stamp(when);
	snprintf(buf, size, "%s_%s", when, host[0] ? host : "localhost");
}

/* rename() replaces only an empty directory. */
static int rename_unique(struct aisp_rundir *r)
{
	char base[112];

	stem(base, sizeof(base));
	for (int i = 1; i < MAX_SUFFIX; i++) {
		snprintf(r->name, sizeof(r->name), i == 1 ? "%s" : "%s-%d", base, i);
		if (!renameat(r->parent_fd, r->tmp, r->parent_fd, r->name))
			return 0;
		if (errno != ENOTEMPTY && errno != EEXIST && errno != ENOTDIR)
			return -1;
	}
	return -1;
}

int aisp_rundir_commit(struct aisp_rundir *r, struct aisp_err *err)
{
	if (fsync(r->fd) || rename_unique(r)) {
		fail(err, "write", r->parent, r->tmp);
		aisp_rundir_abort(r);
		return -1;
	}
	fsync(r->parent_fd); /* not all file systems can; the folder is complete anyway
			      */
	snprintf(r->path, sizeof(r->path), "%s/%s", r->parent, r->name);
	close_all(r);
	return 0;
}

void aisp_rundir_abort(struct aisp_rundir *r)
{
	char path[PATH_MAX + 64];

	if (r->parent_fd >= 0 && r->tmp[0]) {
		snprintf(path, sizeof(path), "%s/%s", r->parent, r->tmp);
		aisp_tree_remove(path, NULL);
	}
	if (r->parent_fd >= 0 && r->is_parent_new)
		rmdir(r->parent); /* succeeds only if it is empty */
	close_all(r);
}
