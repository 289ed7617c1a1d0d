/* SPDX-License-Identifier: MIT
 *
 * The mask says which logits are read at all, and those are read once: each lane keeps
 * the largest so far and the sum relative to it (M. Milakov and N. Gimelshein,
 * arXiv:1805.02867).  Warps have parts of the vocabulary, and then parts of that
 * one in which the draw falls.
 *
 * SUMMARY: a byte of the mask before eight logits, one pass
 * LAUNCH: guided<<<rows, 512>>>(tokens, logits, state, mask, u, vocab, temperature)
 */
#include "workload_guided.h"

#include "block_scan.h"
#include "guided_gpu.h"

#define WARPS 16
#define AHEAD 4 /* vectors of a lane that are under way */

/* Weights are relative to the largest logit so far. */
struct tally {
	float largest, sum;
};

/* Vectors [first, end) of a row. */
struct share {
	int64_t first, end;
};

/* A warp's part of a block's share. */
static __device__ share part_of(const share &s, int warp)
{
	int64_t chunks = (s.end - s.first + 31) / 32;

	return { s.first + chunks * warp / WARPS * 32,
		 min(s.first + chunks * (warp + 1) / WARPS * 32, s.end) };
}

static __device__ void add(tally &t, const tally &more, float scale)
{
	float largest = fmaxf(t.largest, more.largest);

	if (largest == -INFINITY)
		return;
	t.sum = t.sum * power_of_two((t.largest - largest) * scale) +
		more.sum * power_of_two((more.largest - largest) * scale);
	t.largest = largest;
}

/* A lane's vectors from i on, every 32nd. */
static __device__ void add_vectors(tally &t, const guided_row &r, int64_t i,
				   int64_t end)
{
	uint32_t allowed[AHEAD];
	uint4 v[AHEAD];

#pragma unroll
	for (int k = 0; k < AHEAD; k++)
		allowed[k] = i + 32 * k < end ? r.mask[i + 32 * k] : 0;
#pragma unroll
	for (int k = 0; k < AHEAD; k++)
		v[k] = allowed[k] ? load_vector(r, i + 32 * k) : make_uint4(0, 0, 0, 0);
#pragma unroll
	for (int k = 0; k < AHEAD; k++) {
		float x[VECTOR];
		tally more;

		if (!allowed[k])
			continue;
		widen(x, v[k], allowed[k]);
		more.largest = largest_of(x);
		more.sum = weigh(x, more.largest, r.scale);
		add(t, more, r.scale);
	}
}

/* The tally of a warp's share, in all lanes. */
static __device__ tally tally_of(const guided_row &r, const share &s)
{
	tally t = { -INFINITY, 0 };

	for (int64_t i = s.first + threadIdx.x % 32; i < s.end; i += 32 * AHEAD)
		add_vectors(t, r, i, s.end);
#pragma unroll
	for (int half = 16; half > 0; half /= 2)
		add(t,
		    { __shfl_xor_sync(~0u, t.largest, half),
		      __shfl_xor_sync(~0u, t.sum, half) },
		    r.scale);
	return t;
}

/* A warp finds the token of its share at which the sum, from `sum` on, exceeds `most`,
 * else the last that has a weight. */
static __device__ int search(const guided_row &r, const share &s, float largest,
			     float sum, float most)
{
	int lane = threadIdx.x % 32, token = -1;

	for (int64_t first = s.first; first < s.end; first += 32) {
		int64_t i = first + lane;
		uint32_t allowed = i < s.end ? r.mask[i] : 0;
		float x[VECTOR], own, up_to;
		unsigned found;
		int at;

		if (!__any_sync(~0u, allowed))
			continue;
		widen(x, allowed ? load_vector(r, i) : make_uint4(0, 0, 0, 0), allowed);
		own = weigh(x, largest, r.scale);
		up_to = lanes_up_to(own);
		at = pick(x, sum + (up_to - own), most);
		found = __ballot_sync(~0u, at >= 0 && sum + up_to > most);
		token = at < 0 ? token : (int)i * VECTOR + at;
		if (found)
			return __shfl_sync(~0u, token, __ffs(found) - 1);
		sum += __shfl_sync(~0u, up_to, 31);
	}
	return __reduce_max_sync(~0u, token);
}

/* Shares the warps' tallies of the same share. */
static __device__ void tell(tally *all, const tally &own)
{
	__syncthreads(); /* all have read the tallies from before */
	if (threadIdx.x % 32 == 0)
		all[threadIdx.x / 32] = own;
	__syncthreads();
}

/* Returns the part in which sums, from *before on, exceed `most`; *before becomes the
 * sum before the part. */
static __device__ int choose(const tally *all, float largest, float scale, float most,
			     float *before)
{
	float sum = *before;
	int chosen = 0;

	for (int w = 0; w < WARPS && sum <= most; w++) {
		float part =
			all[w].sum * power_of_two((all[w].largest - largest) * scale);

		if (!(part > 0))
			continue;
		chosen = w;
		*before = sum;
		sum += part;
	}
	return chosen;
}

__global__ void __launch_bounds__(32 * WARPS, 2)
	guided(int *tokens, const uint16_t *logits, const int *state,
	       const uint8_t *mask, const float *u, int64_t vocab, int temperature)
{
	__shared__ tally all[WARPS];
	guided_row r = guided_row_of(logits, state, mask, vocab, temperature);
	share s = { 0, r.n_vectors };
	int warp = threadIdx.x / 32, token;
	tally total = { -INFINITY, 0 };
	float before = 0, most;

	tell(all, tally_of(r, part_of(s, warp)));
	for (int w = 0; w < WARPS; w++)
		add(total, all[w], r.scale);
	most = u[blockIdx.x] * total.sum;
	s = part_of(s, choose(all, total.largest, r.scale, most, &before));
	tell(all, tally_of(r, part_of(s, warp)));
	s = part_of(s, choose(all, total.largest, r.scale, most, &before));
	if (warp)
		return;
	token = search(r, s, total.largest, before, most);
	if (threadIdx.x == 0)
		tokens[blockIdx.x] = token;
}
