/* SPDX-License-Identifier: MIT
 *
 * What goes into the tiles of attention_tile.h and comes out of them; it includes this
 * once for each instruction set.
 */
#if VEC_BYTES == 64
#define LOW 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#elif VEC_BYTES == 32
#define LOW 0, 8, 1, 9, 2, 10, 3, 11
#else
#define LOW 0, 4, 1, 5
#endif

INLINE void TILE(copy)(float *to, const float *from, int64_t n)
{
	int64_t i = 0;

	for (; i + VEC <= n; i += VEC)
		*(vec *)(to + i) = *(const vecu *)(from + i);
	for (; i < n; i++)
		to[i] = from[i];
}

/*
 * VEC numbers of VEC keys, transposed and scaled, to rows of COLS.  Zipping the first
 * half of the rows with the second, log2(VEC) times, exchanges the two indices.
 */
INLINE void TILE(transpose)(float *to, const float *k, int64_t dim, float scale)
{
	const ivec low = { LOW }, high = low + VEC / 2;
	vec x[VEC], y[VEC];

#pragma GCC unroll 16
	for (int r = 0; r < VEC; r++)
		x[r] = *(const vecu *)(k + r * dim);
#pragma GCC unroll 4
	for (int half = VEC / 2; half; half /= 2) {
#pragma GCC unroll 8
		for (int r = 0; r < VEC / 2; r++) {
			y[2 * r] = __builtin_shuffle(x[r], x[r + VEC / 2], low);
			y[2 * r + 1] = __builtin_shuffle(x[r], x[r + VEC / 2], high);
		}
#pragma GCC unroll 16
		for (int r = 0; r < VEC; r++)
			x[r] = y[r];
	}
#pragma GCC unroll 16
	for (int r = 0; r < VEC; r++)
		*(vec *)(to + r * COLS) = x[r] * scale;
}

/* Panels of COLS keys, transposed, scaled, padded with zeros. */
static void TILE(pack_keys)(const struct block *x, const float *k, float scale)
{
	for (int64_t j = 0; j < (x->n + COLS - 1) / COLS * COLS; j += VEC) {
		float *to = x->k + j / COLS * COLS * x->dim + j % COLS;
		const float *rows = k + j * x->dim;
		int64_t c = 0;

		if (j + VEC <= x->n)
			for (; c + VEC <= x->dim; c += VEC)
				TILE(transpose)(to + c * COLS, rows + c, x->dim, scale);
		for (; c < x->dim; c++)
			for (int64_t r = 0; r < VEC; r++)
				to[c * COLS + r] =
					j + r < x->n ? rows[r * x->dim + c] * scale : 0;
	}
}

/* Panels of COLS numbers of all values; setup() wrote the zeros that pad them. */
static void TILE(pack_values)(const struct block *x, const float *v)
{
	for (int64_t c = 0; c < x->dim; c += COLS) {
		int64_t n = min(COLS, x->dim - c);

		for (int64_t j = 0; j < x->n; j++) {
			float *to = x->v + c * KEYS + j * COLS;

			TILE(copy)(to, v + j * x->dim + c, n);
		}
	}
}

/* The tile's queries, rows of Q_STRIDE: a constant, which addresses can hold. */
INLINE void TILE(queries)(int rows, const struct block *x, const float *q, float *to)
{
	for (int r = 0; r < rows; r++)
		TILE(copy)(to + r * Q_STRIDE, q + r * x->dim, x->dim);
}

static void TILE(finish)(const struct block *x, float *o)
{
	for (int64_t i = 0; i < x->seq; i++, o += x->dim) {
		const float *acc = x->acc + i * x->dim_padded;
		float scale = 1 / TOTAL(((const vec *)x->sum)[i]);
		int64_t c = 0;

		for (; c + VEC <= x->dim; c += VEC)
			*(vecu *)(o + c) = *(const vec *)(acc + c) * scale;
		for (; c < x->dim; c++)
			o[c] = acc[c] * scale;
	}
}

#undef LOW
