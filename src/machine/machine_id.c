/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/paths.h"
#include "machine_id.h"

/* FNV-1a of 64 bits (Fowler, Noll and Vo). */
static uint64_t fnv1a(const char *s)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);

	for (; *s; s++)
		h = (h ^ (unsigned char)*s) * UINT64_C(0x100000001b3);
	return h;
}

/* "Linux 6": the kernel's name up to its first dot. */
static int major_length(const char *kernel)
{
	return (int)strcspn(kernel, ".");
}

void aisp_machine_id_of(const struct aisp_hw *hw, char id[AISP_MACHINE_ID_SIZE])
{
	const int64_t gib = INT64_C(1) << 30;
	char text[512];

	snprintf(text, sizeof(text), "%s|%s|%d|%" PRId64 "|%s|%.*s", hw->arch,
		 hw->cpu_model, hw->n_present, (hw->memory_bytes + gib / 2) / gib,
		 hw->hypervisor, major_length(hw->kernel), hw->kernel);
	snprintf(id, AISP_MACHINE_ID_SIZE, "%016" PRIx64, fnv1a(text));
}

int aisp_machine_id(char id[AISP_MACHINE_ID_SIZE], struct aisp_err *err)
{
	struct aisp_hw hw;

	if (aisp_hw_read(&hw, err))
		return -1;
	aisp_machine_id_of(&hw, id);
	return 0;
}

int aisp_machine_path(char *path, size_t size, const char *id, const char *file,
		      struct aisp_err *err)
{
	struct aisp_paths p;
	int n;

	if (aisp_paths_find_cache(&p, err))
		return -1;
	n = snprintf(path, size, "%s/machines/%s/%s", p.cache, id, file);
	if (n < 0 || (size_t)n >= size)
		return aisp_err_set(err, "path too long: %s/machines", p.cache);
	return 0;
}

static int write_and_rename(int fd, const char *tmp, const char *path,
			    const json_t *json, struct aisp_err *err)
{
	FILE *f = fdopen(fd, "w");
	int failed;

	if (!f) {
		close(fd);
		return aisp_err_errno(err, "open %s", tmp);
	}
	failed = json_dumpf(json, f, JSON_INDENT(2) | JSON_REAL_PRECISION(7)) ||
		 fputc('\n', f) == EOF || fflush(f) || fsync(fd);
	failed |= fclose(f) != 0;
	if (failed)
		return aisp_err_errno(err, "write %s", tmp);
	if (rename(tmp, path))
		return aisp_err_errno(err, "rename %s to %s", tmp, path);
	return 0;
}

int aisp_machine_save(const char *path, const json_t *json, struct aisp_err *err)
{
	char dir[4096], tmp[4200];
	char *slash;
	int fd;

	snprintf(dir, sizeof(dir), "%s", path);
	slash = strrchr(dir, '/');
	if (slash)
		*slash = '\0';
	if (slash && slash != dir && aisp_mkdirs(dir, err))
		return -1;
	snprintf(tmp, sizeof(tmp), "%s.XXXXXX", path);
	fd = mkstemp(tmp);
	if (fd < 0)
		return aisp_err_errno(err, "create %s", tmp);
	if (write_and_rename(fd, tmp, path, json, err)) {
		unlink(tmp);
		return -1;
	}
	return 0;
}
