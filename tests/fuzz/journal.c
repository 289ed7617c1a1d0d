/* SPDX-License-Identifier: MIT
 *
 * A run folder that somebody hands us: a journal, a NUL, a results.json.  Whatever they
 * are, they can be compared.
 */
#include <stdint.h>
#include <string.h>

#include "run/model.h"
#include "store/journal_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	const uint8_t *nul = n_bytes ? memchr(bytes, 0, n_bytes) : NULL;
	size_t n_journal = nul ? (size_t)(nul - bytes) : n_bytes;
	struct aisp_differences d;
	json_t *lines, *results;
	struct aisp_run *run;

	aisp_differences_init(&d);
	lines = aisp_journal_parse((const char *)bytes, n_journal, "", &d);
	results = nul ? json_loadb((const char *)nul + 1, n_bytes - n_journal - 1, 0,
				   NULL)
		      : NULL;
	run = results ? aisp_run_new(results, results, NULL) : NULL;
	if (lines && run)
		aisp_journal_compare(lines, results, results, &d);
	aisp_run_free(run);
	json_decref(results);
	json_decref(lines);
	aisp_differences_release(&d);
	return 0;
}
