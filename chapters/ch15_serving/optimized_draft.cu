/* SPDX-License-Identifier: MIT
 *
 * A table for each n with the position where each n-gram first ended: an entry is only
 * that position, which both identifies the n-gram and is the result.  All positions are
 * entered in parallel, and for equal n-grams the smallest stays.  If an n-gram first
 * ended before i, it occurred before i, although the table covers the text behind i,
 * too.
 */
#include "workload_draft.h"

#include "draft_gpu.h"

#define THREADS 128
#define EMPTY   UINT32_MAX

/* Tables of `places` each, a power of two; that of LEAST-grams is the first. */
struct tables {
	uint32_t *first;
	uint32_t places;
};

static __device__ uint32_t hash_on(uint32_t hash, int token)
{
	return (hash ^ (uint32_t)token) * 0x9e3779b1u;
}

static __device__ uint32_t mixed(uint32_t x)
{
	x = (x ^ x >> 15) * 0x85ebca6bu;
	return x ^ x >> 13;
}

static __device__ bool is_same(const struct drafts &d, int i, uint32_t e, int n)
{
	return common_tokens(d.text, i, (int)e, n) == n;
}

/* The n-gram that ends at i, whose hash is known. */
static __device__ void put_in(const struct drafts &d, const struct tables &t, int i,
			      int n, uint32_t hash)
{
	uint32_t *table = t.first + (int64_t)(n - LEAST) * t.places;

	for (uint32_t at = mixed(hash);; at++) {
		uint32_t *place = table + (at & (t.places - 1));
		uint32_t was = atomicCAS(place, EMPTY, (uint32_t)i);

		if (was == EMPTY)
			return;
		if (is_same(d, i, was, n)) {
			atomicMin(place, (uint32_t)i);
			return;
		}
	}
}

static __global__ void put_all(const struct drafts d, const struct tables t)
{
	int i = blockIdx.x * THREADS + threadIdx.x;
	uint32_t hash = 0;

	if (i >= d.tokens)
		return;
	for (int n = 1; n <= d.ngram && n <= i + 1; n++) {
		hash = hash_on(hash, d.text[i - n + 1]);
		if (n >= LEAST)
			put_in(d, t, i, n, hash);
	}
}

/* Where the n-gram that ends at i first ended. */
static __device__ int first_end(const struct drafts &d, const struct tables &t, int i,
				int n, uint32_t hash)
{
	const uint32_t *table = t.first + (int64_t)(n - LEAST) * t.places;
	uint32_t at = mixed(hash);

	while (!is_same(d, i, table[at & (t.places - 1)], n))
		at++;
	return (int)table[at & (t.places - 1)];
}

/* If an n-gram did not occur before, no longer one that ends there did. */
static __global__ void look_up(const struct drafts d, const struct tables t)
{
	int i = blockIdx.x * THREADS + threadIdx.x, longest = 0, end = 0;
	uint32_t hash = 0;

	if (i >= d.tokens)
		return;
	for (int n = 1; n <= d.ngram && n <= i + 1; n++) {
		int e;

		hash = hash_on(hash, d.text[i - n + 1]);
		if (n < LEAST)
			continue;
		e = first_end(d, t, i, n, hash);
		if (e == i)
			break;
		longest = n;
		end = e;
	}
	put_draft(d, i, longest, end);
}

static int run(const struct aisp_io *io, void *state)
{
	struct drafts d = drafts_of(io);
	struct tables t = { (uint32_t *)io->workspace, 1 };
	unsigned blocks = (unsigned)aisp_ceil_div(d.tokens, THREADS);

	(void)state;
	while (t.places < 2 * (uint32_t)d.tokens)
		t.places *= 2;
	AISP_TRY(cudaMemsetAsync(t.first, 0xff,
				 (size_t)(d.ngram - LEAST + 1) * t.places *
					 sizeof(*t.first),
				 aisp_stream(io)));
	put_all<<<blocks, THREADS, 0, aisp_stream(io)>>>(d, t);
	look_up<<<blocks, THREADS, 0, aisp_stream(io)>>>(d, t);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a hash table of positions for each n-gram length",
	.run = run,
};
