/* SPDX-License-Identifier: MIT
 *
 * Reads the digits as one integer and divides once by a power of ten.  The limit is
 * that the processor cannot predict where the digits of a number end.
 */
#include "workload_parse.h"

#include "decimal.h"

static inline const char *take_digits(const char *s, const char *end, struct decimal *d)
{
	const char *from = s;

	(void)end; /* the text ends in a newline */
	for (; is_digit(*s); s++)
		d->digits = 10 * d->digits + (uint64_t)(*s - '0');
	d->n_digits += s - from;
	return s;
}

#include "parse_lines.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "an integer and a division in fp64, strtof() for hard cases",
	.run = run,
};
