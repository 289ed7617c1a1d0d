/* SPDX-License-Identifier: MIT
 *
 * wake.h - let all of the GPU work before a call that is timed.
 *
 * A GPU that has waited some ms for the judge is slow at first, even while a thread
 * of a gate spins on it: on an H200 a call of 31 us took 48 us.  To read memory on all
 * multiprocessors ends that; the size of what is read makes no difference from 16 MiB
 * on.
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
