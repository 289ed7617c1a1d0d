/* SPDX-License-Identifier: MIT
 *
 * gpu_cuda.c - what only CUDA's driver API reports about a GPU: the size of its L2,
 * clusters and tensor maps.  Loaded at run time; no context is made, and GPUs that
 * CUDA_VISIBLE_DEVICES hides are not seen.  Numbers and names are of the driver API's
 * binary interface.
 */
#include <dlfcn.h>
#include <string.h>
#include <strings.h>

#include "gpu_hw.h"

enum {
	ATTRIBUTE_SMS = 16,
	ATTRIBUTE_L2_BYTES = 38,
	ATTRIBUTE_CLUSTERS = 120,
	ATTRIBUTE_TENSOR_MAPS = 127
};

struct cuda {
	int (*init)(unsigned flags);
	int (*count)(int *n);
	int (*device)(int *device, int index);
	int (*bus_id)(char *text, int size, int device);
	int (*attribute)(int *value, int which, int device);
};

static int resolve(void *library, const char *name, void *slot)
{
	void *function = dlsym(library, name);

	memcpy(slot, &function, sizeof(function));
	return function ? 0 : -1;
}

static void read_gpu(const struct cuda *c, int device, struct aisp_gpu_hw *gpu)
{
	int value;

	if (!c->attribute(&value, ATTRIBUTE_SMS, device))
		gpu->n_sms = value;
	if (!c->attribute(&value, ATTRIBUTE_L2_BYTES, device))
		gpu->l2_bytes = value;
	if (!c->attribute(&value, ATTRIBUTE_CLUSTERS, device))
		gpu->clusters = value != 0;
	if (!c->attribute(&value, ATTRIBUTE_TENSOR_MAPS, device))
		gpu->tensor_maps = value != 0;
}

/* CUDA writes a domain of four digits, NVML one of eight. */
static int is_same_bus(const char *a, const char *b)
{
	return !strcasecmp(a + strspn(a, "0"), b + strspn(b, "0"));
}

static void read_all(const struct cuda *c, struct aisp_gpus *g)
{
	int n = 0;

	if (c->init(0) || c->count(&n))
		return;
	for (int i = 0; i < n; i++) {
		char bus_id[32];
		int device;

		if (c->device(&device, i) || c->bus_id(bus_id, sizeof(bus_id), device))
			continue;
		for (int k = 0; k < g->n; k++)
			if (is_same_bus(g->gpu[k].bus_id, bus_id))
				read_gpu(c, device, &g->gpu[k]);
	}
}

void aisp_gpus_read_cuda(struct aisp_gpus *g)
{
	void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
	struct cuda c;

	if (!library)
		return;
	if (!resolve(library, "cuInit", &c.init) &&
	    !resolve(library, "cuDeviceGetCount", &c.count) &&
	    !resolve(library, "cuDeviceGet", &c.device) &&
	    !resolve(library, "cuDeviceGetPCIBusId", &c.bus_id) &&
	    !resolve(library, "cuDeviceGetAttribute", &c.attribute))
		read_all(&c, g);
	/* Not closed: after initialisation the library may have threads of its own. */
}
