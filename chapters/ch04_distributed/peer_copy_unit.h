/* SPDX-License-Identifier: MIT
 *
 * peer_copy_unit.h - the copy unit of an SM: one thread issues copies from memory to
 * shared memory and from there to any GPU's memory (PTX ISA, "cp.async.bulk").
 * Addresses and sizes are multiples of 16.
 */
#ifndef PEER_COPY_UNIT_H
#define PEER_COPY_UNIT_H

#include <stdint.h>

static __device__ inline uint32_t in_shared(const void *p)
{
	return (uint32_t)__cvta_generic_to_shared(p);
}

static __device__ inline void bulk_init(uint64_t *bar)
{
	asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(in_shared(bar))
		     : "memory");
}

/* Copies bytes from memory to shared memory; bar counts them. */
static __device__ inline void bulk_load(void *to, const void *from, uint32_t bytes,
					uint64_t *bar)
{
	asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(
			     in_shared(bar)),
		     "r"(bytes)
		     : "memory");
	asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
		     " [%0], [%1], %2, [%3];" ::"r"(in_shared(to)),
		     "l"(from), "r"(bytes), "r"(in_shared(bar))
		     : "memory");
}

static __device__ inline void bulk_await(uint64_t *bar, uint32_t parity)
{
	asm volatile("{\n\t.reg .pred p;\n\tAGAIN:\n\t"
		     "mbarrier.try_wait.parity.shared.b64 p, [%0], %1;\n\t"
		     "@!p bra AGAIN;\n\t}" ::"r"(in_shared(bar)),
		     "r"(parity)
		     : "memory");
}

static __device__ inline void bulk_store(void *to, const void *from, uint32_t bytes)
{
	asm volatile(
		"cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to),
		"r"(in_shared(from)), "r"(bytes)
		: "memory");
	asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

/* Waits until at most N stores still read shared memory. */
template <int N> static __device__ inline void bulk_read_wait(void)
{
	asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(N) : "memory");
}

/* Waits until at most N stores are not yet visible. */
template <int N> static __device__ inline void bulk_wait(void)
{
	asm volatile("cp.async.bulk.wait_group %0;" ::"n"(N) : "memory");
}

#endif
