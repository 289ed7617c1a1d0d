/* SPDX-License-Identifier: MIT
 *
 * What stands between a decoder of pictures and a network: of each picture, three bytes
 * a pixel, a square is cut out, perhaps mirrored, resized by bilinear interpolation
 * with centres of pixels on each other, normalised by each colour's mean and deviation,
 * and stored a colour after the other in bf16.  Column o of `out` lies at
 *
 *     ((2 o + 1) crop - out) / (2 out)
 *
 * of the square's columns, and so do rows; beyond the first or last pixel its value
 * holds.  Nothing is rounded before the end.
 */
#include <aisp/bf16.h>
#include <aisp/bf16_cpu.h>
#include <aisp/workload.h>

enum { IMAGES, HEIGHT, WIDTH, CROP, OUT, THREADS };
enum { IMAGE, TOP, LEFT, IS_MIRRORED }; /* inputs */

#define COLOURS 3

/* The usual mean and deviation of pictures of the ImageNet data set. */
static const float mean_of[COLOURS] = { 0.485f * 255, 0.456f * 255, 0.406f * 255 };
static const float deviation_of[COLOURS] = { 0.229f * 255, 0.224f * 255, 0.225f * 255 };

/* Between which two pixels a row or column of the result lies, and how near the second.
 */
struct tap {
	int32_t at, next;
	float share;
};

static inline struct tap tap_of(const int64_t *p, int64_t o)
{
	int64_t crop = p[CROP], out = p[OUT], place = (2 * o + 1) * crop - out;
	int64_t at = place > 0 ? place / (2 * out) : 0;

	return (struct tap){ (int32_t)at, (int32_t)(at + 1 < crop ? at + 1 : at),
			     place > 0 ? (float)(place % (2 * out)) / (float)(2 * out)
				       : 0 };
}

/* What a thread needs for itself: a line of pixels in fp32, and a tap a column. */
static inline int64_t room_bytes(const int64_t *p)
{
	int64_t line = (COLOURS * p[CROP] + 1) * (int64_t)sizeof(float);

	return (line + p[OUT] * (int64_t)sizeof(struct tap) + 63) / 64 * 64;
}

/* The least number of pixels of a square's side on which the result depends. */
static inline double pixels_needed(const int64_t *p)
{
	return (double)(p[CROP] < 2 * p[OUT] ? p[CROP] : p[OUT]);
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = p[IMAGES];
	double n_out = (double)(n * COLOURS * p[OUT] * p[OUT]);

	aisp_add_in(pr, (struct aisp_spec){ "image",
					    AISP_U8,
					    4,
					    { n, p[HEIGHT], p[WIDTH], COLOURS },
					    AISP_FILL_BYTES });
	aisp_add_in(pr, (struct aisp_spec){ "top",
					    AISP_I32,
					    1,
					    { n },
					    AISP_FILL_INDEX,
					    p[HEIGHT] - p[CROP] + 1 });
	aisp_add_in(pr, (struct aisp_spec){ "left",
					    AISP_I32,
					    1,
					    { n },
					    AISP_FILL_INDEX,
					    p[WIDTH] - p[CROP] + 1 });
	aisp_add_in(pr,
		    (struct aisp_spec){
			    "is_mirrored", AISP_I32, 1, { n }, AISP_FILL_INDEX, 2 });
	aisp_add_out(pr, (struct aisp_spec){
				 "x", AISP_BF16, 4, { n, COLOURS, p[OUT], p[OUT] } });
	pr->flops = 6 * n_out;
	pr->bytes = (double)n * COLOURS * pixels_needed(p) * pixels_needed(p) +
		    2 * n_out + 12.0 * (double)n;
	pr->compute = AISP_F32;
	pr->is_cold = 1;
	pr->n_threads = (int)p[THREADS];
	pr->workspace_bytes =
		(size_t)(p[THREADS] * room_bytes(p) +
			 COLOURS * (p[CROP] * p[CROP] + 4 * p[OUT] * p[OUT]));
	pr->error_c = AISP_BF16_ONCE;
	if (p[CROP] > p[HEIGHT] || p[CROP] > p[WIDTH])
		pr->invalid = "crop is at most height and width";
}

/* Errors of fp32 are relative to the largest byte and the mean, over the deviation. */
static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int64_t *p = io->param;
	int64_t out = p[OUT];

	(void)o;
	for (int64_t e = 0; e < n; e++) {
		int64_t col = (first + e) % out, row = (first + e) / out % out;
		int64_t c = (first + e) / (out * out) % COLOURS;
		int64_t i = (first + e) / (out * out * COLOURS);
		int64_t is_mirrored = ((const int32_t *)io->in[IS_MIRRORED].data)[i];
		struct tap y = tap_of(p, row),
			   x = tap_of(p, is_mirrored ? out - 1 - col : col);
		const uint8_t *from =
			(const uint8_t *)io->in[IMAGE].data +
			((i * p[HEIGHT] + ((const int32_t *)io->in[TOP].data)[i]) *
				 p[WIDTH] +
			 ((const int32_t *)io->in[LEFT].data)[i]) *
				COLOURS +
			c;
		double v[2], sum;

		for (int k = 0; k < 2; k++) {
			const uint8_t *line =
				from + (k ? y.next : y.at) * p[WIDTH] * COLOURS;
			double a = line[x.at * COLOURS], b = line[x.next * COLOURS];

			v[k] = a + (b - a) * (double)x.share;
		}
		sum = v[0] + (v[1] - v[0]) * (double)y.share;
		ref[e] = (sum - (double)mean_of[c]) / (double)deviation_of[c];
		mag[e] = fabs(ref[e]) + aisp_bf16_share(8) *
						(255 + (double)mean_of[c]) /
						(double)deviation_of[c];
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "pictures cut, mirrored, resized and normalised, to bf16",
	.n_params = 6,
	.params = { [IMAGES] = { "images", 3, 32, 256, "pictures" },
		    [HEIGHT] = { "height", 41, 512, 512, "pixels" },
		    [WIDTH] = { "width", 53, 512, 512, "pixels" },
		    [CROP] = { "crop", 37, 384, 384, "pixels of a square's side" },
		    [OUT] = { "out", 19, 224, 224, "pixels of a result's side" },
		    [THREADS] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.reference = reference,
};
