/* SPDX-License-Identifier: MIT
 *
 * taps.h - the filter's weights as a kernel parameter: operands of the additions
 * straight from constant memory.
 */
#ifndef TAPS_H
#define TAPS_H

#include <aisp/cuda.h>
#include <string.h>

struct taps {
	float w[TAPS][TAPS];
};

static struct taps taps_of(const struct aisp_io *io)
{
	struct taps t;

	memcpy(t.w, aisp_in_f32(io, 1), sizeof(t.w));
	return t;
}

#endif
