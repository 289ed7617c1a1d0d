/* SPDX-License-Identifier: MIT
 *
 * trace_work.cu - work of known counts under build/cuda_trace.so, a line of
 * JSON for each window.  Exit status 77: no GPU.
 */
#include "probes/gpu_trace.h"

#include <cudaTypedefs.h>
#include <cuda_runtime.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static __global__ void add_one(float *x)
{
	x[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}

#ifdef NESTED
static __global__ void parent(float *x)
{
	if (!threadIdx.x)
		add_one<<<1, 32>>>(x);
}
#else
#define parent add_one
#endif

static const struct aisp_gpu_trace_ops *ops;

static void must(cudaError_t e, const char *what)
{
	if (e == cudaSuccess)
		return;
	fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(e));
	exit(1);
}
#define MUST(call) must(call, #call)

static void end_window(const char *name)
{
	struct aisp_gpu_trace t;
	char table[1 << 16];

	MUST(cudaDeviceSynchronize());
	if (ops->take(&t) || ops->table(table, sizeof table)) {
		fprintf(stderr, "%s: %s\n", name, ops->why());
		exit(1);
	}
	printf("{\"window\": \"%s\", \"kernels\": %u, \"memcpys\": %u, \"memsets\": "
	       "%u, "
	       "\"streams\": %u, \"made\": %u, \"graphs\": %u, \"cooperative\": %u, "
	       "\"nested\": %u, \"host\": %u, \"allocs\": %u, \"managed\": %u, "
	       "\"managed_ever\": %u, "
	       "\"syncs\": %u, \"peer\": %u, \"span_ns\": %lu, \"busy_ns\": %lu, "
	       "\"untimed\": %u, \"to_host\": %lu, \"pinned\": %u, \"pinned_bytes\": "
	       "%lu, "
	       "\"contexts\": %u, "
	       "\"persisting\": %u, \"modules\": %u, \"table\": %s}\n",
	       name, t.n_kernels, t.n_memcpys, t.n_memsets, t.n_streams,
	       t.n_streams_made, t.n_graph_launches, t.n_cooperative, t.n_nested,
	       t.n_host_functions, t.n_allocs, t.n_managed, t.n_managed_ever, t.n_syncs,
	       t.n_peer, t.span_ns, t.busy_ns, t.n_untimed, t.to_host_bytes, t.n_pinned,
	       t.pinned_bytes, t.n_contexts, t.n_persisting, t.n_modules, table);
	ops->reset();
}

static void CUDART_CB nothing(void *unused)
{
	(void)unused;
}

/* Two streams made, three kernels on them, one copy, one set, two allocations. */
static void streams(void)
{
	cudaStream_t a, b;
	float *x, host;
	void *pinned;

	MUST(cudaStreamCreate(&a));
	MUST(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
	MUST(cudaMalloc(&x, 1 << 20));
	MUST(cudaMallocHost(&pinned, 4096));
	MUST(cudaMemsetAsync(x, 0, 1 << 20, a));
	add_one<<<64, 256, 0, a>>>(x);
	add_one<<<64, 256, 0, a>>>(x);
	MUST(cudaStreamSynchronize(a));
	add_one<<<32, 128, 0, b>>>(x);
	MUST(cudaMemcpyAsync(&host, x, sizeof host, cudaMemcpyDeviceToHost, b));
	end_window("streams");
}

/* A graph of one kernel, after a host function that is none of its nodes. */
static void plain_graph(float *x)
{
	cudaStream_t s;
	cudaGraph_t g;
	cudaGraphExec_t exec;

	MUST(cudaStreamCreate(&s));
	MUST(cudaLaunchHostFunc(s, nothing, NULL));
	MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	add_one<<<64, 256, 0, s>>>(x);
	MUST(cudaStreamEndCapture(s, &g));
	MUST(cudaGraphInstantiate(&exec, g, 0));
	end_window("before");
	MUST(cudaGraphLaunch(exec, s));
	end_window("plain");
}

/* A graph of three kernels and a host node: captured in one window, launched
 * twice in the next. */
static void graph(float *x)
{
	cudaStream_t s;
	cudaGraph_t g;
	cudaGraphExec_t exec;

	MUST(cudaStreamCreate(&s));
	MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	for (int i = 0; i < 3; i++)
		add_one<<<64, 256, 0, s>>>(x);
	MUST(cudaLaunchHostFunc(s, nothing, NULL));
	MUST(cudaStreamEndCapture(s, &g));
	MUST(cudaGraphInstantiate(&exec, g, 0));
	end_window("capture");
	MUST(cudaGraphLaunch(exec, s));
	MUST(cudaGraphLaunch(exec, s));
	end_window("graph");
}

static void cooperative(float *x)
{
	void *args[] = { &x };
	cudaLaunchAttribute attribute = {};
	cudaLaunchConfig_t config = {};

	MUST(cudaLaunchCooperativeKernel((void *)add_one, dim3(8), dim3(64), args, 0,
					 NULL));
	attribute.id = cudaLaunchAttributeCooperative;
	attribute.val.cooperative = 1;
	config.gridDim = dim3(8);
	config.blockDim = dim3(64);
	config.attrs = &attribute;
	config.numAttrs = 1;
	MUST(cudaLaunchKernelExC(&config, (void *)add_one, args));
	end_window("cooperative");
}

static void others(float *x)
{
	void *managed, *pooled;

	MUST(cudaMallocManaged(&managed, 4096));
	MUST(cudaMallocAsync(&pooled, 4096, NULL));
	MUST(cudaLaunchHostFunc(NULL, nothing, NULL));
	end_window("others");
	parent<<<1, 32>>>(x);
	end_window("nested");
}

/* A module asked for, which is refused; L2 set aside; a window of it; a context. */
static void asked(float *x)
{
	static const char no_code[] = "no code";
	cudaDriverEntryPointQueryResult found;
	PFN_cuModuleLoadData_v2000 load;
	PFN_cuCtxCreate_v3020 make;
	PFN_cuCtxPopCurrent_v4000 leave;
	cudaStreamAttrValue a = {};
	CUcontext context;
	CUmodule module;
	cudaStream_t s;

	MUST(cudaGetDriverEntryPointByVersion("cuModuleLoadData", (void **)&load, 2000,
					      cudaEnableDefault, &found));
	MUST(cudaGetDriverEntryPointByVersion("cuCtxCreate", (void **)&make, 3020,
					      cudaEnableDefault, &found));
	MUST(cudaGetDriverEntryPointByVersion("cuCtxPopCurrent", (void **)&leave, 4000,
					      cudaEnableDefault, &found));
	load(&module, no_code);
	end_window("module");
	MUST(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 1 << 20));
	end_window("limit");
	MUST(cudaStreamCreate(&s));
	a.accessPolicyWindow.base_ptr = x;
	a.accessPolicyWindow.num_bytes = 1 << 20;
	a.accessPolicyWindow.hitRatio = 1;
	a.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
	a.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
	MUST(cudaStreamSetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &a));
	end_window("policy");
	if (make(&context, 0, 0) || leave(&context))
		exit(1);
	end_window("context");
}

int main(int argc, char **argv)
{
	void *plugin = argc == 2 ? dlopen(argv[1], RTLD_NOW) : NULL;
	float *x;

	ops = plugin ? (const struct aisp_gpu_trace_ops *)dlsym(plugin,
								AISP_GPU_TRACE_SYMBOL)
		     : NULL;
	if (!ops || ops->start()) {
		fprintf(stderr, "%s\n", ops ? ops->why() : dlerror());
		return 77;
	}
	MUST(cudaMalloc(&x, 1 << 20));
	add_one<<<1, 32>>>(x);
	MUST(cudaDeviceSynchronize());
	ops->reset();
	end_window("empty");
	streams();
	plain_graph(x);
	graph(x);
	cooperative(x);
	others(x);
	asked(x);
	return 0;
}
