/* SPDX-License-Identifier: MIT
 *
 * Tensor cores add up: two weights become two bf16 in three instructions (E. Frantar
 * et al., MARLIN, arXiv:2408.11743), and one instruction multiplies 256 of them.  A
 * warp has 16 rows of W and 8 groups of columns at a time.  x is one column of the
 * other operand, which has 8: column g holds group g's elements and zeros else, so that
 * the product keeps the groups apart until each has met its scale.
 * ARCH: sm_90 sm_100 sm_120
 */
#include "workload_gemv_int4.h"

#include "gemv_rows.h"
#include "int4_mma.h"

#define GROUPS 8 /* of a warp at a time */

/* Eight weights of each of two rows. */
static __device__ void add_word(float (&d)[4], uint32_t above, uint32_t below, uint4 x,
				bool is_mine)
{
	multiply(d, unpack(above, 0), unpack(below, 0), unpack(above, 1),
		 unpack(below, 1), is_mine ? x.x : 0, is_mine ? x.y : 0);
	multiply(d, unpack(above, 2), unpack(below, 2), unpack(above, 3),
		 unpack(below, 3), is_mine ? x.z : 0, is_mine ? x.w : 0);
}

struct matrix {
	const uint4 *w, *x;
	const uint16_t *scale;
	int rows, n, groups; /* n: vectors of a row of W */
};

static __device__ void load_weights(uint4 (&q)[GROUPS], const struct matrix &m, int row,
				    int j)
{
	const uint4 *w = m.w + (int64_t)min(row, m.rows - 1) * m.n;

#pragma unroll
	for (int i = 0; i < GROUPS; i++)
		q[i] = j + 4 * i < m.n ? __ldcs(w + j + 4 * i) : uint4{};
}

/* The scales of groups g and g + 1 of a row; 0 behind the end. */
static __device__ float2 load_scales(const struct matrix &m, int row, int g)
{
	const uint16_t *s = m.scale + (int64_t)min(row, m.rows - 1) * m.groups;

	return { g < m.groups ? low(s[g]) : 0, g + 1 < m.groups ? low(s[g + 1]) : 0 };
}

/* The lane's part of rows `row` and `row` + 8, of GROUPS groups from `first` on. */
static __device__ float2 add_groups(const struct matrix &m, int row, int first)
{
	int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4, j = (first + g) * 4 + t;
	float2 above, below;
	float d[4][4] = {}; /* apart, as each product waits for the one before */
	uint4 p[GROUPS], q[GROUPS], x[4];

	load_weights(p, m, row, first * 4 + t);
	load_weights(q, m, row + 8, first * 4 + t);
#pragma unroll
	for (int i = 0; i < 4; i++)
		x[i] = j < m.n ? pair_up(m.x[j * 4 + i]) : uint4{};
	above = load_scales(m, row, first + 2 * t);
	below = load_scales(m, row + 8, first + 2 * t);
#pragma unroll
	for (int i = 0; i < GROUPS; i++) {
		add_word(d[0], p[i].x, q[i].x, x[0], g == i);
		add_word(d[1], p[i].y, q[i].y, x[1], g == i);
		add_word(d[2], p[i].z, q[i].z, x[2], g == i);
		add_word(d[3], p[i].w, q[i].w, x[3], g == i);
	}
#pragma unroll
	for (int i = 0; i < 4; i++)
		d[0][i] = (d[0][i] + d[1][i]) + (d[2][i] + d[3][i]);
	return { d[0][0] * above.x + d[0][1] * above.y,
		 d[0][2] * below.x + d[0][3] * below.y };
}

static __global__ void __launch_bounds__(THREADS)
	gemv(float *restrict y, const struct matrix m)
{
	__shared__ float part[WARPS][TILE_ROWS];
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	int tile = (int)blockIdx.x * TILE_ROWS;
	float2 sum = { 0, 0 };

	for (int g = warp * GROUPS; g < m.groups; g += WARPS * GROUPS) {
		float2 s = add_groups(m, tile + lane / 4, g);

		sum = { sum.x + s.x, sum.y + s.y };
	}
	store_tile(y, part, sum, tile, m.rows);
}

static int run(const struct aisp_io *io, void *state)
{
	struct matrix m = { (const uint4 *)io->in[IN_WQ].data,
			    (const uint4 *)io->in[IN_X].data,
			    (const uint16_t *)io->in[IN_WS].data,
			    (int)io->param[ROWS],
			    (int)io->param[COLS] / 32,
			    (int)n_groups(io->param[COLS]) };

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
