/* SPDX-License-Identifier: MIT */
#include "ledger_text.h"

int aisp_report_ledger(const struct aisp_run *run, FILE *f)
{
	for (int i = 0; i < run->n_results; i++) {
		const struct aisp_run_result *r = &run->results[i];

		fprintf(f, "\n%s\n", r->target);
		for (int k = 0; k < r->n_ledger; k++)
			fprintf(f, "  %-9s %-30s %-10s %s\n",
				aisp_role_name(r->ledger[k].arm), r->ledger[k].check,
				aisp_finding_word(&r->ledger[k]), r->ledger[k].why);
	}
	return ferror(f) ? -1 : 0;
}
