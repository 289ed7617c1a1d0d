/* SPDX-License-Identifier: MIT
 *
 * A results.json that somebody hands us, however damaged, is refused or read.
 */
#include <jansson.h>
#include <stdint.h>

#include "store/run.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	json_t *results =
		json_loadb((const char *)bytes, n_bytes, JSON_DECODE_ANY, NULL);
	struct aisp_err err;

	if (results)
		aisp_results_check(results, &err);
	json_decref(results);
	return 0;
}
