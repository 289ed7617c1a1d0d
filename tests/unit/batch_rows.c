/* SPDX-License-Identifier: MIT
 *
 * A row of gemm_small's C has the same bits in batches of 1 and of 64, and in any
 * place. The judge sees one size at a time, so this test compares sizes.
 */
#include "../../chapters/ch10_tensor_cores/optimized_gemm_small_tiles.c"

#include "tap.h"

#define COLS  16
#define DEPTH 776 /* no multiple of a vector, and more than is multiplied at once */

static uint16_t a[MOST_ROWS * DEPTH], b[COLS * DEPTH], c[MOST_ROWS * COLS];
static _Alignas(64) float batch[MOST_ROWS * (DEPTH + MOST_GROUP)];

static void fill(uint16_t *x, int n, uint32_t seed)
{
	for (int i = 0; i < n; i++) {
		seed = seed * 1664525 + 1013904223;
		x[i] = bf16_from_float((float)(int32_t)seed * 0x1p-31f);
	}
}

/* Rows [first, first + m) of a. */
static void product(int first, int m, uint16_t *to)
{
	int64_t p[] = { m, COLS, DEPTH };
	struct aisp_tensor in[] = { { .data = a + first * DEPTH }, { .data = b } };
	struct aisp_tensor out = { .data = to };
	struct aisp_io io = { .in = in, .out = &out, .param = p, .workspace = batch };

	io.workspace_bytes = sizeof(batch);
	run(&io, NULL);
}

static int n_differ(int first, int m)
{
	static uint16_t some[MOST_ROWS * COLS];
	int n = 0;

	product(first, m, some);
	for (int i = 0; i < m * COLS; i++)
		n += some[i] != c[first * COLS + i];
	return n;
}

int main(void)
{
	int n = 0;

	fill(a, MOST_ROWS * DEPTH, 1);
	fill(b, COLS * DEPTH, 2);
	product(0, MOST_ROWS, c);
	for (int m = 1; m <= MOST_ROWS; m++)
		n += n_differ(0, m) + n_differ(MOST_ROWS - m, m);
	ok(c[0] != c[1] && n == 0, "equal bits in batches of 1 to 64");
	return done();
}
