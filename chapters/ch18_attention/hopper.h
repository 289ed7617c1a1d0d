/* SPDX-License-Identifier: MIT
 *
 * hopper.h - the instructions of compute capability 9.0 that CUDA C has no words for:
 * barriers that count bytes, tensor copies, roles of warpgroups.
 *
 * Tiles in shared memory have rows of 128 bytes, swizzled as the tensor copies do it:
 * chunk c of 16 bytes in row r lies at chunk c ^ r % 8.  They begin at multiples of
 * 1024 bytes.
 */
#ifndef HOPPER_H
#define HOPPER_H

#include <cudaTypedefs.h>
#include <stdint.h>

static __device__ inline uint32_t shared_address(const void *p)
{
	return (uint32_t)__cvta_generic_to_shared(p);
}

/* By one thread: each phase ends after `arrivals` arrivals and all expected bytes. */
static __device__ inline void barrier_init(uint64_t *bar, unsigned arrivals)
{
	asm volatile(
		"mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(bar)),
		"r"(arrivals)
		: "memory");
}

/* After all barrier_init(), before a __syncthreads(). */
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

/* Arrive, and expect the bytes of copies ordered next. */
static __device__ inline void barrier_expect(uint64_t *bar, unsigned bytes)
{
	asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(
			     shared_address(bar)),
		     "r"(bytes)
		     : "memory");
}

/* Until the phase of this parity is over: phases 0, 2, ... have parity 0, and so has
 * the one before the first parity 1. */
static __device__ inline void barrier_wait(uint64_t *bar, unsigned parity)
{
	uint32_t is_over = 0;

	while (!is_over)
		asm volatile("{\n\t.reg .pred p;\n\t"
			     "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n\t"
			     "selp.u32 %0, 1, 0, p;\n\t}"
			     : "=r"(is_over)
			     : "r"(shared_address(bar)), "r"(parity)
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

/* The box of `map` at (x, y, z) to shared memory; zeros outside. */
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

/* The box at (x, y, z) from shared memory; nothing outside.  In a group of its own. */
static __device__ inline void store_box(const CUtensorMap *map, const void *from, int x,
					int y, int z)
{
	asm volatile("cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group "
		     "[%0, {%1, %2, %3}], [%4];\n\t"
		     "cp.async.bulk.commit_group;" ::"l"(map),
		     "r"(x), "r"(y), "r"(z), "r"(shared_address(from))
		     : "memory");
}

/* Until the stores that this thread ordered have read shared memory. */
static __device__ inline void stores_read(void)
{
	asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
}

static __device__ inline void stores_done(void)
{
	asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

/* Between ordinary stores to shared memory and copies or products that read it. */
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

template <int N> static __device__ inline void registers_up(void)
{
	asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(N));
}

template <int N> static __device__ inline void registers_down(void)
{
	asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(N));
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

/* Two floats to bf16, to nearest even, the first in the lower half. */
static __device__ inline uint32_t pack(float lo, float hi)
{
	uint32_t word;

	asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(word) : "f"(hi), "f"(lo));
	return word;
}

/* By the special unit: off by 2 units in the last place; 0 below 2^-126. */
static __device__ inline float power_of_two(float x)
{
	asm("ex2.approx.ftz.f32 %0, %0;" : "+f"(x));
	return x;
}

#endif
