/* SPDX-License-Identifier: MIT
 *
 * poison.cu - random words, the same bits as src/device/fill.c.
 */
#include "device/fill_bits.h"
#include "launch.cuh"

__global__ void poison_kernel(uint64_t *data, int64_t n_words, int n_tail, uint64_t key)
{
	for (int64_t i = first_elem(); i < n_words; i += elem_step())
		data[i] = aisp_random_at(key, i);
	if (first_elem() < n_tail)
		((uint8_t *)(data + n_words))[first_elem()] =
			(uint8_t)(aisp_random_at(key, n_words) >> 8 * first_elem());
}

/* Write a part of such words, which may begin in the middle of one. */
__global__ void bytes_kernel(uint8_t *data, int64_t first, int64_t n, uint64_t key)
{
	for (int64_t i = first_elem(); i < n; i += elem_step()) {
		int64_t at = first + i;

		data[i] = (uint8_t)(aisp_random_at(key, at / 8) >> 8 * (at % 8));
	}
}

extern "C" int aisp_gpu_poison_part(struct aisp_device_state *g, uint64_t address,
				    size_t first_byte, size_t n_bytes, uint64_t key,
				    struct aisp_err *err)
{
	if (!first_byte)
		return aisp_gpu_poison(g, address, n_bytes, key, err);
	if (aisp_gpu_enter(g, err))
		return -1;
	bytes_kernel<<<n_blocks(g, n_bytes), BLOCK_THREADS, 0,
		       (cudaStream_t)g->stream>>>((uint8_t *)address, first_byte,
						  n_bytes, key);
	return launched("fill an input", err);
}

extern "C" int aisp_gpu_poison(struct aisp_device_state *g, uint64_t address,
			       size_t n_bytes, uint64_t key, struct aisp_err *err)
{
	if (aisp_gpu_enter(g, err))
		return -1;
	poison_kernel<<<n_blocks(g, n_bytes / 8), BLOCK_THREADS, 0,
			(cudaStream_t)g->stream>>>((uint64_t *)address, n_bytes / 8,
						   n_bytes % 8, key);
	return launched("poison an output", err);
}
