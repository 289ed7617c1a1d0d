/* SPDX-License-Identifier: MIT
 *
 * ldmatrix.h - operands of a warp's products, from shared memory (compute
 * capability 7.5).
 */
#ifndef AISP_LDMATRIX_H
#define AISP_LDMATRIX_H

#include <aisp/cuda.h>

/*
 * Four 8x8 matrices of 16-bit elements; lane l has the address of row l % 8 of matrix
 * l / 8.
 */
static __device__ inline void aisp_load_matrices(uint32_t to[4], const void *row)
{
	asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
		     : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
		     : "r"((uint32_t)__cvta_generic_to_shared(row))
		     : "memory");
}

/* The same, transposed. */
static __device__ inline void aisp_load_transposed(uint32_t to[4], const void *row)
{
	asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 "
		     "{%0, %1, %2, %3}, [%4];"
		     : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
		     : "r"((uint32_t)__cvta_generic_to_shared(row))
		     : "memory");
}

#endif
