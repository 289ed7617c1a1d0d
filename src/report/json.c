/* SPDX-License-Identifier: MIT
 *
 * json.c - the document itself, without what the loader added.
 */
#include "report.h"

int aisp_report_json(const struct aisp_run *run, FILE *f)
{
	json_t *copy = json_copy(run->document);
	json_t *info = json_copy(json_object_get(run->document, "run"));
	int rc = -1;

	if (copy && info) {
		json_object_del(info, "folder");
		rc = json_object_set(copy, "run", info) ||
		     json_dumpf(copy, f, JSON_INDENT(1));
		fputc('\n', f);
	}
	json_decref(info);
	json_decref(copy);
	return rc || ferror(f) ? -1 : 0;
}
