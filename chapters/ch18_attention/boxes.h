/* SPDX-License-Identifier: MIT
 *
 * boxes.h - what attention needs of compute capability 9.0 beyond <aisp/hopper.h>:
 * boxes of three dimensions, rings of stages, barriers with names.
 */
#ifndef BOXES_H
#define BOXES_H

#include <aisp/bf16_words.h>
#include <aisp/hopper.h>

static __device__ inline uint32_t shared_address(const void *p)
{
	return (uint32_t)__cvta_generic_to_shared(p);
}

/* One thread calls it: a phase ends after `arrivals` arrivals and expected bytes. */
static __device__ inline void barrier_init(uint64_t *bar, unsigned arrivals)
{
	asm volatile(
		"mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(bar)),
		"r"(arrivals)
		: "memory");
}

/* To be called after all barrier_init(), before a __syncthreads(). */
static __device__ inline void barriers_ready(void)
{
	asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

static __device__ inline void barrier_arrive(uint64_t *bar)
{
	asm volatile(
		"mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(bar))
		: "memory");
}

/* A ring of N stages: where its user stands. */
struct ring {
	unsigned stage, parity;
};

template <int N> static __device__ inline void ring_next(ring &r)
{
	if (++r.stage == N) {
		r.stage = 0;
		r.parity ^= 1;
	}
}

/* Loads the box of `map` at (x, y, z) to shared memory; zeros outside. */
static __device__ inline void load_box(void *to, const CUtensorMap *map, int x, int y,
				       int z, uint64_t *bar)
{
	asm volatile(
		"cp.async.bulk.tensor.3d.shared::cluster.global.tile"
		".mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4}], [%5];" ::"r"(
			shared_address(to)),
		"l"(map), "r"(x), "r"(y), "r"(z), "r"(shared_address(bar))
		: "memory");
}

/* Stores the box at (x, y, z), clipped, from shared memory, in a group of its own. */
static __device__ inline void store_box(const CUtensorMap *map, const void *from, int x,
					int y, int z)
{
	asm volatile("cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group "
		     "[%0, {%1, %2, %3}], [%4];\n\t"
		     "cp.async.bulk.commit_group;" ::"l"(map),
		     "r"(x), "r"(y), "r"(z), "r"(shared_address(from))
		     : "memory");
}

/* Waits until the stores that this thread issued have read shared memory. */
static __device__ inline void stores_read(void)
{
	asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
}

static __device__ inline void stores_done(void)
{
	asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

/* Needed between stores to shared memory and copies or products that read it. */
static __device__ inline void fence_async(void)
{
	asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

/* Barrier `id`, 1 to 15, of n threads. */
static __device__ inline void named_sync(int id, int n)
{
	asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(n) : "memory");
}

static __device__ inline void named_arrive(int id, int n)
{
	asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(n) : "memory");
}

/* Four 8x8 matrices of 16-bit elements; lane l has the address of row l % 8 of matrix
 * l / 8. */
static __device__ inline void store_matrices(void *row, uint32_t a, uint32_t b,
					     uint32_t c, uint32_t d)
{
	asm volatile(
		"stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::
			"r"(shared_address(row)),
		"r"(a), "r"(b), "r"(c), "r"(d)
		: "memory");
}

#endif
