/* SPDX-License-Identifier: MIT
 *
 * bulk.h - barriers for the bulk-copy engine (sm_90), which writes shared memory by
 * itself and counts the bytes there.
 */
#ifndef BULK_H
#define BULK_H

#include <aisp/hopper.h>

/* One thread calls it before a __syncthreads(); each phase ends with one arrival. */
static __device__ void bulk_init(uint64_t *bar, int n)
{
	for (int k = 0; k < n; k++)
		ptx::mbarrier_init(&bar[k], 1);
	ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
}

#endif
