/* SPDX-License-Identifier: MIT
 *
 * Sums of four rows of the batch by four of weights in registers: a weight is made fp32
 * once for four products, and the batch once and for all.  Every sum runs along k in
 * the same vectors whatever the batch has beside it.
 * FLAGS: -O3
 */
#include "workload_gemm_small.h"

#include "rows.h"
#include <aisp/clones.h>
#include <errno.h>

#define WIDTH 16  /* floats; the compiler cuts them into the vectors that there are */
#define ROWS  4   /* of the batch */
#define BAND  4   /* rows of weights, which are as many streams from memory */
#define AHEAD 512 /* weights: past the end of a page, where hardware stops fetching */

typedef float vec __attribute__((vector_size(4 * WIDTH), may_alias));
typedef uint32_t bits __attribute__((vector_size(4 * WIDTH)));
typedef uint16_t half __attribute__((vector_size(2 * WIDTH), may_alias, aligned(2)));

/* The batch in fp32, its rows padded with zeros; k is a multiple of 8. */
static void widen_rows(const struct aisp_io *io, float *to, int64_t pitch)
{
	const uint16_t *a = (const uint16_t *)io->in[0].data;
	int64_t k = io->param[K];

	for (int64_t i = 0; i < io->param[M]; i++, to += pitch) {
		widen(a + i * k, k, to);
		memset(to + k, 0, (size_t)(pitch - k) * sizeof(*to));
	}
}

static inline __attribute__((always_inline)) void
add_products(vec sum[ROWS][BAND], const float *const a[ROWS],
	     const uint16_t *const b[BAND], int64_t k, int64_t from)
{
	vec y[BAND];

#pragma GCC unroll 4
	for (int j = 0; j < BAND; j++) {
		y[j] = (vec)(__builtin_convertvector(*(const half *)(b[j] + from), bits)
			     << 16);
	}
#pragma GCC unroll 4
	for (int i = 0; i < ROWS; i++)
#pragma GCC unroll 4
		for (int j = 0; j < BAND; j++)
			sum[i][j] += *(const vec *)(a[i] + k) * y[j];
}

/* The last half of a vector, where k is no multiple of WIDTH. */
static inline __attribute__((always_inline)) void
add_rest(vec sum[ROWS][BAND], const float *const a[ROWS], const uint16_t *const b[BAND],
	 int64_t k)
{
	uint16_t rest[BAND][WIDTH] = { 0 };
	const uint16_t *padded[BAND];

	for (int j = 0; j < BAND; j++) {
		memcpy(rest[j], b[j] + k, WIDTH / 2 * sizeof(**rest));
		padded[j] = rest[j];
	}
	add_products(sum, a, padded, k, 0);
}

AISP_CLONES static void multiply(float to[ROWS][BAND], const float *const a[ROWS],
				 const uint16_t *const b[BAND], int64_t n_k)
{
	vec sum[ROWS][BAND] = { 0 };
	int64_t k = 0;

	for (; k + WIDTH <= n_k; k += WIDTH) {
		for (int j = 0; j < BAND; j++)
			__builtin_prefetch(b[j] + k + AHEAD);
		add_products(sum, a, b, k, k);
	}
	if (k < n_k)
		add_rest(sum, a, b, k);
	for (int i = 0; i < ROWS; i++)
		for (int j = 0; j < BAND; j++) {
			to[i][j] = 0;
			for (int l = 0; l < WIDTH; l++)
				to[i][j] += sum[i][j][l];
		}
}

/* Rows from i of the batch by BAND weights from j.  What is past the batch's end is
 * computed of its last row, and dropped. */
static void multiply_tile(const struct aisp_io *io, const float *batch, int64_t pitch,
			  int64_t i, int64_t j)
{
	int64_t m = io->param[M], n = io->param[N], k = io->param[K];
	uint16_t *c = (uint16_t *)io->out[0].data;
	const uint16_t *b[BAND];
	const float *a[ROWS];
	float sum[ROWS][BAND];

	for (int r = 0; r < ROWS; r++)
		a[r] = batch + (i + r < m ? i + r : m - 1) * pitch;
	for (int r = 0; r < BAND; r++)
		b[r] = (const uint16_t *)io->in[1].data + (j + r) * k;
	multiply(sum, a, b, k);
	for (int r = 0; r < ROWS && i + r < m; r++)
		for (int s = 0; s < BAND; s++)
			c[(i + r) * n + j + s] = bf16_from_float(sum[r][s]);
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t pitch = (io->param[K] + WIDTH - 1) / WIDTH * WIDTH;
	float *batch = (float *)io->workspace;

	(void)state;
	widen_rows(io, batch, pitch);
	for (int64_t j = 0; j < io->param[N]; j += BAND)
		for (int64_t i = 0; i < io->param[M]; i += ROWS)
			multiply_tile(io, batch, pitch, i, j);
	return 0;
}

static int setup(const struct aisp_io *io, void **state)
{
	size_t row = ((size_t)io->param[K] + WIDTH) * sizeof(float);

	(void)state;
	return io->workspace_bytes < (size_t)io->param[M] * row ? -ENOMEM : 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "tiles of 4 x 4 sums in registers, the batch widened once",
	.setup = setup,
	.run = run,
};
