/* SPDX-License-Identifier: MIT
 *
 * book_occupancy.h - each block copies the book to its shared memory and unpacks
 * its share.  Shared by both variants, which choose THREADS, how many use one copy.
 */
#include <aisp/cuda.h>

static __global__ void unpack(float *restrict y, const float *restrict book,
			      const int32_t *restrict code, int entries, int64_t n)
{
	extern __shared__ float copy[];
	int64_t stride = (int64_t)gridDim.x * THREADS;

	for (int e = threadIdx.x; e < entries; e += THREADS)
		copy[e] = book[e];
	__syncthreads();
	for (int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x; i < n;
	     i += stride)
		y[i] = copy[code[i]];
}

/* As many blocks as the GPU holds at once. */
static int setup(const struct aisp_io *io, void **state)
{
	int bytes = (int)(io->param[ENTRIES] * sizeof(float)), per_sm;

	AISP_TRY(cudaFuncSetAttribute(
		unpack, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
	AISP_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, unpack, THREADS,
							       bytes));
	*state = (void *)((intptr_t)per_sm * aisp_gpu(cudaDevAttrMultiProcessorCount));
	return 0;
}

static int run(const struct aisp_io *io, void *state)
{
	size_t entries = (size_t)io->param[ENTRIES];

	unpack<<<(unsigned)(intptr_t)state, THREADS, entries * sizeof(float),
		 aisp_stream(io)>>>(aisp_out_f32(io, 0), aisp_in_f32(io, 0),
				    (const int32_t *)io->in[1].data, (int)entries,
				    io->param[N]);
	return aisp_launched();
}
