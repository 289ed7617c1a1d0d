/* SPDX-License-Identifier: MIT */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "gpu.h"

static int blame(const char *path, const char *why, struct aisp_err *err)
{
	const char *lacking = strstr(why, "undefined symbol: cu");

	if (lacking)
		return aisp_err_set(err,
				    "the NVIDIA driver is too old for this build: it "
				    "has no %s; update the driver, or build with the "
				    "CUDA toolkit that it serves",
				    lacking + strlen("undefined symbol: "));
	if (strstr(why, "libcuda.so"))
		return aisp_err_set(err, "no NVIDIA driver: libcuda.so.1 cannot be "
					 "loaded; install the driver, or select "
					 "targets with @cpu");
	return aisp_err_set(err, "%s: %s", path, why);
}

const struct aisp_gpu_ops *aisp_gpu_load(const char *lib_dir, struct aisp_err *err)
{
	char path[4200];
	const struct aisp_gpu_ops *ops = NULL;
	void *object;

	snprintf(path, sizeof(path), "%s/cuda_judge.so", lib_dir);
	if (access(path, R_OK)) {
		aisp_err_set(err,
			     "built without CUDA (no %s): install nvcc, by "
			     "./setup.sh --gpu, then run make plugins",
			     path);
		return NULL;
	}
	object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (object)
		ops = dlsym(object, "aisp_gpu_ops");
	if (!ops)
		blame(path, dlerror(), err);
	return ops;
}
