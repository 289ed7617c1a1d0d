/* SPDX-License-Identifier: MIT
 *
 * gemm_small_tile.h - tiles of ROWS x BAND sums in registers; each is a vector along k.
 * For each level of the instruction set (aisp/each_level.h).
 */
#define WIDTH AISP_LANES
#define GROUP (2 * WIDTH) /* of k: what a vector of weights has, two to a word */
#define ROWS  4           /* of the batch */
/* Rows of weights, which are as many streams from memory: 32 registers or 16. */
#define BAND  (WIDTH == 16 ? 4 : 2)
#define vec   AISP_AT(vec)
#define words AISP_AT(words)

typedef float vec __attribute__((vector_size(4 * WIDTH), may_alias));
typedef uint32_t words __attribute__((vector_size(4 * WIDTH), may_alias, aligned(2)));

/*
 * The batch in fp32, of each group the even elements first, then the odd ones: so a
 * vector of weights becomes two by a shift and a mask.  Rows are padded with zeros.
 */
static void AISP_AT(widen_rows)(const struct aisp_io *io, float *to, int64_t pitch)
{
	const uint16_t *a = (const uint16_t *)io->in[0].data;
	int64_t n_k = io->param[K];

	for (int64_t i = 0; i < io->param[M]; i++, a += n_k, to += pitch)
		for (int64_t k = 0; k < pitch; k++) {
			int64_t at = k / GROUP * GROUP + k % GROUP / 2 + k % 2 * WIDTH;

			to[at] = k < n_k ? bf16_to_float(a[k]) : 0;
		}
}

static inline __attribute__((always_inline)) void
AISP_AT(add_products)(vec sum[ROWS][BAND], const float *const a[ROWS],
		      const uint16_t *const b[BAND], int64_t k, int64_t from)
{
	words w[BAND];

#pragma GCC unroll 4
	for (int j = 0; j < BAND; j++)
		w[j] = *(const words *)(b[j] + from);
#pragma GCC unroll 2
	for (int odd = 0; odd < 2; odd++) {
		vec y[BAND];

#pragma GCC unroll 4
		for (int j = 0; j < BAND; j++)
			y[j] = odd ? (vec)(w[j] & 0xffff0000) : (vec)(w[j] << 16);
#pragma GCC unroll 4
		for (int i = 0; i < ROWS; i++)
#pragma GCC unroll 4
			for (int j = 0; j < BAND; j++)
				sum[i][j] +=
					*(const vec *)(a[i] + k + odd * WIDTH) * y[j];
	}
}

/* The n weights of a row that make no group. */
static inline __attribute__((always_inline)) void
AISP_AT(add_rest)(vec sum[ROWS][BAND], const float *const a[ROWS],
		  const uint16_t *const b[BAND], int64_t k, int64_t n)
{
	uint16_t rest[BAND][GROUP] = { 0 };
	const uint16_t *padded[BAND];

	for (int j = 0; j < BAND; j++) {
		memcpy(rest[j], b[j] + k, (size_t)n * sizeof(**rest));
		padded[j] = rest[j];
	}
	AISP_AT(add_products)(sum, a, padded, k, 0);
}

/* Adds the products of elements [k, end) to the sums in `to`. */
static void AISP_AT(multiply)(vec to[ROWS][BAND], const float *const a[ROWS],
			      const uint16_t *const b[BAND], int64_t k, int64_t end)
{
	vec sum[ROWS][BAND];

	memcpy(sum, to, sizeof(sum));
	for (; k + GROUP <= end; k += GROUP) {
		for (int j = 0; j < BAND; j++)
			__builtin_prefetch(b[j] + k + AHEAD);
		AISP_AT(add_products)(sum, a, b, k, k);
	}
	if (k < end)
		AISP_AT(add_rest)(sum, a, b, k, end - k);
	memcpy(to, sum, sizeof(sum));
}

/* Rows of the batch by BAND rows of weights.  What is past the batch's end is computed
 * of its last row, and dropped. */
static void AISP_AT(multiply_band)(vec sum[MOST_ROWS / ROWS][ROWS][BAND],
				   const struct batch *x, const uint16_t *const b[BAND],
				   int64_t n_k)
{
	for (int64_t k = 0; k < n_k; k += SLAB)
		for (int64_t i = 0; i < x->m; i += ROWS) {
			int64_t end = k + SLAB < n_k ? k + SLAB : n_k;
			const float *a[ROWS];

			for (int r = 0; r < ROWS; r++)
				a[r] = x->rows +
				       (i + r < x->m ? i + r : x->m - 1) * x->pitch;
			AISP_AT(multiply)(sum[i / ROWS], a, b, k, end);
		}
}

static float AISP_AT(total)(const vec *sum)
{
	float t = 0;

	for (int l = 0; l < WIDTH; l++)
		t += (*sum)[l];
	return t;
}

static void AISP_AT(product)(const struct aisp_io *io)
{
	int64_t n = io->param[N], k = io->param[K];
	struct batch x = { (float *)io->workspace, (k + GROUP - 1) / GROUP * GROUP,
			   io->param[M] };
	const uint16_t *w = (const uint16_t *)io->in[1].data;
	uint16_t *c = (uint16_t *)io->out[0].data;

	AISP_AT(widen_rows)(io, (float *)io->workspace, x.pitch);
	for (int64_t j = 0; j < n; j += BAND, w += BAND * k) {
		const uint16_t *b[BAND];
		vec sum[MOST_ROWS / ROWS][ROWS][BAND] = { 0 };

		for (int s = 0; s < BAND; s++)
			b[s] = w + s * k;
		AISP_AT(multiply_band)(sum, &x, b, k);
		for (int64_t i = 0; i < x.m; i++)
			for (int s = 0; s < BAND; s++)
				c[i * n + j + s] = bf16_from_float(
					AISP_AT(total)(&sum[i / ROWS][i % ROWS][s]));
	}
}
