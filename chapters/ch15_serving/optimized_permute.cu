/* SPDX-License-Identifier: MIT
 *
 * A block per multiprocessor orders the rows of its first tokens into its shared
 * memory; while they come, it counts all ids, by which it finds its places without
 * waiting for other blocks.  The bulk-copy engine then writes each row to its k places.
 * ARCH: sm_90 sm_100 sm_120
 *
 * SUMMARY: rows come while each block counts; one read, k bulk copies
 * LAUNCH: give<<<min(tokens, gpu.sms), 1024, gpu.shared_bytes - 1536>>>(start, row,
 *         back, y, ids, x, tokens, k, experts, min(32, 4096 / experts), width,
 *         gpu.shared_bytes - 1536)
 */
#include "workload_permute.h"

#include "permute_places.h"
#include "permute_rows.h"

__global__ void __launch_bounds__(THREADS)
	give(int64_t *start, int *row, int *back, uint16_t *restrict y,
	     const int *restrict ids, const uint16_t *restrict x, int tokens, int k,
	     int experts, int waves, int64_t width, int room)
{
	extern __shared__ __align__(128) unsigned char memory[];
	__shared__ int place[MOST_PLACES];
	__shared__ uint64_t full[MOST_SLOTS];
	int *n = (int *)memory, *first = n + (waves + 1) * experts;
	int run = (tokens - 1) / ((int)gridDim.x * waves) + 1;
	struct order o = { tokens, k, experts, waves, run, n, first, place };
	struct courier c = courier_of(o, memory, full, width, room);
	int4 v[BATCH];

	load_ids(v, ids, tokens * k, (int)threadIdx.x);
	if (threadIdx.x % 32 == 0)
		fetch_first(c, x, (int)threadIdx.x / 32);
	for (int i = (int)threadIdx.x; i < (waves + 1) * experts; i += THREADS)
		n[i] = 0;
	__syncthreads();
	count_all(o, v, ids);
	__syncthreads();
	add_up(o);
	__syncthreads();
	find_first(o, start);
	__syncthreads();
	take_places(o, row, back, ids, c.n_tokens * k);
	__syncthreads();
	if (width % VECTOR != 0)
		copy_rows(c, y, back, x);
	else if (threadIdx.x == 0)
		send_rows(c, y, back, x);
}
