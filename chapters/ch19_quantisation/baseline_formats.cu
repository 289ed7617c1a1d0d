/* SPDX-License-Identifier: MIT
 *
 * Each thread converts a block, by the loop of the CPU's variant: neighbours in a warp
 * read and write a block apart, an element at a time.
 */
#include "workload_formats.h"

#include "formats_bits.h"
#include <aisp/cuda.h>

#define THREADS 256

static __global__ void convert(struct block first, struct format f, int64_t n)
{
	int64_t b = (int64_t)blockIdx.x * THREADS + threadIdx.x;

	if (b < n)
		convert_block(&f, block_at(first, &f, b));
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[ROWS] * io->param[BLOCKS];

	(void)state;
	convert<<<(unsigned)aisp_ceil_div(n, THREADS), THREADS, 0, aisp_stream(io)>>>(
		first_block(io), format_of(io->param), n);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_NAIVE,
	.summary = "a block per thread, an element at a time",
	.run = run,
};
