/* SPDX-License-Identifier: MIT */
#include "call_gate.h"

static __global__ void gate(const volatile uint32_t *word, uint32_t open)
{
	while ((int32_t)(*word - open) < 0)
		;
	__threadfence_system();
}

extern "C" CUresult aisp_gate_close(CUstream stream, const uint32_t *word,
				    uint32_t open)
{
	gate<<<1, 1, 0, stream>>>(word, open);
	return cudaGetLastError() == cudaSuccess ? CUDA_SUCCESS
						 : CUDA_ERROR_LAUNCH_FAILED;
}
