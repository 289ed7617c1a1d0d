/* SPDX-License-Identifier: MIT
 *
 * peak_cache.c - the peaks of each machine, kept under its id.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/regular.h"
#include "machine/hw.h"
#include "peak.h"

static int parse_file(struct aisp_peaks *p, const char *path, struct aisp_err *err)
{
	struct aisp_err why;
	json_error_t at;
	json_t *j;
	int rc;

	if (access(path, R_OK))
		return errno == ENOENT
			       ? aisp_err_set(err, "no peaks measured on this "
						   "machine yet: run `aisp peak`")
			       : aisp_err_errno(err, "%s", path);
	j = aisp_regular_json(path, 0, &at);
	if (!j)
		return aisp_err_set(err, "%s: line %d: %s; run `aisp peak --refresh`",
				    path, at.line, at.text);
	rc = aisp_peaks_parse(p, j, &why);
	json_decref(j);
	return rc ? aisp_err_set(err, "%s: %s; run `aisp peak --refresh`", path,
				 why.msg)
		  : 0;
}

int aisp_peaks_load(struct aisp_peaks *p, struct aisp_err *err)
{
	char id[AISP_MACHINE_ID_SIZE], path[4096];
	struct aisp_hw hw;

	if (aisp_hw_read(&hw, err))
		return -1;
	aisp_machine_id_of(&hw, id);
	if (aisp_machine_path(path, sizeof(path), id, "peak.json", err) ||
	    parse_file(p, path, err))
		return -1;
	if (strcmp(p->machine, id))
		return aisp_err_set(err,
				    "%s: of another machine, %s; "
				    "run `aisp peak --refresh`",
				    path, p->machine);
	if (p->n_threads < hw.n_cores)
		return aisp_err_set(err,
				    "peaks were measured on %d of the %d cores in "
				    "use now; run `aisp peak --refresh`",
				    p->n_threads, hw.n_cores);
	return 0;
}

int aisp_peaks_save(const struct aisp_peaks *p, struct aisp_err *err)
{
	char path[4096];
	json_t *j;
	int rc;

	if (aisp_machine_path(path, sizeof(path), p->machine, "peak.json", err))
		return -1;
	j = aisp_peaks_json(p, err);
	if (!j)
		return -1;
	rc = aisp_machine_save(path, j, err);
	json_decref(j);
	return rc;
}
