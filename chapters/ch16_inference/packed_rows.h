/* SPDX-License-Identifier: MIT
 *
 * packed_rows.h - eight rows at once on vectors of 256 bits, included once for each set
 * of instructions: TARGET is its attribute, NAME(x) its names, DOT(sum, u, s) adds four
 * products of unsigned and signed bytes to each of eight integers.  Integer r belongs
 * to row r from the first to the last, so that nothing is added up across a vector.
 */

/* Numbers at `at` of x for all rows. */
TARGET static inline __m256i NAME(four)(const struct operands *o, int64_t at)
{
	int32_t word;

	memcpy(&word, o->xq + at, sizeof(word));
	return _mm256_set1_epi32(word);
}

TARGET static inline __m256 NAME(halves)(const uint8_t *at)
{
	return _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)at));
}

TARGET static inline __m256 NAME(eight)(const int *x)
{
	return _mm256_cvtepi32_ps(_mm256_loadu_si256((const __m256i *)x));
}

/* Sums of a group of signed bytes: |w| times x with the sign of w. */
TARGET static inline __m256i NAME(dot_bytes)(const struct operands *o, const uint8_t *w,
					     int64_t at)
{
	__m256i sum = _mm256_setzero_si256();

#pragma GCC unroll 8
	for (int i = 0; i < GROUP / 4; i++) {
		__m256i q = _mm256_loadu_si256((const __m256i *)(w + 32 * i));
		__m256i x = _mm256_sign_epi8(NAME(four)(o, at + 4 * i), q);

		sum = DOT(sum, _mm256_abs_epi8(q), x);
	}
	return sum;
}

/* Sums of n numbers of x at `low`, and of those at `high`, with the lower and the upper
 * halves of bytes. */
TARGET static inline void NAME(dot_halves)(const struct operands *o, const uint8_t *w,
					   int64_t low, int64_t high, int n,
					   __m256i *sum_low, __m256i *sum_high)
{
	const __m256i mask = _mm256_set1_epi8(15);

#pragma GCC unroll 8
	for (int i = 0; i < n / 4; i++) {
		__m256i q = _mm256_loadu_si256((const __m256i *)(w + 32 * i));
		__m256i up = _mm256_and_si256(_mm256_srli_epi16(q, 4), mask);

		*sum_low = DOT(*sum_low, _mm256_and_si256(q, mask),
			       NAME(four)(o, low + 4 * i));
		*sum_high = DOT(*sum_high, up, NAME(four)(o, high + 4 * i));
	}
}

TARGET static __m256 NAME(block_q8_0)(const struct operands *o, const uint8_t *w,
				      int64_t at, __m256 y)
{
	__m256 scale = NAME(halves)(w) * _mm256_set1_ps(o->xs[at / GROUP]);
	__m256i sum = NAME(dot_bytes)(o, w + 2 * TOGETHER, at);

	return y + scale * _mm256_cvtepi32_ps(sum);
}

TARGET static __m256 NAME(block_q4_1)(const struct operands *o, const uint8_t *w,
				      int64_t at, __m256 y)
{
	__m256 scale = NAME(halves)(w) * _mm256_set1_ps(o->xs[at / GROUP]);
	__m256 least = NAME(halves)(w + 2 * TOGETHER);
	__m256i sum = _mm256_setzero_si256();
	__m256i high = sum;

	NAME(dot_halves)(o, w + 4 * TOGETHER, at, at + 16, 16, &sum, &high);
	sum = _mm256_add_epi32(sum, high);
	return y + scale * _mm256_cvtepi32_ps(sum) +
	       least * _mm256_set1_ps(o->sums[at / GROUP]);
}

/* The scales and minima of group j of eight rows are in the rows' order. */
TARGET static inline __m256 NAME(add_group)(const uint8_t *w, int j, __m256i sum,
					    const struct operands *o, int64_t at,
					    __m256 y)
{
	int scale[TOGETHER], least[TOGETHER];

	for (int r = 0; r < TOGETHER; r++) {
		scale[r] = scale_of(w + 4 * TOGETHER + r, j, TOGETHER);
		least[r] = least_of(w + 4 * TOGETHER + r, j, TOGETHER);
	}
	y += NAME(halves)(w) * _mm256_set1_ps(o->xs[at / GROUP]) * NAME(eight)(scale) *
	     _mm256_cvtepi32_ps(sum);
	return y - NAME(halves)(w + 2 * TOGETHER) * NAME(eight)(least) *
			   _mm256_set1_ps(o->sums[at / GROUP]);
}

TARGET static __m256 NAME(block_q4_k)(const struct operands *o, const uint8_t *w,
				      int64_t at, __m256 y)
{
	const uint8_t *q = w + 16 * TOGETHER;

	for (int j = 0; j < 8; j += 2, q += 32 * TOGETHER, at += 2 * GROUP) {
		__m256i low = _mm256_setzero_si256();
		__m256i high = low;

		NAME(dot_halves)(o, q, at, at + GROUP, GROUP, &low, &high);
		y = NAME(add_group)(w, j, low, o, at, y);
		y = NAME(add_group)(w, j + 1, high, o, at + GROUP, y);
	}
	return y;
}

/* Eight rows, whose packed blocks begin at w. */
TARGET static void NAME(rows)(const struct operands *o, const uint8_t *w, float *y)
{
	struct format is = format_of(o->format);
	__m256 sum = _mm256_setzero_ps();

	for (int64_t at = 0; at < o->n; at += is.weights, w += TOGETHER * is.bytes)
		if (o->format == Q8_0)
			sum = NAME(block_q8_0)(o, w, at, sum);
		else if (o->format == Q4_1)
			sum = NAME(block_q4_1)(o, w, at, sum);
		else
			sum = NAME(block_q4_k)(o, w, at, sum);
	_mm256_storeu_ps(y, sum);
}
#undef TARGET
#undef NAME
#undef DOT
