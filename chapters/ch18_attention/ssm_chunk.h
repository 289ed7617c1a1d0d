/* SPDX-License-Identifier: MIT
 *
 * ssm_chunk.h - what steps of a chunk have to do with each other, before any state is
 * known: products c_t b_s, which all heads share, and what is left of a head's state
 * after each step.
 */
#ifndef SSM_CHUNK_H
#define SSM_CHUNK_H

#include "mma.h"
#include "ssm_gpu.h"

#define MEETERS 128 /* threads: a warp has 16 rows of a chunk */

/* Rows of STATE numbers from step t on; those beyond the last are zeros. */
static __device__ void fetch_rows(uint16_t *tile, const uint16_t *from, int64_t t,
				  int64_t seq)
{
	for (int v = threadIdx.x; v < CHUNK * STATE / 8; v += blockDim.x) {
		int r = v / (STATE / 8), piece = v % (STATE / 8);
		bool is_in = t + r < seq;

		copy_chunk(tile + chunk_at(r, piece, CHUNK),
			   from + (is_in ? (t + r) * STATE + piece * 8 : 0), is_in);
	}
}

/* A block a chunk. */
static __global__ void __launch_bounds__(MEETERS) meet_all(struct ssm m)
{
	__shared__ __align__(128) uint16_t b[CHUNK * STATE];
	int row = threadIdx.x / 32 * 16, lane = threadIdx.x % 32;
	int64_t first = (int64_t)blockIdx.x * CHUNK, n = m.seq - first - row;
	float *to = m.both + (first + row + lane / 4) * CHUNK + lane % 4 * 2;
	uint32_t c[STATE / 4];
	float s[CHUNK / 2];

	fetch_rows(b, m.b, first, m.seq);
	copies_commit();
	load_rows<STATE>(c, m.c + (first + row) * STATE, (int)min((int64_t)16, n));
	copies_wait<0>();
	__syncthreads();
	score<STATE, CHUNK / 2>(s, c, b);
#pragma unroll
	for (int i = 0; i < CHUNK / 2; i += 2)
		*(float2 *)(to + i % 4 / 2 * 8 * CHUNK + i / 4 * 8) = { s[i],
									s[i + 1] };
}

/* A warp for each head and chunk; a lane has two steps, and the sum of those before. */
static __global__ void __launch_bounds__(THREADS) find_left(struct ssm m)
{
	int64_t id = ((int64_t)blockIdx.x * THREADS + threadIdx.x) / 32;
	int64_t head = id / m.n_chunks, lane = threadIdx.x % 32;
	int64_t t = id % m.n_chunks * CHUNK + 2 * lane;
	const float *step = m.step + head * m.seq + t;
	float first, both, sum;

	if (head >= m.heads)
		return;
	first = t < m.seq ? step[0] * rate_of(head) : 0;
	both = first + (t + 1 < m.seq ? step[1] * rate_of(head) : 0);
	sum = both;
#pragma unroll
	for (int d = 1; d < 32; d *= 2) {
		float before = __shfl_up_sync(~0u, sum, d);

		sum += lane >= d ? before : 0;
	}
	first += sum - both;
	((float2 *)m.left)[id * 32 + lane] = { power_of_two(-first),
					       power_of_two(-sum) };
	((float2 *)m.inverse)[id * 32 + lane] = { power_of_two(first),
						  power_of_two(sum) };
}

static int start_chunks(const struct ssm &m, cudaStream_t stream)
{
	meet_all<<<(unsigned)m.n_chunks, MEETERS, 0, stream>>>(m);
	find_left<<<(unsigned)aisp_ceil_div(m.heads * m.n_chunks, THREADS / 32),
		    THREADS, 0, stream>>>(m);
	return aisp_launched();
}

#endif
