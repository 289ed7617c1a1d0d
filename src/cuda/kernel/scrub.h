/* SPDX-License-Identifier: MIT
 *
 * scrub.h - overwrite shared and local memory of all multiprocessors.
 */
#ifndef AISP_KERNEL_SCRUB_H
#define AISP_KERNEL_SCRUB_H

#include <cuda.h>

#ifdef __cplusplus
extern "C"
#endif
	/* local_bytes: of a thread.  CUDA_ERROR_NOT_SUPPORTED if that is too many. */
	CUresult
	aisp_scrub(CUstream stream, int local_bytes);

#endif
