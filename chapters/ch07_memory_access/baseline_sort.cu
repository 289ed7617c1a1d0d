/* SPDX-License-Identifier: MIT
 *
 * Bitonic sort (K. Batcher 1968), a launch for each of its rounds of comparisons, n / 2
 * of them: what to compare does not depend on the keys.  All put the smaller key first,
 * so that keys behind the end, larger than all, would stay there: they need not exist.
 */
#include "workload_sort.h"
#include <aisp/cuda.h>

#define THREADS_1 256

/* Keys 2^bit apart; in a group's first round the second half is read backwards. */
static __global__ void exchange(int *key, int64_t n, int bit, bool is_first)
{
	int64_t pair = (int64_t)blockIdx.x * THREADS_1 + threadIdx.x;
	int64_t half = INT64_C(1) << bit, at = pair & (half - 1);
	int64_t group = pair >> bit << (bit + 1);
	int64_t low = group + at,
		high = group + (is_first ? 2 * half - 1 - at : half + at);
	int a, b;

	if (high >= n)
		return;
	a = key[low];
	b = key[high];
	if (a > b) {
		key[low] = b;
		key[high] = a;
	}
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[N];
	int *key = (int *)io->out[0].data;
	int bits = 0;
	unsigned n_blocks;

	(void)state;
	while (INT64_C(1) << bits < n)
		bits++;
	n_blocks = (unsigned)aisp_ceil_div((INT64_C(1) << bits) / 2, THREADS_1);
	AISP_TRY(cudaMemcpyAsync(key, io->in[0].data, (size_t)n * sizeof(*key),
				 cudaMemcpyDeviceToDevice, aisp_stream(io)));
	for (int first = 0; first < bits; first++)
		for (int bit = first; bit >= 0; bit--)
			exchange<<<n_blocks, THREADS_1, 0, aisp_stream(io)>>>(
				key, n, bit, bit == first);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_NAIVE,
	.summary = "bitonic sort, a launch for each round",
	.run = run,
};
