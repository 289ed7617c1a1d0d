/* SPDX-License-Identifier: MIT
 *
 * An expectation file that somebody edited is refused, or what is read from it is
 * read again from what is written of it.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "store/expect.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

/* Formats what was read; returns NULL if it was refused. */
static char *again(const char *bytes, size_t n_bytes)
{
	char *copy = strndup(bytes, n_bytes), *text = NULL;
	struct aisp_expect_file f;
	struct aisp_err err;

	if (!aisp_expect_parse(&f, copy, "x.txt", &err)) {
		text = aisp_expect_format(&f);
		json_decref(f.n ? aisp_expect_json(f.entries) : NULL);
	}
	free(f.entries);
	free(copy);
	return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	char *once = again((const char *)bytes, n_bytes);
	char *twice = once ? again(once, strlen(once)) : NULL;

	if (once && (!twice || strcmp(once, twice) != 0))
		abort();
	free(twice);
	free(once);
	return 0;
}
