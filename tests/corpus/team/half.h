/* SPDX-License-Identifier: MIT
 *
 * Half i of the elements.
 */
#include "../../exploits/fixtures/horner.h"

static void half(const struct aisp_io *io, int i)
{
	int64_t n = io->param[ELEMS];

	horner_range(aisp_out_f32(io, 0), aisp_in_f32(io, 0), n * i / 2,
		     n * (i + 1) / 2);
}
