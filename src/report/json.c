/* SPDX-License-Identifier: MIT
 *
 * json.c - the document itself, less what the loader added.
 */
#include "report.h"

int aisp_report_json(const json_t *results, const json_t *manifest, FILE *f)
{
	json_t *copy = json_copy((json_t *)results);
	json_t *run = json_copy(json_object_get(results, "run"));
	int rc = -1;

	(void)manifest;
	if (copy && run) {
		json_object_del(run, "folder");
		json_object_set(copy, "run", run);
		rc = json_dumpf(copy, f, JSON_INDENT(1));
		fputc('\n', f);
	}
	json_decref(run);
	json_decref(copy);
	return rc || ferror(f) ? -1 : 0;
}
