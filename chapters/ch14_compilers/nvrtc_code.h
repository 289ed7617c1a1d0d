/* SPDX-License-Identifier: MIT
 *
 * nvrtc_code.h - text in CUDA C becomes a kernel for this GPU, in memory.
 */
#ifndef NVRTC_CODE_H
#define NVRTC_CODE_H

#include <aisp/cuda.h>
#include <nvrtc.h>
#include <stdio.h>
#include <stdlib.h>

struct nvrtc_code {
	cudaLibrary_t library;
	cudaKernel_t kernel;
};

/* Compiles source; the caller frees *code. */
static int nvrtc_compile(const char *source, char **code)
{
	int major = aisp_gpu(cudaDevAttrComputeCapabilityMajor);
	int minor = aisp_gpu(cudaDevAttrComputeCapabilityMinor);
	nvrtcProgram program;
	size_t n = 0;
	int rc = -EIO;
	char arch[40];
	const char *options[] = { arch };

	snprintf(arch, sizeof(arch), "--gpu-architecture=sm_%d%d", major, minor);
	if (nvrtcCreateProgram(&program, source, "program.cu", 0, NULL, NULL))
		return -EIO;
	if (!nvrtcCompileProgram(program, 1, options) &&
	    !nvrtcGetCUBINSize(program, &n) && (*code = (char *)malloc(n)) &&
	    !nvrtcGetCUBIN(program, *code))
		rc = 0;
	nvrtcDestroyProgram(&program);
	return rc;
}

/* Compiles and loads a kernel.  Returns 0, or -errno. */
static int nvrtc_load(struct nvrtc_code *to, const char *source, const char *kernel)
{
	char *code = NULL;
	int rc = nvrtc_compile(source, &code);

	if (!rc)
		rc = aisp_cuda_status(cudaLibraryLoadData(&to->library, code, NULL,
							  NULL, 0, NULL, NULL, 0));
	if (!rc)
		rc = aisp_cuda_status(
			cudaLibraryGetKernel(&to->kernel, to->library, kernel));
	free(code);
	return rc;
}

static void nvrtc_unload(struct nvrtc_code *code)
{
	if (code->library)
		cudaLibraryUnload(code->library);
	code->library = NULL;
}

#endif
