/* SPDX-License-Identifier: MIT
 *
 * resident_gpu.h - four neighbours a thread.  How the streams and the table are read
 * and written is the access's, which the variant gives.
 */
#ifndef RESIDENT_GPU_H
#define RESIDENT_GPU_H

#include <aisp/cuda.h>

#define THREADS 256

struct resident {
	float *y;
	const float *x, *table;
	const int32_t *index;
	int64_t n;
};

template <class Access> __global__ void add_four(const struct resident r)
{
	int64_t i = ((int64_t)blockIdx.x * THREADS + threadIdx.x) * 4;
	const Access how;

	if (i + 4 <= r.n) {
		int4 at = how.once((const int4 *)(r.index + i));
		float4 x = how.once((const float4 *)(r.x + i));

		x.x += how.again(r.table + at.x);
		x.y += how.again(r.table + at.y);
		x.z += how.again(r.table + at.z);
		x.w += how.again(r.table + at.w);
		how.store((float4 *)(r.y + i), x);
		return;
	}
	for (; i < r.n; i++)
		r.y[i] = r.x[i] + r.table[r.index[i]];
}

template <class Access> static int run_with(const struct aisp_io *io)
{
	struct resident r = { aisp_out_f32(io, 0), aisp_in_f32(io, IN_X),
			      aisp_in_f32(io, IN_TABLE),
			      (const int32_t *)io->in[IN_INDEX].data, io->param[N] };

	add_four<Access><<<(unsigned)aisp_ceil_div(r.n, THREADS * 4), THREADS, 0,
			   aisp_stream(io)>>>(r);
	return aisp_launched();
}

#endif
