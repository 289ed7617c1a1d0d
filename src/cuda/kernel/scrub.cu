/* SPDX-License-Identifier: MIT
 *
 * scrub.cu - overwrite shared and local memory, so that a call cannot leave anything
 * there for the next one.
 *
 * A block that takes all of a multiprocessor's shared memory has the multiprocessor to
 * itself; if as many blocks wait for each other, they are on all of them.  The address
 * of local memory depends on the thread's place on the GPU and on its size, so threads
 * in every place write as much as the kernels have.
 */
#include <cuda_runtime.h>

#include "scrub.h"

#define THREADS   1024
#define POISON    0xa5a5a5a5u
#define MAX_LOCAL 32768

static __device__ void wait_for_all(unsigned *arrived)
{
	atomicAdd(arrived, 1);
	while (atomicAdd(arrived, 0) < gridDim.x)
		;
}

static __global__ void scrub_shared(unsigned n_words, unsigned *arrived)
{
	extern __shared__ unsigned words[];

	for (unsigned i = threadIdx.x; i < n_words; i += blockDim.x)
		((volatile unsigned *)words)[i] = POISON;
	__syncthreads();
	if (!threadIdx.x)
		wait_for_all(arrived);
}

/* Two blocks fill a multiprocessor; they wait, since one that ends frees its place. */
template <int BYTES>
__global__ void __launch_bounds__(THREADS, 2) scrub_local(unsigned *arrived)
{
	volatile unsigned words[BYTES / 4];

	for (int i = 0; i < BYTES / 4; i++)
		words[i] = POISON;
	__syncthreads();
	if (!threadIdx.x)
		wait_for_all(arrived);
}

static CUresult scrub_threads(cudaStream_t stream, int n_sms, int bytes,
			      unsigned *arrived)
{
	const int n = 2 * n_sms; /* blocks of 1024 threads: one in every place */

	if (bytes > MAX_LOCAL)
		return CUDA_ERROR_NOT_SUPPORTED;
	if (bytes > 4096)
		scrub_local<MAX_LOCAL><<<n, THREADS, 0, stream>>>(arrived);
	else if (bytes > 512)
		scrub_local<4096><<<n, THREADS, 0, stream>>>(arrived);
	else if (bytes)
		scrub_local<512><<<n, THREADS, 0, stream>>>(arrived);
	return cudaGetLastError() == cudaSuccess ? CUDA_SUCCESS
						 : CUDA_ERROR_LAUNCH_FAILED;
}

extern "C" CUresult aisp_scrub(CUstream stream, int local_bytes)
{
	static unsigned *arrived;
	static int n_sms, n_bytes;

	if (!arrived) {
		cudaDeviceGetAttribute(&n_sms, cudaDevAttrMultiProcessorCount, 0);
		cudaDeviceGetAttribute(&n_bytes,
				       cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
		if (cudaMalloc((void **)&arrived, sizeof(*arrived)) != cudaSuccess ||
		    cudaFuncSetAttribute(scrub_shared,
					 cudaFuncAttributeMaxDynamicSharedMemorySize,
					 n_bytes) != cudaSuccess)
			return CUDA_ERROR_OUT_OF_MEMORY;
	}
	if (cudaMemsetAsync(arrived, 0, sizeof(*arrived), stream) != cudaSuccess)
		return CUDA_ERROR_LAUNCH_FAILED;
	scrub_shared<<<n_sms, THREADS, n_bytes, stream>>>(n_bytes / 4, arrived);
	cudaMemsetAsync(arrived, 0, sizeof(*arrived), stream);
	return scrub_threads(stream, n_sms, local_bytes, arrived);
}
