/* SPDX-License-Identifier: MIT
 *
 * lines.h - a variant that is device code alone says in its opening comment how its
 * kernels are launched; the judge reads it, and none of the variant's host code runs:
 *
 *	 * CLASS: common              naive, common, library; else a step of the lesson
 *	 * SUMMARY: one block per row what differs from the baseline
 *	 * SCRATCH: 4 * rows          bytes, named `scratch` below; poison before a call
 *	 * TENSORMAP: tx = x[cols, rows] box[64, 128] swizzle(128)
 *	 * LAUNCH: softmax<<<rows, 256, 4 * cols>>>(x, y, cols)
 *	 * TIMED: graph               all launches as one graph; else one by one
 *
 * Launches are made in their order, each behind the end of the one above.  A grid or
 * block of several dimensions is dim3(x, y, z); behind the arguments may stand
 * cluster(x, y, z), cooperative and programmatic.  A line goes on in
 * the next if that is indented.
 *
 * Numbers are expressions (expr.h) over the workload's parameters, gpu.sms (of the
 * smallest GPU of a call), gpu.cc (90 for 9.0), gpu.l2_bytes, gpu.shared_bytes (the
 * most of a block), and ceil_div(a, b), round_up(a, b), min, max, sqrt.  An argument is
 * a tensor's name, `workspace` or `scratch` (an address; + counts bytes), a tensor
 * map's, an integer as wide as the kernel's parameter, or f32(...) or f64(...).  If
 * several ranks share a call, tensors are the rank's slices, and `peers` is its struct
 * aisp_ranks by value (aisp/ranks_gpu.h), without host_signal[].
 *
 * A tensor map is the dtype's name if it is not the tensor's own, the tensor, its
 * dimensions from the innermost on, the box in elements; then, if need be,
 * strides[...] in bytes from the second dimension on, swizzle(32, 64 or 128), l2(64,
 * 128 or 256), nan.
 */
#ifndef AISP_KERNEL_LINES_H
#define AISP_KERNEL_LINES_H

#include <aisp/workload.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/err.h"
#include "kernel_plan.h"

/* The values of names.  If all zero, every name may have any value. */
struct aisp_kernel_world {
	const struct aisp_workload *workload;
	const struct aisp_problem *problem;
	const int64_t *param;
	int64_t n_sms, cc, l2_bytes, shared_bytes;
};

/*
 * Reads the lines of f, which messages call `file`. Returns 0, with plan->n_launches =
 * 0 if there is no LAUNCH line; or -1 with *err naming file, line and the wrong words.
 */
int aisp_kernel_lines_read(struct aisp_kernel_plan *plan, FILE *f, const char *file,
			   const struct aisp_kernel_world *world, struct aisp_err *err);

/* Is this line of an opening comment a LAUNCH line? */
bool aisp_kernel_is_launch(const char *line);

#endif
