/* SPDX-License-Identifier: MIT
 *
 * plugin.cu - what cuda_peak.so exports: the GPUs of this process, and the steps.
 */
#include "bench.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* In the order of run[]. */
static const char *const names[] = {
	"DRAM",     "L2 and shared memory",
	"FMA",      "mma.sync",
	"wgmma",    "tcgen05",
	"cuBLASLt", "host link",
	"peers",    "latency",
};

static aisp_step *const run[] = {
	aisp_step_dram,  aisp_step_cache,   aisp_step_fma,    aisp_step_mma,
	aisp_step_wgmma, aisp_step_tcgen05, aisp_step_cublas, aisp_step_host,
	aisp_step_peers, aisp_step_latency,
};

#define N_STEPS (sizeof(names) / sizeof(names[0]))

static_assert(sizeof(names) == sizeof(run), "a step for each name");
static_assert(N_STEPS <= AISP_MAX_GPU_STEPS, "room for a reason for each");

/*
 * The driver's version by NVML, whose header the toolkit may lack; without NVML the
 * version of CUDA that the driver supports.
 */
static void read_driver(char *driver, size_t size)
{
	void *nvml = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
	int (*init)(void) = nullptr, (*version)(char *, unsigned) = nullptr;
	int cuda = 0;

	cudaDriverGetVersion(&cuda);
	snprintf(driver, size, "for CUDA %d.%d", cuda / 1000, cuda % 1000 / 10);
	if (!nvml)
		return;
	*(void **)&init = dlsym(nvml, "nvmlInit_v2");
	*(void **)&version = dlsym(nvml, "nvmlSystemGetDriverVersion");
	if (init && version && init() == 0) {
		char text[80];

		if (version(text, sizeof(text)) == 0 && text[0])
			snprintf(driver, size, "%.31s", text);
	}
}

int aisp_peak_uuid(char uuid[AISP_GPU_UUID_SIZE], int index, struct aisp_err *err)
{
	cudaDeviceProp prop;
	const unsigned char *u = (const unsigned char *)prop.uuid.bytes;
	int n = 3;

	if (aisp_cuda_check(cudaGetDeviceProperties(&prop, index), "describe the GPU",
			    err))
		return -1;
	snprintf(uuid, AISP_GPU_UUID_SIZE, "GPU");
	for (int i = 0; i < 16; i++)
		n += snprintf(uuid + n, (size_t)(AISP_GPU_UUID_SIZE - n), "%s%02x",
			      i == 0 || i == 4 || i == 6 || i == 8 || i == 10 ? "-"
									      : "",
			      u[i]);
	return 0;
}

static double attribute(cudaDeviceAttr a, int index)
{
	int value = 0;

	cudaDeviceGetAttribute(&value, a, index);
	return value;
}

static int describe(struct aisp_peak_gpu *g, int index, const char *driver,
		    struct aisp_err *err)
{
	cudaDeviceProp prop;

	if (aisp_cuda_check(cudaGetDeviceProperties(&prop, index), "describe the GPU",
			    err))
		return -1;
	memset(g, 0, sizeof(*g));
	g->index = index;
	if (aisp_peak_uuid(g->uuid, index, err))
		return -1;
	snprintf(g->name, sizeof(g->name), "%.63s", prop.name);
	snprintf(g->driver, sizeof(g->driver), "%s", driver);
	g->cc_major = prop.major;
	g->cc_minor = prop.minor;
	g->n_sms = prop.multiProcessorCount;
	g->l2_bytes = prop.l2CacheSize;
	g->dram_bytes = (double)prop.totalGlobalMem;
	/* The clock is in kHz; there are two transfers per clock. */
	g->nominal_bandwidth = 2e3 * attribute(cudaDevAttrMemoryClockRate, index) *
			       attribute(cudaDevAttrGlobalMemoryBusWidth, index) / 8;
	g->nominal_sm_mhz = attribute(cudaDevAttrClockRate, index) * 1e-3;
	return 0;
}

static int no_gpu(cudaError_t e, struct aisp_err *err)
{
	int driver = 0, runtime = 0;

	cudaDriverGetVersion(&driver);
	cudaRuntimeGetVersion(&runtime);
	if (e == cudaErrorInsufficientDriver && driver == 0)
		return aisp_err_set(err, "no NVIDIA driver (libcuda.so.1): install "
					 "NVIDIA's driver to use a GPU");
	if (e == cudaErrorInsufficientDriver)
		return aisp_err_set(
			err,
			"the NVIDIA driver knows CUDA %d.%d, aisp was built "
			"for %d.%d: update the driver",
			driver / 1000, driver % 1000 / 10, runtime / 1000,
			runtime % 1000 / 10);
	if (e == cudaErrorNoDevice)
		return aisp_err_set(err, "no NVIDIA GPU that this process may use: "
					 "look at nvidia-smi and CUDA_VISIBLE_DEVICES");
	return aisp_cuda_check(e, "look for GPUs", err);
}

static int list(struct aisp_peak_gpu gpus[AISP_MAX_PEAK_GPUS], struct aisp_err *err)
{
	char driver[sizeof(gpus[0].driver)];
	int n = 0;
	cudaError_t e = cudaGetDeviceCount(&n);

	if (e != cudaSuccess)
		return no_gpu(e, err);
	read_driver(driver, sizeof(driver));
	n = n < AISP_MAX_PEAK_GPUS ? n : AISP_MAX_PEAK_GPUS;
	for (int i = 0; i < n; i++)
		if (describe(&gpus[i], i, driver, err))
			return -1;
	return n;
}

static int measure(struct aisp_gpu_peaks *p, int step, struct aisp_err *err)
{
	struct bench b;
	int rc = aisp_bench_init(&b, p, err);

	if (!rc)
		rc = run[step](&b, err);
	aisp_bench_release(&b);
	return rc;
}

extern "C" __attribute__((visibility("default")))
const struct aisp_gpu_plugin aisp_gpu_plugin = {
	.abi = AISP_GPU_PEAK_ABI,
	.peaks_bytes = sizeof(struct aisp_gpu_peaks),
	.list = list,
	.n_steps = N_STEPS,
	.steps = names,
	.patience_ms = 60000,
	.measure = measure,
};
