/* SPDX-License-Identifier: MIT
 *
 * gpu_peak_cache.c - the peaks of each GPU, kept beside its machine's own.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/regular.h"
#include "gpu_peak.h"

/* <cache>/machines/<id>/gpu-peak-<uuid>.json; a uuid cannot name another folder. */
static int path_of(char *path, size_t size, const char *machine, const char *uuid,
		   struct aisp_err *err)
{
	char file[AISP_GPU_UUID_SIZE + 16];

	snprintf(file, sizeof(file), "gpu-peak-%s.json", uuid);
	for (char *s = file; *s; s++)
		if (!isalnum((unsigned char)*s) && *s != '.')
			*s = '-';
	return aisp_machine_path(path, size, machine, file, err);
}

static int parse_file(struct aisp_gpu_peaks *p, const char *path, struct aisp_err *err)
{
	struct aisp_err why;
	json_error_t at;
	json_t *j;
	int rc;

	if (access(path, R_OK))
		return errno == ENOENT
			       ? aisp_err_set(err, "no peaks of this GPU measured yet: "
						   "run `aisp peak --gpu`")
			       : aisp_err_errno(err, "%s", path);
	j = aisp_regular_json(path, 0, &at);
	if (!j)
		return aisp_err_set(err,
				    "%s: line %d: %s; run `aisp peak --gpu --refresh`",
				    path, at.line, at.text);
	rc = aisp_gpu_peaks_parse(p, j, &why);
	json_decref(j);
	return rc ? aisp_err_set(err, "%s: %s; run `aisp peak --gpu --refresh`", path,
				 why.msg)
		  : 0;
}

int aisp_gpu_peaks_load(struct aisp_gpu_peaks *p, const struct aisp_peak_gpu *gpu,
			struct aisp_err *err)
{
	char id[AISP_MACHINE_ID_SIZE], path[4096];

	if (aisp_machine_id(id, err) ||
	    path_of(path, sizeof(path), id, gpu->uuid, err) || parse_file(p, path, err))
		return -1;
	if (strcmp(p->machine, id) || strcmp(p->gpu.uuid, gpu->uuid) ||
	    strcmp(p->gpu.name, gpu->name))
		return aisp_err_set(
			err, "%s: of another GPU, %s; run `aisp peak --gpu --refresh`",
			path, p->gpu.name);
	if (strcmp(p->gpu.driver, gpu->driver))
		return aisp_err_set(err,
				    "peaks were measured with driver %s, now it is %s; "
				    "run `aisp peak --gpu --refresh`",
				    p->gpu.driver, gpu->driver);
	return 0;
}

int aisp_gpu_peaks_save(const struct aisp_gpu_peaks *p, struct aisp_err *err)
{
	char path[4096];
	json_t *j;
	int rc;

	if (path_of(path, sizeof(path), p->machine, p->gpu.uuid, err))
		return -1;
	j = aisp_gpu_peaks_json(p, err);
	if (!j)
		return -1;
	rc = aisp_machine_save(path, j, err);
	json_decref(j);
	return rc;
}
