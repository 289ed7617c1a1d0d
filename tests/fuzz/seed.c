/* SPDX-License-Identifier: MIT
 *
 * Seeds and numbers: what is parsed is what is formatted, and a value stored
 * twice is stored the same.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/dtype.h"
#include "base/rng.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

static void seed_of(const char *text)
{
	struct aisp_seed seed, again;
	struct aisp_err err;
	char hex[33];

	if (aisp_seed_parse(&seed, text, &err))
		return;
	aisp_seed_format(&seed, hex);
	assert(!strcasecmp(hex, text));
	assert(!aisp_seed_parse(&again, hex, &err) &&
	       !memcmp(&seed, &again, sizeof(seed)));
}

/* A store rounds once: storing what was loaded changes no bit. */
static void number_of(const uint8_t *bytes)
{
	for (int t = 0; t < AISP_N_DTYPES; t++) {
		_Alignas(8) uint8_t once[8] = { 0 }, twice[8] = { 0 };
		double x;

		memcpy(&x, bytes, sizeof(x));
		aisp_store(once, t, 0, x);
		aisp_store(twice, t, 0, aisp_load(once, t, 0));
		assert(t == AISP_I64 || x != x ||
		       !memcmp(once, twice, aisp_dtype_bytes(t)));
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	char *text = strndup((const char *)bytes, n_bytes);

	if (text)
		seed_of(text);
	free(text);
	if (n_bytes >= sizeof(double))
		number_of(bytes);
	return 0;
}
