/* SPDX-License-Identifier: MIT
 *
 * A tile of the input comes by the bulk copy engine: a tensor map by value.
 *
 * ARCH: sm_90
 * SUMMARY: tiles of 256 by a tensor map
 * TENSORMAP: tx = x[n] box[256]
 * LAUNCH: scale<<<ceil_div(n, 256), 256>>>(tx, y, n)
 */
#include "workload_scale.h"

#include <cuda.h>

__global__ void scale(const __grid_constant__ CUtensorMap tx, float *y, int64_t n)
{
	__shared__ alignas(128) float tile[256];
	__shared__ alignas(8) uint64_t full;
	unsigned bar = (unsigned)__cvta_generic_to_shared(&full);
	unsigned to = (unsigned)__cvta_generic_to_shared(tile);
	int64_t i = blockIdx.x * (int64_t)256 + threadIdx.x;

	if (!threadIdx.x) {
		asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(bar));
		asm volatile("fence.proxy.async;");
		asm volatile(
			"mbarrier.arrive.expect_tx.shared.b64 _, [%0], 1024;" ::"r"(
				bar));
		asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::"
			     "complete_tx::bytes [%0], [%1, {%2}], [%3];" ::"r"(to),
			     "l"(&tx), "r"((int)(blockIdx.x * 256)), "r"(bar)
			     : "memory");
	}
	__syncthreads();
	asm volatile(
		"{\n.reg .pred p;\nwait: mbarrier.try_wait.parity.shared.b64 p, [%0], "
		"0;\n@!p bra wait;\n}" ::"r"(bar)
		: "memory");
	if (i < n)
		y[i] = 2 * tile[threadIdx.x];
}
