/* SPDX-License-Identifier: MIT
 *
 * An ordinary store first reads the line that it is going to overwrite: a third
 * trip to memory.  When the matrices outgrow the last-level cache, streaming
 * stores leave it out.  The sums run in vectors, four at a time, so that waiting
 * for an addition hides behind the others.
 * FLAGS: -O3
 */
#include "workload_normalise.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#define WIDTH 16 /* floats in a cache line */
#define SUMS  4

#if defined(__x86_64__)
#include <immintrin.h>
#define FOR_EACH_CPU __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define FOR_EACH_CPU
#endif

/* The compiler cuts it into what the machine has. */
typedef float vec __attribute__((vector_size(4 * WIDTH), may_alias, aligned(4)));

struct stream {
	bool is_past_cache; /* the data outgrow the last-level cache */
};

FOR_EACH_CPU static float sum_squares(const float *x, int64_t n)
{
	vec sum[SUMS] = { 0 };
	float total = 0;
	int64_t j = 0;

	for (; j + SUMS * WIDTH <= n; j += SUMS * WIDTH)
		for (int s = 0; s < SUMS; s++) {
			vec v = *(const vec *)(x + j + s * WIDTH);

			sum[s] += v * v;
		}
	for (; j < n; j++)
		total += x[j] * x[j];
	for (int s = 0; s < SUMS; s++)
		for (int i = 0; i < WIDTH; i++)
			total += sum[s][i];
	return total;
}

FOR_EACH_CPU static void scale_row(const float *x, const float *restrict g, int64_t n,
				   float scale, float *restrict y)
{
	for (int64_t j = 0; j < n; j++)
		y[j] = x[j] * scale * g[j];
}

/* The same past the caches, fetching the next row meanwhile; y is aligned to 16. */
static void stream_row(const float *x, const float *g, int64_t n, float scale, float *y)
{
	int64_t j = 0;

#if defined(__x86_64__)
	for (; j + WIDTH <= n; j += WIDTH) {
		_mm_prefetch((const char *)(x + n + j), _MM_HINT_T0);
		for (int i = 0; i < WIDTH; i += 4)
			_mm_stream_ps(y + j + i, _mm_loadu_ps(x + j + i) * scale *
							 _mm_loadu_ps(g + j + i));
	}
#endif
	for (; j < n; j++)
		y[j] = x[j] * scale * g[j];
}

static int run(const struct aisp_io *io, void *state)
{
	const struct stream *s = state;
	int64_t rows = io->param[NORM_ROWS], cols = io->param[NORM_COLS];
	const float *g = aisp_in_f32(io, 1);

	for (int64_t i = 0; i < rows; i++) {
		const float *x = aisp_in_f32(io, 0) + i * cols;
		float *y = aisp_out_f32(io, 0) + i * cols;
		float scale = 1 / sqrtf(sum_squares(x, cols) / (float)cols + NORM_EPS);

		if (s->is_past_cache && (uintptr_t)y % 16 == 0)
			stream_row(x, g, cols, scale, y);
		else
			scale_row(x, g, cols, scale, y);
	}
#if defined(__x86_64__)
	_mm_sfence(); /* streaming stores are visible to others before run() returns */
#endif
	return 0;
}

static int setup(const struct aisp_io *io, void **state)
{
	struct stream *s = calloc(1, sizeof(*s));
	long cache_bytes = sysconf(_SC_LEVEL3_CACHE_SIZE);

	if (!s)
		return -ENOMEM;
	s->is_past_cache =
		2 * aisp_elems(&io->in[0]) * (int64_t)sizeof(float) > cache_bytes;
	*state = s;
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "one pass, wide sums, streaming stores past the cache",
	.setup = setup,
	.run = run,
	.teardown = free,
};
