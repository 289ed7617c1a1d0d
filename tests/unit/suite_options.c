/* SPDX-License-Identifier: MIT
 *
 * The options of a command that measures a group again in the same way.
 */
#include <string.h>

#include "judge/suite_parts.h"
#include "tap.h"

static const struct aisp_workload workload = {
	.n_params = 2,
	.params = { { "rows", 1, 2, 3, "rows" }, { "cols", 4, 5, 6, "columns" } },
};
static struct aisp_contract contract = { .workload = &workload, .param = { 7, 8 } };
static char id[] = "ch07:transpose@cpu";
static const struct aisp_target target = { .id = id };
static struct aisp_group g;

static bool is(const struct aisp_suite *s, const char *options)
{
	g.contract = &contract;
	g.options[0] = '\0';
	aisp_suite_note_options(&g, s, &target);
	if (strcmp(g.options, options) != 0)
		printf("# %s\n", g.options);
	return !strcmp(g.options, options);
}

int main(void)
{
	static const struct aisp_sweep sweeps[] = { { .name = "rows" },
						    { .name = "depth" } };
	static const struct aisp_extra extras[] = { { "ch07:*", "cols", 8 },
						    { "ch08:*", "rows", 7 },
						    { "ch07:*", "no", 1 } };

	ok(is(&(struct aisp_suite){ .preset = AISP_PRESET_DEFAULT }, ""),
	   "nothing beside the target by default");
	ok(is(&(struct aisp_suite){ .preset = AISP_PRESET_SMALL,
				    .dist = AISP_DIST_UNIFORM,
				    .is_versus_library = true,
				    .limits = { .is_cold_start = true,
						.n_samples = 5 } },
	      " --preset small --dist uniform --baseline library --cold-start "
	      "--iterations 5"),
	   "what the user set");
	ok(is(&(struct aisp_suite){ .preset = AISP_PRESET_DEFAULT,
				    .sweeps = sweeps,
				    .n_sweeps = 2 },
	      " --param rows=7"),
	   "of a sweep this group's size, if its workload has that parameter");
	ok(is(&(struct aisp_suite){ .preset = AISP_PRESET_DEFAULT,
				    .extras = extras,
				    .n_extras = 3 },
	      " --param cols=8"),
	   "of the targets' own parameters those of this one");
	ok(is(&(struct aisp_suite){ .preset = AISP_PRESET_DEFAULT,
				    .sweeps = sweeps,
				    .n_sweeps = 1,
				    .extras = extras,
				    .n_extras = 1 },
	      " --param rows=7 --param cols=8"),
	   "and both together");
	return done();
}
