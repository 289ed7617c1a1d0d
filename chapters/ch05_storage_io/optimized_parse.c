/* SPDX-License-Identifier: MIT
 *
 * The digits as one integer, and one division by a power of ten.  What binds is that
 * the processor cannot guess where the digits of a number end.
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
