/* SPDX-License-Identifier: MIT
 *
 * tile_emulated.h - a kernel in CUDA C on a CPU: the file KERNEL, with a thread of the
 * machine for each of a block, and blocks one after the other.
 */
#ifndef TILE_EMULATED_H
#define TILE_EMULATED_H

#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#define THREADS 256

struct at {
	unsigned x, y;
};
typedef struct {
	float x, y, z, w;
} float4;

static struct at blockIdx;
static _Thread_local struct at threadIdx;
static pthread_barrier_t all_threads;
static float exchanged[THREADS];
/* More than a block of the test needs; poison, since a GPU does not clear it. */
static float4 shared[4096];

#define __global__
#define __shared__ static
#define __restrict__ restrict
#define __launch_bounds__(n, blocks) static

static void __syncthreads(void)
{
	pthread_barrier_wait(&all_threads);
}

static float __int_as_float(uint32_t bits)
{
	union {
		uint32_t bits;
		float number;
	} x = { .bits = bits };

	return x.number;
}

static float __shfl_xor_sync(uint32_t mask, float x, unsigned far)
{
	float y;

	(void)mask;
	exchanged[threadIdx.x] = x;
	__syncthreads();
	y = exchanged[threadIdx.x ^ far];
	__syncthreads();
	return y;
}

#include KERNEL

static float *const *kernel_args;

static void *one_thread(void *number)
{
	threadIdx.x = (unsigned)(uintptr_t)number;
	(void)__int_as_float;
	(void)__shfl_xor_sync;
	tile(kernel_args[0], kernel_args[1], kernel_args[2]);
	return NULL;
}

static void one_block(void)
{
	pthread_t thread[THREADS];

	for (int i = 0; i < 4096; i++)
		shared[i] = (float4){ NAN, NAN, NAN, NAN };
	for (uintptr_t i = 0; i < THREADS; i++)
		pthread_create(&thread[i], NULL, one_thread, (void *)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
}

static void emulate(const int64_t grid[2], float *const *pointer)
{
	kernel_args = pointer;
	pthread_barrier_init(&all_threads, NULL, THREADS);
	for (blockIdx.y = 0; blockIdx.y < grid[1]; blockIdx.y++)
		for (blockIdx.x = 0; blockIdx.x < grid[0]; blockIdx.x++)
			one_block();
	pthread_barrier_destroy(&all_threads);
}

#endif
