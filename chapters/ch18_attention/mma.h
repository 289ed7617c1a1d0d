/* SPDX-License-Identifier: MIT
 *
 * mma.h - products of bf16 tiles by one warp (compute capability 8.0), and how their
 * operands get into its registers.
 *
 * Tiles in shared memory are those of boxes.h: 64 columns, then the next 64 of all
 * rows; chunk c of 16 bytes of row r lies at c ^ r % 8, so that the same chunk of 8
 * rows lies in all banks.
 */
#ifndef MMA_H
#define MMA_H

#include <aisp/ldmatrix.h>

/* Where chunk c of row r of a tile lies, in elements. */
static __device__ inline int chunk_at(int r, int c, int rows)
{
	return ((c / 8 * rows + r) * 8 + (c % 8 ^ r % 8)) * 8;
}

/* 16 bytes from global to shared memory, or zeros. */
static __device__ inline void copy_chunk(void *to, const void *from, bool is_there)
{
	asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(
			     (uint32_t)__cvta_generic_to_shared(to)),
		     "l"(from), "r"(is_there ? 16 : 0)
		     : "memory");
}

static __device__ inline void copies_commit(void)
{
	asm volatile("cp.async.commit_group;" ::: "memory");
}

/* Until at most N groups of this thread's copies are under way. */
template <int N> static __device__ inline void copies_wait(void)
{
	asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory");
}

/* A matrix of 8x8, two elements to a lane. */
static __device__ inline uint32_t transposed(uint32_t two)
{
	asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %0;" : "+r"(two));
	return two;
}

/* d += a b: 16x8 += 16x16 16x8. */
static __device__ inline void multiply(float *d, const uint32_t *a, uint32_t b0,
				       uint32_t b1)
{
	asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
		     "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
		     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
		     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

/* 16 rows of DIM elements as a first operand, four words for each 16 columns; those
 * from n on are zeros. */
template <int DIM>
static __device__ inline void load_rows(uint32_t (&q)[DIM / 4], const uint16_t *first,
					int n)
{
	int lane = threadIdx.x % 32;

#pragma unroll
	for (int i = 0; i < DIM / 4; i++) {
		int r = lane / 4 + i % 2 * 8;
		int c = i / 4 * 16 + i % 4 / 2 * 8 + lane % 4 * 2;

		q[i] = r < n ? *(const uint32_t *)(first + r * DIM + c) : 0;
	}
}

/*
 * s = q k^T for 16 queries in registers and N / 4 * 8 keys, rows of a tile.
 */
template <int DIM, int N>
static __device__ inline void score(float (&s)[N], const uint32_t (&q)[DIM / 4],
				    const uint16_t *k)
{
	int lane = threadIdx.x % 32;

#pragma unroll
	for (int i = 0; i < N; i++)
		s[i] = 0;
#pragma unroll
	for (int d = 0; d < DIM / 16; d++)
#pragma unroll
		for (int j = 0; j < N / 8; j++) { /* of 16 keys */
			uint32_t b[4];

			aisp_load_matrices(
				b, k + chunk_at(j * 16 + lane / 16 * 8 + lane % 8,
						2 * d + lane / 8 % 2, 2 * N));
			multiply(&s[8 * j], &q[4 * d], b[0], b[1]);
			multiply(&s[8 * j + 4], &q[4 * d], b[2], b[3]);
		}
}

/* o += w v for the weights of 16 queries and N / 4 * 8 values, rows of a tile. */
template <int DIM, int N>
static __device__ inline void weigh(float (&o)[DIM / 2], const uint32_t (&w)[N],
				    const uint16_t *v)
{
	int lane = threadIdx.x % 32;

#pragma unroll
	for (int j = 0; j < N / 4; j++) /* of 16 values */
#pragma unroll
		for (int d = 0; d < DIM / 16; d++) {
			uint32_t b[4];

			aisp_load_transposed(b, v + chunk_at(j * 16 + lane % 16,
							     2 * d + lane / 16, 4 * N));
			multiply(&o[8 * d], &w[4 * j], b[0], b[1]);
			multiply(&o[8 * d + 4], &w[4 * j], b[2], b[3]);
		}
}

#endif
