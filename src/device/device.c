/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "device.h"

static const struct aisp_device_kind *const kinds[AISP_N_DEVICES] = {
	[AISP_DEVICE_CPU] = &aisp_device_cpu,
	[AISP_DEVICE_CUDA] = &aisp_device_cuda,
};

const struct aisp_device_kind *aisp_device_kind(enum aisp_device id)
{
	return kinds[id];
}

const struct aisp_device_kind *aisp_device_named(const char *name)
{
	for (int i = 0; i < AISP_N_DEVICES; i++)
		if (!strcmp(kinds[i]->name, name))
			return kinds[i];
	return NULL;
}

const struct aisp_device_kind *aisp_device_of_suffix(const char *suffix)
{
	for (int i = 0; i < AISP_N_DEVICES; i++)
		if (!strcmp(kinds[i]->suffix, suffix))
			return kinds[i];
	return NULL;
}

const char *aisp_device_name(enum aisp_device d)
{
	return aisp_device_kind(d)->name;
}
