/* SPDX-License-Identifier: MIT
 *
 * The message for an unknown parameter or input lists those that exist.
 */
#include "judge/unknown_name.h"
#include "tap.h"
#include "unit/store_tmp.h"

static const struct aisp_workload workload = {
	.n_params = 2,
	.params = { { "rows", 1, 2, 3, "rows" }, { "cols", 4, 5, 6, "columns" } },
};
static const struct aisp_contract contract = {
	.workload = &workload,
	.problem = { .n_in = 1, .in = { { .name = "x" } } },
};

static const char *said(const char *name, enum aisp_name_kind what, int n_times)
{
	struct aisp_known_names names = { .near = { name } };
	static struct aisp_err err;

	for (int i = 0; i < n_times; i++)
		aisp_known_names_add(&names, &contract, what);
	err.is_usage = false;
	return aisp_unknown_name(&names, "ch07:t has no", what, name, &err) == -1 &&
			       err.is_usage
		       ? err.msg
		       : "no usage error";
}

int main(void)
{
	ok(says(said("row", AISP_NAME_PARAM, 1),
		"ch07:t has no a parameter 'row'; did you mean rows?"),
	   "a name that is near is proposed");
	ok(says(said("depth", AISP_NAME_PARAM, 2), "'depth'; known: rows, cols"),
	   "all are named, each once");
	ok(says(said("depth", AISP_NAME_INPUT, 1), "an input 'depth'; known: x"),
	   "of inputs the inputs");
	ok(says(said("depth", AISP_NAME_INPUT, 0), "'depth'; there are none"),
	   "or that there are none");
	return done();
}
