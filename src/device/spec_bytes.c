/* SPDX-License-Identifier: MIT */
#include "base/dtype.h"
#include "layout.h"

static int64_t elems(const struct aisp_spec *s)
{
	int64_t n = 1;

	for (int i = 0; i < s->rank; i++)
		n *= s->shape[i];
	return n;
}

size_t aisp_spec_bytes(const struct aisp_spec *s)
{
	return aisp_type_bytes(s->dtype, elems(s));
}
