/* SPDX-License-Identifier: MIT
 *
 * Whatever stands in a checklist, it is refused by its line, or each item has a name, a
 * text and a role.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "report/checklist.h"
#include "require.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

static void check(const struct aisp_checklist_item *item)
{
	require(*item->section && *item->name && *item->text && item->concerns);
	require(item->concerns < 1U << AISP_N_CONCERNS && item->probe < AISP_N_PROBES);
	require(item->probe != AISP_PROBE_NONE || !*item->argument);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	char *text = strndup((const char *)bytes, n_bytes);
	struct aisp_checklist c = { 0 };
	struct aisp_err err;

	if (!text)
		return 0;
	if (aisp_checklist_parse(&c, text, &err))
		require(!strncmp(err.msg, "line ", 5));
	for (int i = 0; i < c.n; i++)
		check(&c.items[i]);
	aisp_checklist_release(&c);
	free(text);
	return 0;
}
