/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "fit.h"

const char *aisp_abi_remedy(unsigned abi)
{
	return abi ? "build it again" : "write .abi = AISP_ABI";
}

const char *aisp_symbol_remedy(const void *object)
{
	return object ? ": end the file with AISP_VARIANT = { ... };" : "";
}

bool aisp_variant_fits(const struct aisp_variant *v, char *why, size_t size)
{
	if (v->abi != AISP_ABI)
		snprintf(why, size,
			 "made for ABI %u of aisp/variant.h, this is ABI %d: %s",
			 v->abi, AISP_ABI, aisp_abi_remedy(v->abi));
	else if (!v->run)
		snprintf(why, size, "it has no run function");
	else if ((unsigned)v->device > AISP_DEVICE_CUDA)
		snprintf(why, size,
			 ".device is %u: want AISP_DEVICE_CPU or AISP_DEVICE_CUDA",
			 (unsigned)v->device);
	else if ((unsigned)v->cls > AISP_CLASS_LIBRARY)
		snprintf(why, size,
			 ".cls is %u: want AISP_CLASS_OPTIMIZED, _NAIVE, _COMMON or "
			 "_LIBRARY",
			 (unsigned)v->cls);
	else
		return true;
	return false;
}
