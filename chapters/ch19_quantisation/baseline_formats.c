/* SPDX-License-Identifier: MIT
 *
 * A table of all numbers of the format, in which each element's nearest is searched.
 */
#include "workload_formats.h"

#include "formats_bits.h"

/* Numbers of a format that are not negative, in the order of their codes. */
struct table {
	int n;
	float value[128];
};

static void fill_table(struct table *t, const struct format *f)
{
	t->n = 0;
	for (uint32_t code = 0; code < 128; code++) {
		float value = code_value(code, f->fraction, f->least_exp);

		if (value > f->most)
			break;
		t->value[t->n++] = value;
	}
}

/* A binary search for the nearest number; of two equally near ones, the even code. */
static int search(const struct table *t, float a)
{
	int low = 0, high = t->n - 1;

	while (high - low > 1) {
		int middle = (low + high) / 2;

		if (t->value[middle] <= a)
			low = middle;
		else
			high = middle;
	}
	if (a - t->value[low] == t->value[high] - a)
		return low % 2 ? high : low;
	return a - t->value[low] < t->value[high] - a ? low : high;
}

static void convert(const struct aisp_io *io, const struct table *t, int64_t b)
{
	struct format f = format_of(io->param);
	struct block block = block_at(first_block(io), &f, b);
	uint8_t code[MOST_BLOCK] = { 0 };
	float scale = scale_of(&f, max_of(block.x, f.block), block.scale);
	float inverse = inverse_of(scale);

	for (int i = 0; i < f.block; i++) {
		float x = aisp_float_of_bits((uint32_t)block.x[i] << 16);
		int k = search(t, fabsf(x * inverse)), sign = block.x[i] >> 15;

		block.y[i] = (sign ? -t->value[k] : t->value[k]) * scale;
		code[i] = signed_code(f.code, (uint32_t)k, (uint32_t)sign);
	}
	pack(code, f.block, aisp_type_bits(f.code), block.code);
}

static int run(const struct aisp_io *io, void *state)
{
	struct format f = format_of(io->param);
	struct table t = { 0 };

	(void)state;
	fill_table(&t, &f);
	for (int64_t b = 0; b < io->param[ROWS] * io->param[BLOCKS]; b++)
		convert(io, &t, b);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_NAIVE,
	.summary = "binary search for the nearest number of a table",
	.run = run,
};
