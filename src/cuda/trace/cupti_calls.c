/* SPDX-License-Identifier: MIT */
#include "cupti_calls.h"

#include <string.h>

#define NO_LIMIT (UINT64_C(1) << 40) /* of a pool */

/* How driver functions' names begin, so that every version and variant of a function
 * counts (_v2, _ptsz, Async); the first match decides. */
static const struct {
	const char *begin;
	enum call call;
} calls[] = {
	{ "cuStreamCreate", CALL_STREAM_MADE },
	{ "cuGreenCtxStreamCreate", CALL_STREAM_MADE },
	{ "cuGraphLaunch", CALL_GRAPH_LAUNCH },
	{ "cuLaunchCooperativeKernel", CALL_COOPERATIVE },
	{ "cuLaunchKernelEx", CALL_LAUNCH_EX },
	{ "cuLaunchHostFunc", CALL_HOST_FUNCTION },
	{ "cuStreamAddCallback", CALL_HOST_FUNCTION },
	{ "cuStreamBeginCapture", CALL_CAPTURE },
	{ "cuStreamEndCapture", CALL_CAPTURED },
	{ "cuMemAllocManaged", CALL_MANAGED },
	{ "cuMemAllocHost", CALL_PINNED },
	{ "cuMemAlloc", CALL_ALLOC },
	{ "cuMemHostAlloc", CALL_PINNED },
	{ "cuMemHostRegister", CALL_PINNED },
	{ "cuMemCreate", CALL_ALLOC },
	{ "cuArrayCreate", CALL_ALLOC },
	{ "cuArray3DCreate", CALL_ALLOC },
	{ "cuMipmappedArrayCreate", CALL_ALLOC },
	{ "cuCtxSynchronize", CALL_SYNC },
	{ "cuStreamSynchronize", CALL_SYNC },
	{ "cuEventSynchronize", CALL_SYNC },
	{ "cuCtxEnablePeerAccess", CALL_PEER },
	{ "cuCtxCreate", CALL_CONTEXT },
	{ "cuGreenCtxCreate", CALL_CONTEXT },
	{ "cuCtxSetLimit", CALL_LIMIT },
	{ "cuStreamSetAttribute", CALL_STREAM_ATTRIBUTE },
	{ "cuModuleLoad", CALL_MODULE },
	{ "cuLibraryLoad", CALL_MODULE },
	{ "cuMemPoolCreate", CALL_POOL },
	{ "cuMemGetDefaultMemPool", CALL_POOL },
	{ "cuMemGetMemPool", CALL_POOL },
};

enum call aisp_call_of(const char *name)
{
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		if (!strncmp(name, calls[i].begin, strlen(calls[i].begin)))
			return calls[i].call;
	return CALL_NONE;
}

bool aisp_is_cooperative(const CUpti_CallbackData *data)
{
	const cuLaunchKernelEx_params *p = data->functionParams;
	const CUlaunchConfig *c = p->config;

	for (unsigned i = 0; c && i < c->numAttrs; i++)
		if (c->attrs[i].id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE &&
		    c->attrs[i].value.cooperative)
			return true;
	return false;
}

static bool is_window(CUaccessPolicyWindow w)
{
	return w.num_bytes && w.hitProp == CU_ACCESS_PROPERTY_PERSISTING;
}

static bool is_launch_persisting(const CUpti_CallbackData *data)
{
	const cuLaunchKernelEx_params *p = data->functionParams;
	const CUlaunchConfig *c = p->config;

	for (unsigned i = 0; c && i < c->numAttrs; i++)
		if (c->attrs[i].id == CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW &&
		    is_window(c->attrs[i].value.accessPolicyWindow))
			return true;
	return false;
}

bool aisp_is_persisting(enum call call, const CUpti_CallbackData *data)
{
	const cuCtxSetLimit_params *limit = data->functionParams;
	const cuStreamSetAttribute_params *stream = data->functionParams;

	if (call == CALL_LIMIT)
		return limit->limit == CU_LIMIT_PERSISTING_L2_CACHE_SIZE &&
		       limit->value;
	if (call == CALL_STREAM_ATTRIBUTE)
		return stream->attr == CU_STREAM_ATTRIBUTE_ACCESS_POLICY_WINDOW &&
		       is_window(stream->param->accessPolicyWindow);
	return call == CALL_LAUNCH_EX && is_launch_persisting(data);
}

static bool is_of(const CUpti_CallbackData *data, const char *begin)
{
	return !strncmp(data->functionName, begin, strlen(begin));
}

/* A pool that exists already may grow without limit. */
static uint64_t pool_bytes(const CUpti_CallbackData *data)
{
	const cuMemPoolCreate_params *made = data->functionParams;
	const CUmemPoolProps *p;

	if (!is_of(data, "cuMemPoolCreate")) {
#if CUDA_VERSION >= 13000
		const cuMemGetDefaultMemPool_params *got = data->functionParams;

		if (got->location->type == CU_MEM_LOCATION_TYPE_DEVICE)
			return 0;
#endif
		return NO_LIMIT;
	}
	p = made->poolProps;
	if (p->location.type == CU_MEM_LOCATION_TYPE_DEVICE)
		return 0;
	return p->maxSize ? p->maxSize : NO_LIMIT;
}

uint64_t aisp_bytes_at_host(enum call call, const CUpti_CallbackData *data)
{
	/* The parameters of such functions all begin with an address and a size. */
	const cuMemHostAlloc_params *block = data->functionParams;
	const cuMemCreate_params *made = data->functionParams;

	if (call == CALL_PINNED || call == CALL_MANAGED)
		return block->bytesize;
	if (call == CALL_POOL)
		return pool_bytes(data);
	if (call != CALL_ALLOC || !is_of(data, "cuMemCreate") ||
	    made->prop->location.type == CU_MEM_LOCATION_TYPE_DEVICE)
		return 0;
	return made->size;
}
