/* SPDX-License-Identifier: MIT
 *
 * gather_rows.h - the lookups of a thread, one after the other.  Shared by both
 * variants, which choose READ_ONLY, what the kernel promises about its inputs.
 */
#include <aisp/cuda.h>

#define THREADS 256
#define LOOKUPS 4 /* of each thread */

/* Columns are T: a row's threads stand side by side, so that they read whole lines. */
template <typename T>
static __global__ void gather(T *READ_ONLY out, const T *READ_ONLY table,
			      const int32_t *READ_ONLY index, int64_t cols, int64_t n)
{
	int64_t first = (int64_t)blockIdx.x * blockDim.y * LOOKUPS + threadIdx.y;
	int64_t end = first + (int64_t)blockDim.y * LOOKUPS;

	for (int64_t j = threadIdx.x; j < cols; j += blockDim.x)
		if (end <= n)
#pragma unroll
			for (int k = 0; k < LOOKUPS; k++) {
				int64_t i = first + k * blockDim.y;

				out[i * cols + j] = table[index[i] * cols + j];
			}
		else
#pragma unroll 1
			for (int64_t i = first; i < n; i += blockDim.y)
				out[i * cols + j] = table[index[i] * cols + j];
}

template <typename T> static int launch(const struct aisp_io *io, int64_t cols)
{
	int64_t n = io->param[N];
	unsigned x = 1;

	while (x < cols && x < 32)
		x *= 2;
	gather<T><<<aisp_ceil_div(n, THREADS / x * LOOKUPS), dim3(x, THREADS / x), 0,
		    aisp_stream(io)>>>((T *)io->out[0].data, (const T *)io->in[0].data,
				       (const int32_t *)io->in[1].data, cols, n);
	return aisp_launched();
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t cols = io->param[COLS];

	(void)state;
	/* Rows start at multiples of 16 bytes, or they are copied by the element. */
	return cols % 4 ? launch<float>(io, cols) : launch<float4>(io, cols / 4);
}
