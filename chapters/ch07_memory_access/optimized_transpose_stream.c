/* SPDX-License-Identifier: MIT
 *
 * Tiles that turn in registers, four by four, and leave as whole lines through
 * non-temporal stores: a quarter of the loads and stores of scalars, and
 * nothing is read only to be overwritten, where the lengths allow that.  Walking a
 * panel of 32 rows keeps few pages open on the reading side.
 * AFTER: transpose_tiled
 */
#include <stdbool.h>

#include "stream.h"
#include "workload_transpose.h"

#define LINE 16 /* floats of a cache line */
/* Rows; 16 and 64 were slower at 4096 x 2048 on EPYC Zen 5, gcc 12. */
#define PANEL (2 * LINE)
/* Where lines do not fit, those of b that two panels share cost more than pages of a.
 */
#define TALL_PANEL (16 * LINE)
#define AHEAD      (4 * LINE) /* columns */

typedef int int4 __attribute__((vector_size(16)));

struct panel {
	const float *a;
	float *b;
	int64_t rows, cols;
};

/* out[4 j] = column j of the 4x4 block at a. */
static inline void turn(const float *a, int64_t cols, float4 *out)
{
	float4 r0 = *(const float4_loose *)a, r1 = *(const float4_loose *)(a + cols);
	float4 r2 = *(const float4_loose *)(a + 2 * cols);
	float4 r3 = *(const float4_loose *)(a + 3 * cols);
	float4 lo01 = __builtin_shuffle(r0, r1, (int4){ 0, 4, 1, 5 });
	float4 hi01 = __builtin_shuffle(r0, r1, (int4){ 2, 6, 3, 7 });
	float4 lo23 = __builtin_shuffle(r2, r3, (int4){ 0, 4, 1, 5 });
	float4 hi23 = __builtin_shuffle(r2, r3, (int4){ 2, 6, 3, 7 });

	out[0] = __builtin_shuffle(lo01, lo23, (int4){ 0, 1, 4, 5 });
	out[4] = __builtin_shuffle(lo01, lo23, (int4){ 2, 3, 6, 7 });
	out[8] = __builtin_shuffle(hi01, hi23, (int4){ 0, 1, 4, 5 });
	out[12] = __builtin_shuffle(hi01, hi23, (int4){ 2, 3, 6, 7 });
}

/* Lines of b start at multiples of a line only if its rows do. */
static inline void put(float *at, float4 v, bool is_aligned)
{
	if (is_aligned)
		stream4(at, v);
	else
		*(float4_loose *)at = v;
}

/* Rows [i, i + LINE) of four columns from j on: four lines' worth of b. */
static inline void turn_lines(const struct panel *p, int64_t i, int64_t j,
			      bool is_aligned)
{
	float4 out[16];

	for (int k = 0; k < 4; k++)
		turn(p->a + (i + 4 * k) * p->cols + j, p->cols, out + k);
	for (int c = 0; c < 4; c++)
		for (int k = 0; k < 4; k++)
			put(p->b + (j + c) * p->rows + i + 4 * k, out[4 * c + k],
			    is_aligned);
}

static inline void turn_tile(const struct panel *p, int64_t i, int64_t j,
			     bool is_aligned)
{
	for (int k = 0; k < LINE; k++)
		__builtin_prefetch(p->a + (i + k) * p->cols + j + AHEAD);
	for (int k = 0; k < LINE && !is_aligned; k++)
		__builtin_prefetch(p->b + (j + LINE + k) * p->rows + i, 1);
	for (int c = 0; c < LINE; c += 4)
		turn_lines(p, i, j + c, is_aligned);
}

/* What no whole tile covers. */
static void turn_rest(const struct panel *p, int64_t i0, int64_t i1, int64_t j0,
		      int64_t j1)
{
	for (int64_t j = j0; j < j1; j++)
		for (int64_t i = i0; i < i1; i++)
			p->b[j * p->rows + i] = p->a[i * p->cols + j];
}

static inline void turn_tiles(const struct panel *p, int64_t rows, int64_t cols,
			      int64_t panel, bool is_aligned)
{
	for (int64_t i0 = 0; i0 < rows; i0 += panel)
		for (int64_t j = 0; j < cols; j += LINE)
			for (int64_t i = i0; i < i0 + panel && i < rows; i += LINE)
				turn_tile(p, i, j, is_aligned);
}

static int run(const struct aisp_io *io, void *state)
{
	struct panel p = { aisp_in_f32(io, 0), aisp_out_f32(io, 0), io->param[ROWS],
			   io->param[COLS] };
	int64_t rows = p.rows / LINE * LINE, cols = p.cols / LINE * LINE;

	(void)state;
	if (rows == p.rows)
		turn_tiles(&p, rows, cols, PANEL, true);
	else
		turn_tiles(&p, rows, cols, TALL_PANEL, false);
	turn_rest(&p, 0, rows, cols, p.cols);
	turn_rest(&p, rows, p.rows, 0, p.cols);
	stream_end();
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "4x4 turns in registers; non-temporal stores of whole lines",
	.run = run,
};
