/* SPDX-License-Identifier: MIT
 *
 * spans_buckets.h - elements of the list of tensors, as a span that is to be shown
 * first.
 */
#include "span_sums.h"

static inline struct span span_of(const struct aisp_io *io, int64_t from, int64_t to,
				  int64_t number)
{
	struct span s = {};

	s.x = aisp_in_f32(io, X);
	s.y = aisp_out_f32(io, 0);
	s.from = from;
	s.to = to;
	s.number = (uint32_t)number;
	return s;
}
