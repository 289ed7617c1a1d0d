/* SPDX-License-Identifier: MIT
 *
 * Seeds and numbers: what is parsed is what is formatted, and a stored value is
 * the nearest one.
 */
#include <assert.h>
#include <math.h>
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

/* No 16-bit number of the same sign lies nearer to x than the stored one. */
static void nearest_of(enum aisp_dtype t, double x)
{
	uint16_t stored;
	double error;

	aisp_store(&stored, t, 0, x);
	error = fabs(aisp_load(&stored, t, 0) - x);
	for (int step = -1; step <= 1 && isfinite(error); step += 2) {
		uint16_t next = (uint16_t)(stored + step);

		assert((next ^ stored) & 0x8000 ||
		       !(fabs(aisp_load(&next, t, 0) - x) < error));
	}
}

/* Storing what was loaded changes no bit. */
static void number_of(const uint8_t *bytes)
{
	double x;

	memcpy(&x, bytes, sizeof(x));
	for (int t = 0; t < AISP_N_DTYPES; t++) {
		_Alignas(8) uint8_t once[8] = { 0 }, twice[8] = { 0 };

		aisp_store(once, t, 0, x);
		aisp_store(twice, t, 0, aisp_load(once, t, 0));
		assert(t == AISP_I64 || isnan(x) ||
		       !memcmp(once, twice, aisp_dtype_bytes(t)));
	}
	/* Through float, which both are made of: x itself may round twice. */
	nearest_of(AISP_F16, (float)x);
	nearest_of(AISP_BF16, (float)x);
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
