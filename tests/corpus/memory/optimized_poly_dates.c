/* SPDX-License-Identifier: MIT
 *
 * Asks the C library for dates and numbers as text, which reads files at its first use
 * in a program.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "workload_poly.h"

#include "../../exploits/fixtures/horner.h"

static int run(const struct aisp_io *io, void *state)
{
	time_t now = time(NULL);
	char text[64];
	struct tm tm;

	(void)state;
	if (!gmtime_r(&now, &tm) || !localtime_r(&now, &tm))
		return -EIO;
	snprintf(text, sizeof(text), "%d.5 %ls", tm.tm_year, L"x");
	if (strtod(text, NULL) < tm.tm_year)
		return -EIO;
	horner_range(aisp_out_f32(io, 0), aisp_in_f32(io, 0), 0, io->param[ELEMS]);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "dates and texts in a call",
	.run = run,
};
