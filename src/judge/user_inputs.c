/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "base/dtype.h"
#include "user_inputs.h"

static int check_one(const struct aisp_user_input *g, const struct aisp_spec *spec,
		     struct aisp_err *err)
{
	const struct aisp_npy *npy = &g->npy;

	if (npy->dtype == spec->dtype && npy->rank == spec->rank &&
	    !memcmp(npy->shape, spec->shape,
		    (size_t)spec->rank * sizeof(spec->shape[0])))
		return 0;
	return aisp_err_usage(err,
			      "--input %s: the file's type or shape is not the "
			      "workload's; it wants %s, first dimension %" PRId64
			      " (set --param)",
			      spec->name, aisp_dtype_name(spec->dtype), spec->shape[0]);
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
				       (size_t)aisp_elems(&io->in[i]) *
					       aisp_dtype_bytes(io->in[i].dtype));
}
