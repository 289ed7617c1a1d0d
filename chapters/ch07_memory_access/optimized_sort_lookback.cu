/* SPDX-License-Identifier: MIT
 *
 * A pass reads its keys once (A. Adinets and D. Merrill, Onesweep: A Faster Least
 * Significant Digit Radix Sort for GPUs, 2022): digits of all passes are counted
 * beforehand, and a tile learns from what those before it have said how many keys of
 * each digit they have.  Tiles are taken in order, so that those before are always
 * under way.
 * WORKSPACE: 4 * (round_up(n, 64) + 256 * (6 + n / 6144)) + 64
 */
#include "workload_sort.h"

#include "radix_gpu.h"

/* What a tile says of a digit: a state in the upper bits, and a number of keys. */
#define ITS_OWN (1u << 30)
#define ALL     (2u << 30) /* of all tiles up to it */
#define NUMBER  (ITS_OWN - 1)

static_assert(TILE == 6144, "what WORKSPACE counts");

struct sweep {
	const int32_t *from;
	int32_t *to;
	int64_t n;
	int pass;
	const int *totals; /* of digits, of this pass */
	unsigned *taken;   /* tiles that began */
	unsigned *said;    /* [tile][digit]; begins as 0, as the others do */
};

static __global__ void __launch_bounds__(BLOCK)
	count_digits_of_all(const int32_t *from, int64_t n, int *totals)
{
	__shared__ int count[N_PASSES * N_DIGITS];

	for (int d = threadIdx.x; d < N_PASSES * N_DIGITS; d += BLOCK)
		count[d] = 0;
	__syncthreads();
#pragma unroll 8
	for (int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x; i < n;
	     i += (int64_t)gridDim.x * BLOCK) {
		int32_t key = from[i];

#pragma unroll
		for (int pass = 0; pass < N_PASSES; pass++)
			atomicAdd(count + pass * N_DIGITS + digit_of(key, pass), 1);
	}
	__syncthreads();
	for (int d = threadIdx.x; d < N_PASSES * N_DIGITS; d += BLOCK)
		atomicAdd(totals + d, count[d]);
}

static __device__ void say(unsigned *at, unsigned x)
{
	asm volatile("st.relaxed.gpu.u32 [%0], %1;" ::"l"(at), "r"(x) : "memory");
}

static __device__ unsigned hear(const unsigned *at)
{
	unsigned x;

	do
		asm volatile("ld.relaxed.gpu.u32 %0, [%1];"
			     : "=r"(x)
			     : "l"(at)
			     : "memory");
	while (x < ITS_OWN);
	return x;
}

/* A thread counts the keys of its digit in the tiles before t, which has `own`. */
static __device__ int look_back(unsigned *said, unsigned t, int own)
{
	unsigned *mine = said + (int64_t)t * N_DIGITS + threadIdx.x;
	unsigned before = 0, x = 0;

	say(mine, (t ? ITS_OWN : ALL) | (unsigned)own);
	for (unsigned i = 1; i <= t && x < ALL; i++) {
		x = hear(mine - (int64_t)i * N_DIGITS);
		before += x & NUMBER;
	}
	say(mine, ALL | (before + (unsigned)own));
	return (int)before;
}

static __global__ void __launch_bounds__(BLOCK)
	move_tiles(const __grid_constant__ struct sweep p)
{
	__shared__ struct sorter s;
	__shared__ unsigned taken;
	bool is_digit = threadIdx.x < N_DIGITS;
	int begin, all, own;
	int64_t first;
	struct keys k;

	if (threadIdx.x == 0)
		taken = atomicAdd(p.taken, 1);
	__syncthreads();
	first = (int64_t)taken * TILE;
	load_keys(&k, p.from, first, p.n);
	own = place_keys(&s, &k, p.pass);
	begin = scan_digits(is_digit ? p.totals[threadIdx.x] : 0, &all);
	if (is_digit)
		s.to[threadIdx.x] = begin + look_back(p.said, taken, own);
	/* Its barrier is in store_in_order(). */
	store_in_order(&s, &k, p.to, (int)min((int64_t)TILE, p.n - first), p.pass);
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[N], n_tiles = aisp_ceil_div(n, TILE);
	int *totals = behind_keys(io);
	struct sweep p = { NULL, NULL, n };
	cudaStream_t stream = aisp_stream(io);

	p.taken = (unsigned *)totals + N_PASSES * N_DIGITS;
	p.said = p.taken + 16;
	AISP_TRY(cudaMemsetAsync(totals, 0, N_PASSES * N_DIGITS * sizeof(*totals),
				 stream));
	count_digits_of_all<<<(unsigned)(intptr_t)state, BLOCK, 0, stream>>>(
		(const int32_t *)io->in[0].data, n, totals);
	for (p.pass = 0; p.pass < N_PASSES; p.pass++) {
		struct move m = move_of(io, p.pass);

		p.from = m.from;
		p.to = m.to;
		p.totals = totals + p.pass * N_DIGITS;
		AISP_TRY(cudaMemsetAsync(
			p.taken, 0, (16 + (size_t)n_tiles * N_DIGITS) * sizeof(*p.said),
			stream));
		move_tiles<<<(unsigned)n_tiles, BLOCK, 0, stream>>>(p);
	}
	return aisp_launched();
}

/* Blocks that count: as many as the GPU holds. */
static int setup(const struct aisp_io *io, void **state)
{
	int per_sm;
	intptr_t n_blocks;

	AISP_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
		&per_sm, count_digits_of_all, BLOCK, 0));
	n_blocks = (intptr_t)per_sm * aisp_gpu(cudaDevAttrMultiProcessorCount);
	*state = (void *)min(n_blocks, (intptr_t)aisp_ceil_div(io->param[N], BLOCK));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "radix sort with decoupled look-back, one read per pass",
	.setup = setup,
	.run = run,
};
