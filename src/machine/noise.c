/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <math.h>
#include <stdio.h>

#include "machine_id.h"
#include "noise.h"

static int noise_path(char *path, size_t size, struct aisp_err *err)
{
	char id[AISP_MACHINE_ID_SIZE];

	if (aisp_machine_id(id, err))
		return -1;
	return aisp_machine_path(path, size, id, "noise.json", err);
}

static int parse(struct aisp_noise *n, const json_t *json, const char *path,
		 struct aisp_err *err)
{
	const char *measured;

	if (json_unpack((json_t *)json, "{sF si si ss}", "floor", &n->floor,
			"n_comparisons", &n->n_comparisons, "n_differing",
			&n->n_differing, "measured", &measured) ||
	    !(n->floor >= 0) || !isfinite(n->floor))
		return aisp_err_set(
			err, "%s is damaged: run `aisp doctor --noise` again", path);
	snprintf(n->measured, sizeof(n->measured), "%s", measured);
	return 0;
}

int aisp_noise_load(struct aisp_noise *n, struct aisp_err *err)
{
	char path[PATH_MAX];
	json_error_t where;
	json_t *json;
	int rc;

	if (noise_path(path, sizeof(path), err))
		return -1;
	json = json_load_file(path, 0, &where);
	if (!json)
		return aisp_err_set(err, "%s: %s: run `aisp doctor --noise`", path,
				    where.text);
	rc = parse(n, json, path, err);
	json_decref(json);
	return rc;
}

int aisp_noise_save(const struct aisp_noise *n, struct aisp_err *err)
{
	char path[PATH_MAX];
	json_t *json;
	int rc;

	if (noise_path(path, sizeof(path), err))
		return -1;
	json = json_pack("{sf si si ss}", "floor", n->floor, "n_comparisons",
			 n->n_comparisons, "n_differing", n->n_differing, "measured",
			 n->measured);
	if (!json)
		return aisp_err_set(err, "out of memory");
	rc = aisp_machine_save(path, json, err);
	json_decref(json);
	return rc;
}
