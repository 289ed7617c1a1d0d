/* SPDX-License-Identifier: MIT */
#include "ledger_text.h"
#include "base/field.h"

int aisp_report_ledger(const json_t *results, FILE *f)
{
	const json_t *result, *entry;
	size_t i, k;

	json_array_foreach(json_object_get(results, "results"), i, result)
	{
		const json_t *ledger = json_object_get(result, "ledger");

		fprintf(f, "\n%s\n", aisp_field_text(result, "target"));
		json_array_foreach(ledger, k, entry) fprintf(
			f, "  %-9s %-30s %-10s %s\n", aisp_field_text(entry, "arm"),
			aisp_field_text(entry, "check"),
			aisp_field_text(entry, "verdict"),
			aisp_field_text(entry, "why"));
	}
	return ferror(f) ? -1 : 0;
}
