/* SPDX-License-Identifier: MIT
 *
 * layer_pipeline.h - the three stages on a CPU: rows of x into the workspace, the layer
 * within it, rows of y out of it.
 */
#ifndef LAYER_PIPELINE_H
#define LAYER_PIPELINE_H

#include <aisp/clones.h>
#include <string.h>

#define TILE_ROWS 4
#define TILE_COLS 32

/* Copies of x, and behind them y, in the workspace. */
static inline float *staged_x(const struct aisp_io *io, int64_t row)
{
	return (float *)io->workspace + row * DIM;
}

static inline float *staged_y(const struct aisp_io *io, int64_t row)
{
	return (float *)io->workspace + (io->param[ROWS] + row) * DIM;
}

static inline void copy_in(const struct aisp_io *io, int64_t i, int64_t n)
{
	memcpy(staged_x(io, i), aisp_in_f32(io, 0) + i * DIM,
	       (size_t)(n * DIM) * sizeof(float));
}

static inline void copy_out(const struct aisp_io *io, int64_t i, int64_t n)
{
	memcpy(aisp_out_f32(io, 0) + i * DIM, staged_y(io, i),
	       (size_t)(n * DIM) * sizeof(float));
}

/* y[0..n) of TILE_COLS columns, n at most TILE_ROWS: behind the last row that again. */
AISP_CLONES static void layer_tile(const float *x, const float *w, float *y, int64_t n)
{
	float sum[TILE_ROWS][TILE_COLS] = { { 0 } };
	const float *row[TILE_ROWS];

	for (int64_t r = 0; r < TILE_ROWS; r++)
		row[r] = x + (r < n ? r : n - 1) * DIM;
	for (int k = 0; k < DIM; k++)
		for (int r = 0; r < TILE_ROWS; r++)
			for (int j = 0; j < TILE_COLS; j++)
				sum[r][j] += row[r][k] * w[k * DIM + j];
	for (int64_t r = 0; r < n; r++)
		for (int j = 0; j < TILE_COLS; j++)
			y[r * DIM + j] = sum[r][j];
}

/* A column's strip of w stays in a cache while the rows go by. */
static inline void layer(const struct aisp_io *io, int64_t i, int64_t n)
{
	for (int64_t j = 0; j < DIM; j += TILE_COLS)
		for (int64_t r = 0; r < n; r += TILE_ROWS)
			layer_tile(staged_x(io, i + r), aisp_in_f32(io, 1) + j,
				   staged_y(io, i + r) + j,
				   n - r < TILE_ROWS ? n - r : TILE_ROWS);
}

#endif
