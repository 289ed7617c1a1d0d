/* SPDX-License-Identifier: MIT
 *
 * launcher.h - the parts of the launcher: the one variant whose host code is ours,
 * which launches a stranger's kernels as the judge planned it.
 */
#ifndef AISP_KERNEL_LAUNCHER_H
#define AISP_KERNEL_LAUNCHER_H

#include <cuda.h>

#include "kernel/cubin.h"
#include "kernel/kernel_plan.h"

#define AISP_MAX_STATES 256

/* A symbol that kernels may write, and what it holds when the module is new. */
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
	int local_bytes; /* of a thread, the most of any kernel */
};

/* Each 0, or -errno with the reason in words. */
int aisp_module_open(struct aisp_kernel_module *m, const char *bundle,
		     const struct aisp_kernel_plan *plan, char *words, size_t size);

/* Between calls: symbols as they were, scratch poisoned, nothing left on the SMs. */
int aisp_module_restore(const struct aisp_kernel_module *m, CUstream stream);

/* What the worker looks up: between calls as above, and why setup() failed. */
AISP_EXPORT int aisp_kernel_restore(const struct aisp_io *io);
extern AISP_EXPORT char aisp_kernel_why[256];

/* Enqueue one launch, with tensors at the addresses of io. */
int aisp_kernel_launch(const struct aisp_kernel_module *m,
		       const struct aisp_kernel_plan *plan, int i,
		       const struct aisp_io *io);
int aisp_kernel_check_args(const struct aisp_kernel_module *m,
			   const struct aisp_kernel_plan *plan, char *words,
			   size_t size);

#endif
