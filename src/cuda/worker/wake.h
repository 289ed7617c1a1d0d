/* SPDX-License-Identifier: MIT
 *
 * wake.h - let all of the GPU work before a call that is timed.
 *
 * A GPU that has waited for some ms for the judge is slow at first, also if its clocks
 * are up and one thread spins: on an H200 a call that takes 26 us in a busy GPU took
 * 48 us, and 31 us after all multiprocessors had read memory.  That holds for every
 * variant, so that it hides what they differ by.
 */
#ifndef AISP_WORKER_WAKE_H
#define AISP_WORKER_WAKE_H

#include <cuda.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Get the memory that is read, and load the kernel that reads it. */
CUresult aisp_wake_open(CUdevice device, CUstream stream);

/* Enqueue a kernel that reads memory without data on all multiprocessors. */
CUresult aisp_wake(CUstream stream);

#ifdef __cplusplus
}
#endif

#endif
