/* SPDX-License-Identifier: MIT
 *
 * lines_map.c - tensor maps of launch lines.
 */
#include <string.h>

#include "base/dtype.h"
#include "lines_parts.h"

#define MAX_STRIDE_BYTES (INT64_C(1) << 40)

/* Reads the values in word[a, b, ...]; *n is their number. */
static int read_list(struct aisp_reader *r, const char *what, int64_t high, int n_most,
		     uint64_t *values, uint32_t *n)
{
	int64_t value;

	*n = 0;
	if (aisp_reader_want(r, "["))
		return -1;
	do {
		if (*n == (uint32_t)n_most)
			return aisp_reader_fail(r, "more than %d of %s", n_most, what);
		if (aisp_expr_integer(r, what, 1, high, &value))
			return -1;
		values[(*n)++] = (uint64_t)value;
	} while (aisp_reader_take(r, ","));
	return aisp_reader_want(r, "]");
}

static int read_one(struct aisp_reader *r, const char *what, uint32_t *value)
{
	int64_t v;

	if (aisp_reader_want(r, "(") || aisp_expr_integer(r, what, 0, 256, &v) ||
	    aisp_reader_want(r, ")"))
		return -1;
	*value = (uint32_t)v;
	return 0;
}

static const struct aisp_spec *spec_of(const struct aisp_kernel_reading *g,
				       uint32_t buffer)
{
	if (!g->world->problem || buffer >= AISP_BUFFER_WORKSPACE)
		return NULL;
	return buffer >= AISP_BUFFER_OUT
		       ? &g->world->problem->out[buffer - AISP_BUFFER_OUT]
		       : &g->world->problem->in[buffer];
}

/* [DTYPE] TENSOR */
static int read_base(struct aisp_reader *r, struct aisp_kernel_reading *g,
		     struct aisp_tensor_map *m)
{
	const struct aisp_spec *spec;
	struct aisp_value v;
	char name[64];
	int dtype = -1;

	if (aisp_reader_name(r, name, sizeof(name)))
		return -1;
	for (int i = 0; i < AISP_N_DTYPES; i++)
		if (!strcmp(name, aisp_dtype_name((enum aisp_dtype)i)))
			dtype = i;
	if (dtype >= 0 && aisp_reader_name(r, name, sizeof(name)))
		return -1;
	if (!aisp_kernel_find(g, name, (int)strlen(name), &v) ||
	    (v.kind && v.kind != AISP_VALUE_ADDRESS))
		return aisp_reader_fail(r, "'%s' is no tensor", name);
	spec = v.kind ? spec_of(g, v.number) : NULL;
	if (dtype < 0 && v.kind && !spec)
		return aisp_reader_fail(r, "'%s' needs a dtype before it", name);
	m->buffer = v.number;
	m->dtype = dtype >= 0 ? (uint32_t)dtype : spec ? (uint32_t)spec->dtype : 0;
	if (aisp_is_packed((enum aisp_dtype)m->dtype))
		return aisp_reader_fail(
			r, "elements of '%s' share bytes: say u8 before it", name);
	return 0;
}

static int set_dense(struct aisp_reader *r, struct aisp_tensor_map *m)
{
	uint64_t bytes = aisp_dtype_bytes((enum aisp_dtype)m->dtype);

	for (uint32_t i = 0; i + 1 < m->rank; i++) {
		if (__builtin_mul_overflow(bytes, m->dim[i], &bytes) ||
		    bytes > (uint64_t)MAX_STRIDE_BYTES)
			return aisp_reader_fail(r, "a stride of more than 1 TiB");
		m->stride[i + 1] = bytes;
	}
	return 0;
}

static int read_map_options(struct aisp_reader *r, struct aisp_tensor_map *m)
{
	uint32_t n;

	for (;;) {
		if (aisp_reader_take(r, "strides")) {
			if (read_list(r, "strides", MAX_STRIDE_BYTES,
				      AISP_TENSOR_MAP_RANK - 1, m->stride + 1, &n))
				return -1;
			if (n != m->rank - 1)
				return aisp_reader_fail(r, "want %u strides",
							m->rank - 1);
		} else if (aisp_reader_take(r, "swizzle")) {
			if (read_one(r, "the swizzle", &m->swizzle_bytes))
				return -1;
		} else if (aisp_reader_take(r, "l2")) {
			if (read_one(r, "the promotion", &m->l2_bytes))
				return -1;
		} else if (aisp_reader_take(r, "nan")) {
			m->is_nan = 1;
		} else {
			return 0;
		}
	}
}

int aisp_kernel_read_map(struct aisp_reader *r, struct aisp_kernel_reading *g)
{
	struct aisp_tensor_map *m = &g->plan->map[g->plan->n_maps];
	uint64_t box[AISP_TENSOR_MAP_RANK];
	uint32_t n_box;

	if (g->plan->n_maps == AISP_MAX_TENSOR_MAPS)
		return aisp_reader_fail(r, "more than %d tensor maps",
					AISP_MAX_TENSOR_MAPS);
	if (aisp_reader_name(r, m->name, sizeof(m->name)) || aisp_reader_want(r, "=") ||
	    read_base(r, g, m) ||
	    read_list(r, "dimensions", INT64_C(1) << 32, AISP_TENSOR_MAP_RANK, m->dim,
		      &m->rank) ||
	    aisp_reader_want(r, "box") ||
	    read_list(r, "box", 256, AISP_TENSOR_MAP_RANK, box, &n_box))
		return -1;
	if (n_box != m->rank)
		return aisp_reader_fail(r, "the box has %u dimensions, not %u", n_box,
					m->rank);
	for (uint32_t i = 0; i < n_box; i++)
		m->box[i] = (uint32_t)box[i];
	if (set_dense(r, m))
		return -1;
	g->plan->n_maps++;
	return read_map_options(r, m);
}
