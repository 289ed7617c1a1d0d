/* SPDX-License-Identifier: MIT
 *
 * cupti_trace.c - the plugin: CUPTI's callbacks for what the host asks of the
 * driver, its activity records for what the GPU did.
 *
 * CUPTI hands full buffers over on a thread of its own and gives that callback
 * no argument, so the state is static, behind one lock.
 *
 * LIBS: -lcupti
 */
#include "cupti_calls.h"
#include "trace_window.h"

#include <cupti.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUFFER_BYTES ((size_t)1 << 20)

static struct {
	pthread_mutex_t lock; /* for window, n_cooperative_run, n_lost */
	struct aisp_trace_window window;
	uint32_t n_cooperative_run;
	size_t n_lost;
	CUpti_SubscriberHandle subscriber;
	bool is_started;
	unsigned char call[CUPTI_DRIVER_TRACE_CBID_SIZE]; /* enum call */
	_Atomic uint32_t n[N_CALLS];
	_Atomic uint64_t to_host_bytes, pinned_bytes; /* the latter since start() */
	/* Since start(): */
	_Atomic uint32_t n_capturing, n_host_nodes, n_nested, n_pinned, n_managed,
		n_contexts, n_persisting;
	char why[256];
} the = { .lock = PTHREAD_MUTEX_INITIALIZER };

__attribute__((format(printf, 1, 2))) static int fail(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(the.why, sizeof the.why, fmt, ap);
	va_end(ap);
	return -1;
}

static int cupti_failed(const char *what, CUptiResult r)
{
	const char *name = NULL;

	if (r == CUPTI_SUCCESS)
		return 0;
	cuptiGetResultString(r, &name);
	return fail("CUPTI: %s: %s", what, name ? name : "unknown error");
}

/* Records of a graph's nodes name streams of the driver's own choice. */
static void note_graph_stream(const CUpti_CallbackData *data)
{
	const cuGraphLaunch_params *p = data->functionParams;
	bool is_per_thread = strstr(data->functionName, "_ptsz");
	uint32_t context, stream;

	if (cuptiGetContextId(data->context, &context) != CUPTI_SUCCESS ||
	    cuptiGetStreamIdEx(data->context, p->hStream, is_per_thread, &stream) !=
		    CUPTI_SUCCESS)
		return;
	pthread_mutex_lock(&the.lock);
	aisp_trace_window_stream(&the.window, context, stream);
	pthread_mutex_unlock(&the.lock);
}

static void on_call(CUpti_CallbackId id, const CUpti_CallbackData *data)
{
	enum call call = id < sizeof the.call ? the.call[id] : CALL_NONE;

	if (data->callbackSite != CUPTI_API_EXIT)
		return;
	if (call == CALL_MODULE) /* counts even if a sealed worker was refused */
		the.n[call]++;
	if (call == CALL_MODULE ||
	    *(const CUresult *)data->functionReturnValue != CUDA_SUCCESS)
		return;
	the.n_persisting += aisp_is_persisting(call, data);
	the.n_pinned += call == CALL_PINNED;
	the.n_managed += call == CALL_MANAGED;
	the.pinned_bytes += aisp_bytes_at_host(call, data);
	the.n_contexts += call == CALL_CONTEXT;
	if (call == CALL_LAUNCH_EX)
		call = aisp_is_cooperative(data) ? CALL_COOPERATIVE : CALL_NONE;
	if (call == CALL_GRAPH_LAUNCH)
		note_graph_stream(data);
	the.n_capturing += call == CALL_CAPTURE;
	the.n_capturing -= call == CALL_CAPTURED && the.n_capturing;
	/* During capture it becomes a node, of which no callback tells. */
	the.n_host_nodes += call == CALL_HOST_FUNCTION && the.n_capturing;
	the.n[call]++;
}

/* Compiled kernels that launch others call the GPU's part of the driver by these
 * names (CUDA 12 and later). */
static bool launches_from_gpu(const CUpti_ModuleResourceData *m)
{
	static const char kernel[] = "cnpv2LaunchDevice", graph[] = "cudaGraphLaunch";

	return m->pCubin &&
	       (memmem(m->pCubin, m->cubinSize, kernel, sizeof kernel - 1) ||
		memmem(m->pCubin, m->cubinSize, graph, sizeof graph - 1));
}

static void on_resource(CUpti_CallbackId id, const CUpti_ResourceData *data)
{
	const CUpti_GraphData *graph = data->resourceDescriptor;

	if (id == CUPTI_CBID_RESOURCE_MODULE_LOADED)
		the.n_nested += launches_from_gpu(data->resourceDescriptor);
	else if (id == CUPTI_CBID_RESOURCE_GRAPHNODE_CREATED)
		the.n_host_nodes += graph->nodeType == CU_GRAPH_NODE_TYPE_HOST;
}

static void CUPTIAPI on_callback(void *user, CUpti_CallbackDomain domain,
				 CUpti_CallbackId id, const void *data)
{
	(void)user;
	if (domain == CUPTI_CB_DOMAIN_DRIVER_API)
		on_call(id, data);
	else if (domain == CUPTI_CB_DOMAIN_RESOURCE)
		on_resource(id, data);
}

static void CUPTIAPI on_buffer_wanted(uint8_t **buffer, size_t *size, size_t *n_max)
{
	*buffer = aligned_alloc(8, BUFFER_BYTES);
	*size = *buffer ? BUFFER_BYTES : 0;
	*n_max = 0;
}

/* All later versions of the record begin like version 9. */
static void add_kernel(const CUpti_ActivityKernel9 *r)
{
	const struct aisp_launch launch = {
		.grid = { r->gridX, r->gridY, r->gridZ },
		.block = { r->blockX, r->blockY, r->blockZ },
		.registers = r->registersPerThread,
		.shared_bytes =
			(uint32_t)(r->staticSharedMemory + r->dynamicSharedMemory),
		.local_bytes = r->localMemoryPerThread,
	};

	aisp_trace_window_add(&the.window, AISP_KERNEL, r->start, r->end);
	aisp_trace_window_kernel(&the.window, r->name, &launch,
				 r->end > r->start ? r->end - r->start : 0);
	if (!r->graphId)
		aisp_trace_window_stream(&the.window, r->contextId, r->streamId);
	if (r->launchType == CUPTI_ACTIVITY_LAUNCH_TYPE_COOPERATIVE_SINGLE_DEVICE ||
	    r->launchType == CUPTI_ACTIVITY_LAUNCH_TYPE_COOPERATIVE_MULTI_DEVICE)
		the.n_cooperative_run++;
}

static void add_memcpy(const CUpti_ActivityMemcpy5 *r)
{
	aisp_trace_window_add(&the.window, AISP_MEMCPY, r->start, r->end);
	if (r->copyKind == CUPTI_ACTIVITY_MEMCPY_KIND_DTOH ||
	    r->copyKind == CUPTI_ACTIVITY_MEMCPY_KIND_ATOH)
		the.to_host_bytes += r->bytes;
	if (!r->graphId)
		aisp_trace_window_stream(&the.window, r->contextId, r->streamId);
}

static void add_memcpy_between(const CUpti_ActivityMemcpyPtoP4 *r)
{
	aisp_trace_window_add(&the.window, AISP_MEMCPY, r->start, r->end);
	if (!r->graphId)
		aisp_trace_window_stream(&the.window, r->contextId, r->streamId);
	the.n[CALL_PEER]++;
}

static void add_memset(const CUpti_ActivityMemset4 *r)
{
	aisp_trace_window_add(&the.window, AISP_MEMSET, r->start, r->end);
	if (!r->graphId)
		aisp_trace_window_stream(&the.window, r->contextId, r->streamId);
}

static void add_record(const CUpti_Activity *r)
{
	switch (r->kind) {
	case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
		add_kernel((const void *)r);
		break;
	case CUPTI_ACTIVITY_KIND_MEMCPY:
		add_memcpy((const void *)r);
		break;
	case CUPTI_ACTIVITY_KIND_MEMCPY2:
		add_memcpy_between((const void *)r);
		break;
	case CUPTI_ACTIVITY_KIND_MEMSET:
		add_memset((const void *)r);
		break;
	default:
		break;
	}
}

static void CUPTIAPI on_buffer_done(CUcontext context, uint32_t stream, uint8_t *buffer,
				    size_t size, size_t used_bytes)
{
	CUpti_Activity *r = NULL;
	size_t n_dropped = 0;

	(void)size;
	pthread_mutex_lock(&the.lock);
	while (cuptiActivityGetNextRecord(buffer, used_bytes, &r) == CUPTI_SUCCESS)
		add_record(r);
	if (cuptiActivityGetNumDroppedRecords(context, stream, &n_dropped) ==
	    CUPTI_SUCCESS)
		the.n_lost += n_dropped;
	pthread_mutex_unlock(&the.lock);
	free(buffer);
}

static int enable_calls(void)
{
	for (CUpti_CallbackId id = 1; id < CUPTI_DRIVER_TRACE_CBID_SIZE; id++) {
		const char *name = NULL;

		/* A library that is older than its header knows fewer functions. */
		if (cuptiGetCallbackName(CUPTI_CB_DOMAIN_DRIVER_API, id, &name) !=
			    CUPTI_SUCCESS ||
		    !name)
			continue;
		the.call[id] = (unsigned char)aisp_call_of(name);
		if (the.call[id] &&
		    cupti_failed(name,
				 cuptiEnableCallback(1, the.subscriber,
						     CUPTI_CB_DOMAIN_DRIVER_API, id)))
			return -1;
	}
	return 0;
}

static int enable_resources(void)
{
	static const CUpti_CallbackId id[] = { CUPTI_CBID_RESOURCE_MODULE_LOADED,
					       CUPTI_CBID_RESOURCE_GRAPHNODE_CREATED };

	for (size_t i = 0; i < sizeof id / sizeof *id; i++)
		if (cupti_failed("resource callbacks",
				 cuptiEnableCallback(1, the.subscriber,
						     CUPTI_CB_DOMAIN_RESOURCE, id[i])))
			return -1;
	return 0;
}

/* CONCURRENT_KERNEL and not KERNEL, which makes kernels run one after the other;
 * without GRAPH_TRACE, which would hide a graph's nodes. */
static int enable_activities(void)
{
	static const CUpti_ActivityKind kind[] = {
		CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY,
		CUPTI_ACTIVITY_KIND_MEMCPY2, CUPTI_ACTIVITY_KIND_MEMSET
	};

	for (size_t i = 0; i < sizeof kind / sizeof *kind; i++)
		if (cupti_failed("activities", cuptiActivityEnable(kind[i])))
			return -1;
	return 0;
}

static int start(void)
{
	if (the.is_started)
		return 0;
	if (cupti_failed("subscribe",
			 cuptiSubscribe(&the.subscriber, on_callback, NULL)) ||
	    cupti_failed("buffers", cuptiActivityRegisterCallbacks(on_buffer_wanted,
								   on_buffer_done)) ||
	    enable_activities() || enable_calls() || enable_resources())
		return -1;
	the.is_started = true;
	return 0;
}

/* Forced, since a kernel that does not end would hold back its whole buffer. */
static int flush(void)
{
	if (!the.is_started)
		return fail("CUPTI: not started");
	return cupti_failed("flush",
			    cuptiActivityFlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED));
}

static void reset(void)
{
	flush();
	pthread_mutex_lock(&the.lock);
	aisp_trace_window_clear(&the.window);
	the.n_cooperative_run = 0;
	the.n_lost = 0;
	the.to_host_bytes = 0;
	for (int i = 0; i < N_CALLS; i++)
		the.n[i] = 0;
	pthread_mutex_unlock(&the.lock);
}

static void fill(struct aisp_gpu_trace *t)
{
	uint32_t n_asked = the.n[CALL_COOPERATIVE];

	aisp_trace_window_sum(&the.window, t);
	t->n_streams_made = the.n[CALL_STREAM_MADE];
	t->n_graph_launches = the.n[CALL_GRAPH_LAUNCH];
	/* Both counts see a plain launch; only the second sees a graph's nodes. */
	t->n_cooperative =
		n_asked > the.n_cooperative_run ? n_asked : the.n_cooperative_run;
	t->n_nested = the.n_nested;
	t->n_host_functions =
		t->n_graph_launches ? the.n_host_nodes : the.n[CALL_HOST_FUNCTION];
	t->n_managed = the.n[CALL_MANAGED];
	t->n_managed_ever = the.n_managed;
	t->n_allocs = the.n[CALL_ALLOC] + the.n[CALL_PINNED] + t->n_managed;
	t->n_syncs = the.n[CALL_SYNC];
	t->n_peer = the.n[CALL_PEER];
	t->n_modules = the.n[CALL_MODULE];
	t->n_pinned = the.n_pinned;
	t->pinned_bytes = the.pinned_bytes;
	t->n_contexts = the.n_contexts;
	t->n_persisting = the.n_persisting;
	t->to_host_bytes = the.to_host_bytes;
}

static int take(struct aisp_gpu_trace *t)
{
	size_t n_lost;
	bool is_lossy;

	*t = (struct aisp_gpu_trace){ 0 };
	if (flush())
		return -1;
	pthread_mutex_lock(&the.lock);
	fill(t);
	n_lost = the.n_lost;
	is_lossy = the.window.is_lossy;
	pthread_mutex_unlock(&the.lock);
	if (n_lost)
		return fail("CUPTI dropped %zu records", n_lost);
	if (is_lossy)
		return fail("out of memory for CUPTI's records");
	return 0;
}

static int table(char *json, size_t size)
{
	int n_left;

	if (flush())
		return -1;
	pthread_mutex_lock(&the.lock);
	n_left = aisp_trace_window_json(&the.window, json, size);
	pthread_mutex_unlock(&the.lock);
	return n_left < 0 ? fail("no room for a table") : n_left;
}

static const char *why(void)
{
	return the.why;
}

extern const struct aisp_gpu_trace_ops aisp_gpu_trace_ops;
__attribute__((visibility("default")))
const struct aisp_gpu_trace_ops aisp_gpu_trace_ops = { start, reset, take, table, why };
