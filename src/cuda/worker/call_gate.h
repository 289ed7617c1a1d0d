/* SPDX-License-Identifier: MIT
 *
 * call_gate.h - calls wait on the GPU until the judge opens a gate.
 */
#ifndef AISP_WORKER_GATE_H
#define AISP_WORKER_GATE_H

#include <cuda.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C"
#endif
	/* What is enqueued after this begins when *word, which only the judge can
	 * write, becomes `open` or a later number.  A kernel waits for that, so
	 * that this context is running already and the GPU need not switch. */
	CUresult
	aisp_gate_close(CUstream stream, const uint32_t *word, uint32_t open);

#endif
