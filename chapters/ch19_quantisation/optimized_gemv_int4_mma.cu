/* SPDX-License-Identifier: MIT
 *
 * Tensor cores add up: two weights become two bf16 in three instructions (E. Frantar
 * et al., MARLIN, arXiv:2408.11743), and one instruction multiplies 128 of them.  A
 * warp has 8 rows of W and 8 groups of columns at a time.  x is one row of the other
 * operand, which has 16: row g holds group g's elements and zeros else, so that the
 * product keeps the groups apart until each has met its scale.
 * ARCH: sm_90 sm_100
 */
#include "workload_gemv_int4.h"

#include "gemv_rows.h"

#define TILE_ROWS 8
#define GROUPS    8 /* of a warp at a time */

/* d += a b: 16x8 += 16x16 16x8; rows 8 to 15 of a are zeros. */
static __device__ void multiply(float (&d)[4], uint32_t a0, uint32_t a2, uint32_t b0,
				uint32_t b1)
{
	asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
	    "{%0, %1, %2, %3}, {%4, %5, %6, %5}, {%7, %8}, {%0, %1, %2, %3};"
	    : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
	    : "r"(a0), "r"(0), "r"(a2), "r"(b0), "r"(b1));
}

/* Weights i and i + 4 of a word: 128 + q in bf16, less 136. */
static __device__ uint32_t unpack(uint32_t q, int i)
{
	uint32_t pair = (q >> 4 * i & 0x000f000f) | 0x43004300;

	asm("sub.rn.bf16x2 %0, %0, %1;" : "+r"(pair) : "r"(0x43084308));
	return pair;
}

/* Elements 0 and 4, 1 and 5, 2 and 6, 3 and 7 of eight. */
static __device__ uint4 pair_up(uint4 x)
{
	return { __byte_perm(x.x, x.z, 0x5410), __byte_perm(x.x, x.z, 0x7632),
		 __byte_perm(x.y, x.w, 0x5410), __byte_perm(x.y, x.w, 0x7632) };
}

static __device__ void add_word(float (&d)[4], uint32_t q, uint4 x, bool is_mine)
{
	multiply(d, is_mine ? x.x : 0, is_mine ? x.y : 0, unpack(q, 0), unpack(q, 1));
	multiply(d, is_mine ? x.z : 0, is_mine ? x.w : 0, unpack(q, 2), unpack(q, 3));
}

struct matrix {
	const uint4 *w, *x;
	const uint16_t *scale;
	int rows, n, groups; /* n: vectors of a row of W */
};

/* Rows 2 t and 2 t + 1 of the tile, of the lane's group of those from `first` on. */
static __device__ float2 add_groups(const struct matrix &m, int tile, int first)
{
	int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4, group = first + g;
	int row = min(tile + g, m.rows - 1);
	const uint4 *w = m.w + (int64_t)row * m.n;
	float2 scale = { 0, 0 };
	float d[4][4] = {}; /* apart, as each product waits for the one before */
	uint4 q[GROUPS], x[4];

#pragma unroll
	for (int i = 0; i < GROUPS; i++) {
		int j = (first + i) * 4 + t;

		q[i] = j < m.n ? __ldcs(w + j) : uint4{};
	}
#pragma unroll
	for (int i = 0; i < 4; i++)
		x[i] = group * 4 + t < m.n ? pair_up(m.x[(group * 4 + t) * 4 + i])
					   : uint4{};
	if (group < m.groups) {
		const uint16_t *s = m.scale + group;
		int64_t above = min(tile + 2 * t, m.rows - 1);
		int64_t below = min(tile + 2 * t + 1, m.rows - 1);

		scale = { low(s[above * m.groups]), low(s[below * m.groups]) };
	}
#pragma unroll
	for (int i = 0; i < GROUPS; i++) {
		add_word(d[0], q[i].x, x[0], g == i);
		add_word(d[1], q[i].y, x[1], g == i);
		add_word(d[2], q[i].z, x[2], g == i);
		add_word(d[3], q[i].w, x[3], g == i);
	}
	return { ((d[0][0] + d[1][0]) + (d[2][0] + d[3][0])) * scale.x,
		 ((d[0][1] + d[1][1]) + (d[2][1] + d[3][1])) * scale.y };
}

static __global__ void __launch_bounds__(THREADS)
	gemv(float *restrict y, const struct matrix m)
{
	__shared__ float part[WARPS][TILE_ROWS];
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	int tile = (int)blockIdx.x * TILE_ROWS;
	float2 sum = { 0, 0 };

	for (int g = warp * GROUPS; g < m.groups; g += WARPS * GROUPS) {
		float2 s = add_groups(m, tile, g);

		sum = { sum.x + s.x, sum.y + s.y };
	}
	for (int half = 16; half >= 4; half /= 2) {
		sum.x += __shfl_xor_sync(~0u, sum.x, half);
		sum.y += __shfl_xor_sync(~0u, sum.y, half);
	}
	if (lane < 4) {
		part[warp][2 * lane] = sum.x;
		part[warp][2 * lane + 1] = sum.y;
	}
	__syncthreads();
	if (threadIdx.x < TILE_ROWS && tile + (int)threadIdx.x < m.rows) {
		float all = 0;

		for (int i = 0; i < WARPS; i++)
			all += part[i][threadIdx.x];
		y[tile + threadIdx.x] = all;
	}
}

static int run(const struct aisp_io *io, void *state)
{
	struct matrix m = { (const uint4 *)io->in[IN_WQ].data,
			    (const uint4 *)io->in[IN_X].data,
			    (const uint16_t *)io->in[IN_WS].data,
			    (int)io->param[ROWS],
			    (int)io->param[COLS] / 32,
			    (int)n_groups(io->param) };

	(void)state;
	gemv<<<(unsigned)aisp_ceil_div(m.rows, TILE_ROWS), THREADS, 0,
	       aisp_stream(io)>>>(aisp_out_f32(io, 0), m);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "weights in 4 bits, tensor cores add up",
	.run = run,
};
