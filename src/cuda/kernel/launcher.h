/* SPDX-License-Identifier: MIT
 *
 * launcher.h - the launcher, a variant whose host code is ours: it launches a
 * stranger's kernels as the judge planned it.
 */
#ifndef AISP_KERNEL_LAUNCHER_H
#define AISP_KERNEL_LAUNCHER_H

#include <cuda.h>

#include "kernel/cubin.h"
#include "kernel/kernel_plan.h"

#define AISP_MAX_STATES 256

/* A variable that kernels may write, and a copy of its initial contents. */
struct aisp_kernel_state {
	CUdeviceptr at, copy;
	size_t n_bytes;
};

struct aisp_kernel_module {
	CUmodule module;
	CUfunction function[AISP_MAX_KERNELS];
	int n_states;
	struct aisp_kernel_state state[AISP_MAX_STATES];
	CUdeviceptr scratch;
	size_t scratch_bytes;
	int local_bytes; /* local memory of a thread, the most that any kernel has */
};

/* "what: the driver's words (CUDA error 1)".  Returns -ENOMEM or -ENOEXEC. */
int aisp_driver_failed(char *words, size_t size, const char *what, CUresult e);

/* Loads the bundle's image.  Returns 0, or -errno with the reason in words. */
int aisp_module_open(struct aisp_kernel_module *m, const char *bundle,
		     const struct aisp_kernel_plan *plan, char *words, size_t size);

/* Between calls: restore variables, poison scratch, overwrite what is left on the SMs.
 * Returns 0 or an error of the driver. */
int aisp_module_restore(const struct aisp_kernel_module *m, CUstream stream);

/* The worker looks this up, to restore the module. */
AISP_EXPORT int aisp_kernel_restore(const struct aisp_io *io);

/* Enqueue launch i, with tensors at the addresses of io.  Returns 0, or -EIO with the
 * reason in words. */
int aisp_kernel_launch(const struct aisp_kernel_module *m,
		       const struct aisp_kernel_plan *plan, int i,
		       const struct aisp_io *io, char *words, size_t size);

/* Do the planned arguments fit the kernels' parameters?  Returns 0, or -EINVAL with the
 * reason in words. */
int aisp_kernel_check_args(const struct aisp_kernel_module *m,
			   const struct aisp_kernel_plan *plan, char *words,
			   size_t size);

#endif
