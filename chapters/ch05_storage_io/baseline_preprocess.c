/* SPDX-License-Identifier: MIT
 *
 * A function for each operation, as transforms of a data loader are put together, each
 * for a whole picture: cut and mirror, resize, normalise, turn.
 * FLAGS: -O3 -fno-math-errno
 */
#include <string.h>

#include "workload_preprocess.h"

#include "square_preprocess.h"

static void cut(const struct square *s, uint8_t *restrict y)
{
	int64_t crop = s->crop;

	for (int64_t i = 0; i < crop; i++, y += COLOURS * crop) {
		const uint8_t *x = s->image + i * s->stride;

		if (!s->is_mirrored)
			memcpy(y, x, (size_t)(COLOURS * crop));
		for (int64_t j = 0; j < crop && s->is_mirrored; j++)
			for (int c = 0; c < COLOURS; c++)
				y[j * COLOURS + c] = x[(crop - 1 - j) * COLOURS + c];
	}
}

/* Of a mirrored picture the columns are, too, where they were: they lie as far from
 * both ends. */
AISP_CLONES static void resize(const int64_t *p, const uint8_t *restrict x,
			       const struct tap *restrict tap, float *restrict y)
{
	int64_t out = p[OUT], stride = COLOURS * p[CROP];

	for (int64_t i = 0; i < out; i++) {
		struct tap v = tap_of(p, i);
		const uint8_t *a = x + v.at * stride, *b = x + v.next * stride;

		for (int64_t o = 0; o < out; o++, y += COLOURS)
			for (int c = 0; c < COLOURS; c++) {
				int64_t from = COLOURS * tap[o].at + c;
				int64_t to = COLOURS * tap[o].next + c;
				float high = (float)a[from] +
					     (float)(a[to] - a[from]) * tap[o].share;
				float low = (float)b[from] +
					    (float)(b[to] - b[from]) * tap[o].share;

				y[c] = high + (low - high) * v.share;
			}
	}
}

AISP_CLONES static void normalise(float *y, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		for (int c = 0; c < COLOURS; c++)
			y[i * COLOURS + c] =
				(y[i * COLOURS + c] - mean_of[c]) / deviation_of[c];
}

AISP_CLONES static void turn(const float *restrict y, int64_t n, uint16_t *restrict x)
{
	for (int c = 0; c < COLOURS; c++)
		for (int64_t i = 0; i < n; i++)
			x[c * n + i] = to_bf16(y[i * COLOURS + c]);
}

static int run(const struct aisp_io *io, void *state)
{
	const int64_t *p = io->param;
	struct room r = room_of(io, 0);
	float *y = (float *)((char *)io->workspace + p[THREADS] * room_bytes(p));
	uint8_t *part = (uint8_t *)(y + COLOURS * p[OUT] * p[OUT]);

	(void)state;
	for (int64_t o = 0; o < p[OUT]; o++)
		r.tap[o] = tap_of(p, o);
	for (int64_t i = 0; i < p[IMAGES]; i++) {
		struct square s = square_of(io, i);

		cut(&s, part);
		resize(p, part, r.tap, y);
		normalise(y, s.out * s.out);
		turn(y, s.out * s.out, s.x);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "four operations, each for a whole picture",
	.run = run,
};
