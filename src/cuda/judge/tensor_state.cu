/* SPDX-License-Identifier: MIT
 *
 * tensor_state.cu - how much poison a tensor still has, and digests of its contents.
 */
#include "device/fill_bits.h"
#include "launch.cuh"

static __device__ void add_block(uint64_t sum, uint64_t *total)
{
	for (int d = 16; d; d /= 2)
		sum += __shfl_xor_sync(~0u, sum, d);
	if (threadIdx.x % 32 == 0 && sum)
		atomicAdd((unsigned long long *)total, sum);
}

/* Looks at n lines, from a multiple of 8 bytes on. */
__global__ void left_kernel(const uint8_t *data, int64_t first, int64_t n, uint64_t key,
			    uint64_t *total)
{
	uint64_t sum = 0;

	for (int64_t i = first_elem(); i < n; i += elem_step()) {
		int64_t at = first + 64 * i;

		sum += *(const uint64_t *)(data + at) == aisp_random_at(key, at / 8);
	}
	add_block(sum, total);
}

__global__ void changed_kernel(const uint8_t *data, int64_t first, int64_t n,
			       uint64_t key, uint64_t *total)
{
	uint64_t sum = 0;

	for (int64_t i = first_elem(); i < n; i += elem_step()) {
		int64_t at = first + i;

		sum += data[at] !=
		       (uint8_t)(aisp_random_at(key, at / 8) >> 8 * (at % 8));
	}
	add_block(sum, total);
}

__global__ void digest_kernel(const uint64_t *data, int64_t n_words, int n_tail,
			      uint64_t key, uint64_t *total)
{
	uint64_t sum = 0;

	for (int64_t i = first_elem(); i < n_words; i += elem_step())
		sum += aisp_random_at(key ^ data[i], i);
	if (first_elem() < n_tail)
		sum += aisp_random_at(
			key ^ ((const uint8_t *)(data + n_words))[first_elem()],
			~(uint64_t)first_elem());
	add_block(sum, total);
}

static int clear(struct aisp_device_state *g, struct aisp_err *err)
{
	CUresult r;

	if (aisp_gpu_enter(g, err))
		return -1;
	r = cuMemsetD32Async(g->word, 0, 2, g->stream);
	return r ? aisp_gpu_failed(err, "look at GPU memory", r) : 0;
}

extern "C" int aisp_gpu_poison_left(struct aisp_device_state *g, uint64_t address,
				    size_t first_byte, size_t n_bytes, uint64_t key,
				    int64_t *n, struct aisp_err *err)
{
	int64_t n_lines = n_bytes < 8 ? 0 : ((int64_t)n_bytes - 8) / 64 + 1;

	if (clear(g, err))
		return -1;
	left_kernel<<<n_blocks(g, n_lines), BLOCK_THREADS, 0,
		      (cudaStream_t)g->stream>>>((const uint8_t *)address, first_byte,
						 n_lines, key, (uint64_t *)g->word);
	return launched("look for poison", err) || take_word(g, (uint64_t *)n, err) ? -1
										    : 0;
}

extern "C" int aisp_gpu_poison_changed(struct aisp_device_state *g, uint64_t address,
				       size_t first_byte, size_t n_bytes, uint64_t key,
				       int64_t *n, struct aisp_err *err)
{
	if (clear(g, err))
		return -1;
	changed_kernel<<<n_blocks(g, n_bytes), BLOCK_THREADS, 0,
			 (cudaStream_t)g->stream>>>((const uint8_t *)address,
						    first_byte, n_bytes, key,
						    (uint64_t *)g->word);
	return launched("look at canaries", err) || take_word(g, (uint64_t *)n, err)
		       ? -1
		       : 0;
}

extern "C" int aisp_gpu_digest(struct aisp_device_state *g, uint64_t address,
			       size_t n_bytes, uint64_t key, uint64_t *sum,
			       struct aisp_err *err)
{
	if (clear(g, err))
		return -1;
	digest_kernel<<<n_blocks(g, n_bytes / 8), BLOCK_THREADS, 0,
			(cudaStream_t)g->stream>>>((const uint64_t *)address,
						   n_bytes / 8, n_bytes % 8, key,
						   (uint64_t *)g->word);
	return launched("fingerprint a tensor", err) || take_word(g, sum, err) ? -1 : 0;
}
