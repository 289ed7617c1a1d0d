/* SPDX-License-Identifier: MIT
 *
 * open.c - the judge's context on one GPU.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge.h"

/* Reading so many times the size of L2 leaves nothing else in it. */
#define FLUSH_FACTOR 3

static const char *remedy(CUresult r)
{
	switch (r) {
	case CUDA_ERROR_NO_DEVICE:
		return "; no NVIDIA GPU is visible: see nvidia-smi and "
		       "CUDA_VISIBLE_DEVICES";
	case CUDA_ERROR_SYSTEM_DRIVER_MISMATCH:
	case CUDA_ERROR_SYSTEM_NOT_READY:
		return "; the driver's parts do not fit each other: "
		       "restart after its update";
	case CUDA_ERROR_OUT_OF_MEMORY:
		return "; smaller --param values, or end what holds the GPU's memory "
		       "(`aisp hw`, `aisp reset-gpu`)";
	case CUDA_ERROR_DEVICE_UNAVAILABLE:
		return "; another process has it for itself (compute mode)";
	case CUDA_ERROR_NO_BINARY_FOR_GPU:
	case CUDA_ERROR_UNSUPPORTED_PTX_VERSION:
		return "; the driver is older than the toolkit "
		       "of this build: update the driver";
	case CUDA_ERROR_ECC_UNCORRECTABLE:
	case CUDA_ERROR_LAUNCH_FAILED:
	case CUDA_ERROR_UNKNOWN:
		return "; the GPU may be lost: see dmesg and nvidia-smi";
	default:
		return "";
	}
}

int aisp_gpu_failed(struct aisp_err *err, const char *what, CUresult r)
{
	const char *words = NULL;

	cuGetErrorString(r, &words);
	return aisp_err_set(err, "cannot %s: %s (CUDA error %d)%s", what,
			    words ? words : "unknown", (int)r, remedy(r));
}

int aisp_gpu_enter(struct aisp_device_state *g, struct aisp_err *err)
{
	CUresult r = cuCtxSetCurrent(g->context);

	return r ? aisp_gpu_failed(err, "use the GPU", r) : 0;
}

static int attribute(const struct aisp_device_state *g, CUdevice_attribute a)
{
	int value = 0;

	cuDeviceGetAttribute(&value, a, g->device);
	return value;
}

/* The UUID as nvidia-smi writes it, in groups of 8, 4, 4, 4 and 12 digits. */
static void format_uuid(const struct aisp_device_state *g, char *text, size_t size)
{
	CUuuid uuid;
	size_t used;

	if (cuDeviceGetUuid(&uuid, g->device))
		return;
	used = (size_t)snprintf(text, size, "GPU-");
	for (int i = 0; i < 16; i++)
		used += (size_t)snprintf(text + used, size - used, "%s%02x",
					 i == 4 || i == 6 || i == 8 || i == 10 ? "-"
									       : "",
					 (unsigned char)uuid.bytes[i]);
}

static void describe(const struct aisp_device_state *g, struct aisp_device_info *info)
{
	memset(info, 0, sizeof(*info));
	info->minor = -1;
	cuDeviceGetName(info->name, sizeof(info->name), g->device);
	cuDeviceGetPCIBusId(info->bus_id, sizeof(info->bus_id), g->device);
	format_uuid(g, info->uuid, sizeof(info->uuid));
	info->cc_major = attribute(g, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
	info->cc_minor = attribute(g, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
	info->n_sms = g->n_sms;
	info->shared_bytes =
		attribute(g, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
	info->l2_bytes = g->l2_bytes;
	info->page_bytes = g->page_bytes;
	info->reaches_host = attribute(g, CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS);
	info->stream = g->stream;
	cuDeviceGetCount(&info->n_visible);
	cuDeviceTotalMem(&info->memory_bytes, g->device);
	cuDriverGetVersion(&info->driver_version);
}

/* Ask the kernel module for the number in /dev/nvidia<minor>. */
static void find_minor(struct aisp_device_info *info)
{
	char path[80], line[80];
	FILE *f;

	snprintf(path, sizeof(path), "/proc/driver/nvidia/gpus/%s/information",
		 info->bus_id);
	for (char *c = path; *c; c++)
		if (*c >= 'A' && *c <= 'F')
			*c += 'a' - 'A';
	f = fopen(path, "re");
	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "Device Minor: %d", &info->minor) == 1)
			break;
	if (f)
		fclose(f);
}

static int make_room(struct aisp_device_state *g, struct aisp_err *err)
{
	CUresult r;

	g->other_bytes = FLUSH_FACTOR * g->l2_bytes;
	if ((r = cuMemAlloc(&g->other, g->other_bytes)) ||
	    (r = cuMemsetD8(g->other, 0x5a, g->other_bytes)) ||
	    (r = cuMemAlloc(&g->word, sizeof(*g->host_word))) ||
	    (r = cuMemAllocHost((void **)&g->host_word, sizeof(*g->host_word))))
		return aisp_gpu_failed(err, "get GPU memory for the judge", r);
	return 0;
}

/* The run-time library needs a driver of its own major version or later. */
static int check_driver(struct aisp_err *err)
{
	int version = 0;
	CUresult r = cuDriverGetVersion(&version);

	if (r)
		return aisp_gpu_failed(err, "ask for the driver's version", r);
	if (version / 1000 >= CUDA_VERSION / 1000)
		return 0;
	return aisp_err_set(err,
			    "the NVIDIA driver serves CUDA %d.%d, this build needs %d: "
			    "update the driver, or build with the older toolkit",
			    version / 1000, version % 1000 / 10, CUDA_VERSION / 1000);
}

static int enter(struct aisp_device_state *g, int device, struct aisp_err *err)
{
	CUmemAllocationProp prop = { .type = CU_MEM_ALLOCATION_TYPE_PINNED };
	CUresult r;

	if ((r = cuInit(0)))
		return aisp_gpu_failed(err, "start CUDA", r);
	if (check_driver(err))
		return -1;
	if ((r = cuDeviceGet(&g->device, device)) ||
	    (r = cuDevicePrimaryCtxRetain(&g->context, g->device)) ||
	    (r = cuCtxSetCurrent(g->context)) ||
	    (r = cuStreamCreate(&g->stream, CU_STREAM_NON_BLOCKING)) ||
	    (r = cuEventCreate(&g->start, 0)) || (r = cuEventCreate(&g->stop, 0)))
		return aisp_gpu_failed(err, "use the GPU", r);
	g->n_sms = attribute(g, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
	g->l2_bytes = (size_t)attribute(g, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
	prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	prop.location.id = g->device;
	if ((r = cuMemGetAllocationGranularity(&g->page_bytes, &prop,
					       CU_MEM_ALLOC_GRANULARITY_MINIMUM)))
		return aisp_gpu_failed(err, "share GPU memory", r);
	return make_room(g, err);
}

static void close_gpu(struct aisp_device_state *g)
{
	if (!g)
		return;
	if (g->context && !cuCtxSetCurrent(g->context)) {
		cuMemFree(g->other);
		cuMemFree(g->word);
		cuMemFreeHost(g->host_word);
		cuDevicePrimaryCtxRelease(g->device);
	}
	free(g);
}

static struct aisp_device_state *open_gpu(int device, struct aisp_device_info *info,
					  struct aisp_err *err)
{
	struct aisp_device_state *g = calloc(1, sizeof(*g));

	if (!g) {
		aisp_err_set(err, "out of memory");
		return NULL;
	}
	if (enter(g, device, err)) {
		close_gpu(g);
		return NULL;
	}
	describe(g, info);
	find_minor(info);
	return g;
}

__attribute__((visibility("default"))) const struct aisp_device_ops aisp_device_ops = {
	.open = open_gpu,
	.close = close_gpu,
	.alloc = aisp_gpu_alloc,
	.free = aisp_gpu_free,
	.fill = aisp_gpu_fill,
	.clear = aisp_gpu_clear,
	.poison = aisp_gpu_poison,
	.poison_left = aisp_gpu_poison_left,
	.poison_changed = aisp_gpu_poison_changed,
	.digest = aisp_gpu_digest,
	.flush = aisp_gpu_flush,
	.warm = aisp_gpu_warm,
	.test_flush = aisp_gpu_test_flush,
	.upload = aisp_gpu_upload,
	.download = aisp_gpu_download,
	.copy = aisp_gpu_copy,
	.sync = aisp_gpu_sync,
	.used = aisp_gpu_used,
	.clock_mhz = aisp_gpu_sm_mhz,
};
