/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/dtype.h"
#include "user_inputs.h"

/* Types that NumPy lacks are stored as the bits of unsigned integers. */
static enum aisp_dtype stored_as(enum aisp_dtype t)
{
	if (t == AISP_BF16)
		return AISP_U16;
	return aisp_format_of(t).bits || t == AISP_E8M0 || aisp_is_packed(t) ? AISP_U8
									     : t;
}

/* A file's size along that axis; on the last one packed elements count as bytes. */
static int64_t stored_shape(const struct aisp_spec *spec, int axis)
{
	return axis == spec->rank - 1 && aisp_is_packed(spec->dtype)
		       ? (int64_t)aisp_type_bytes(spec->dtype, spec->shape[axis])
		       : spec->shape[axis];
}

static bool has_shape(const struct aisp_npy *npy, const struct aisp_spec *spec)
{
	bool is_same = npy->rank == spec->rank;

	for (int i = 0; i < spec->rank && is_same; i++)
		is_same = npy->shape[i] == stored_shape(spec, i);
	return is_same;
}

/* "3 x 32" */
static void print_shape(char *text, size_t size, const struct aisp_spec *spec)
{
	size_t used = 0;

	text[0] = '\0';
	for (int i = 0; i < spec->rank && used < size; i++)
		used += (size_t)snprintf(text + used, size - used, "%s%" PRId64,
					 i ? " x " : "", stored_shape(spec, i));
}

static int check_one(const struct aisp_user_input *g, const struct aisp_spec *spec,
		     struct aisp_err *err)
{
	const struct aisp_npy *npy = &g->npy;
	enum aisp_dtype as = stored_as(spec->dtype);
	char shape[160];

	if (npy->dtype == as && has_shape(npy, spec))
		return 0;
	print_shape(shape, sizeof(shape), spec);
	return aisp_err_usage(err,
			      "--input %s: the file's type or shape is not the "
			      "workload's; it wants %s%s%s, %s (set --param)",
			      spec->name, aisp_dtype_name(as),
			      as == spec->dtype ? "" : " with the bits of ",
			      as == spec->dtype ? "" : aisp_dtype_name(spec->dtype),
			      shape);
}

int aisp_user_inputs_check(const struct aisp_user_input *given, int n,
			   const struct aisp_contract *c, struct aisp_err *err)
{
	for (int k = 0; k < n; k++)
		for (int i = 0; i < c->problem.n_in; i++)
			if (!strcmp(c->problem.in[i].name, given[k].name) &&
			    check_one(&given[k], &c->problem.in[i], err))
				return -1;
	return 0;
}

void aisp_user_inputs_apply(const struct aisp_user_input *given, int n,
			    const struct aisp_contract *c, const struct aisp_io *io)
{
	for (int i = 0; i < c->problem.n_in; i++)
		for (int k = 0; k < n; k++)
			if (!strcmp(c->problem.in[i].name, given[k].name))
				memcpy(io->in[i].data, given[k].npy.data,
				       aisp_tensor_bytes(&io->in[i]));
}
