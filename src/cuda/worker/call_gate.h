/* SPDX-License-Identifier: MIT
 *
 * call_gate.h - the calls of a ring wait on the GPU for the judge's word.
 */
#ifndef AISP_WORKER_GATE_H
#define AISP_WORKER_GATE_H

#include <cuda.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C"
#endif
	/* What is enqueued behind this begins when *word, which only the judge can
	 * write, is `open`.  It keeps this context the one that runs, so that nothing
	 * is switched then. */
	CUresult
	aisp_gate_close(CUstream stream, const uint32_t *word, uint32_t open);

#endif
