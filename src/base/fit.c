/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "fit.h"

bool aisp_variant_fits(const struct aisp_variant *v, char *why, size_t size)
{
	if (v->abi != AISP_ABI)
		snprintf(why, size,
			 "made for ABI %u of aisp/variant.h, this is ABI %d: build it "
			 "again",
			 v->abi, AISP_ABI);
	else if (!v->run)
		snprintf(why, size, "it has no run function");
	return v->abi == AISP_ABI && v->run;
}
