/* SPDX-License-Identifier: MIT */
#include "ledger_text.h"

static const char *text(const json_t *o, const char *name)
{
	const char *s = json_string_value(json_object_get(o, name));

	return s ? s : "";
}

int aisp_report_ledger(const json_t *results, FILE *f)
{
	const json_t *result, *entry;
	size_t i, k;

	json_array_foreach(json_object_get(results, "results"), i, result)
	{
		const json_t *ledger = json_object_get(result, "ledger");

		fprintf(f, "\n%s\n", text(result, "target"));
		json_array_foreach(ledger, k, entry)
			fprintf(f, "  %-9s %-30s %-10s %s\n", text(entry, "arm"),
				text(entry, "check"), text(entry, "verdict"),
				text(entry, "why"));
	}
	return ferror(f) ? -1 : 0;
}
