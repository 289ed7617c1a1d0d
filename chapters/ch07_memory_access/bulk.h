/* SPDX-License-Identifier: MIT
 *
 * bulk.h - waiting for the bulk-copy engine (sm_90).  It writes shared memory by
 * itself and counts the bytes on a barrier there, whose phases alternate in parity.
 */
#ifndef BULK_H
#define BULK_H

#include <cuda/ptx>

namespace ptx = cuda::ptx;

/* By one thread, before a __syncthreads(): each phase ends with one arrival. */
static __device__ void bulk_init(uint64_t *bar, int n)
{
	for (int k = 0; k < n; k++)
		ptx::mbarrier_init(&bar[k], 1);
	ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
}

/* By the thread that will then order `bytes` to be copied. */
static __device__ void bulk_expect(uint64_t *bar, uint32_t bytes)
{
	ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
				       ptx::space_shared, bar, bytes);
}

/* Until the bytes of the phase are there: phases 0, 2, ... have parity 0. */
static __device__ void bulk_wait(uint64_t *bar, int64_t phase)
{
	while (!ptx::mbarrier_try_wait_parity(bar, (uint32_t)(phase & 1)))
		;
}

#endif
