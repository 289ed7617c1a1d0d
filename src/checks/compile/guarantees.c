/* SPDX-License-Identifier: MIT */
#include <aisp/workload.h>

#include "checks/guarantee.h"

static bool has_fixed_io(const struct aisp_evidence *ev)
{
	return (unsigned)ev->uses & AISP_USES_FIXED_IO;
}

/* In C: an autotuner in setup(), whose choice differs from launch to launch. */
AISP_GUARANTEE(compile, autotuning_variance,
	       "tunes by chance, and the launch with the lucky choice counts",
	       "every launch tunes anew, and every sample of every launch counts", NULL,
	       AISP_NEEDS(n_samples, n_samples_planned),
	       AISP_HOLDS(aisp_sampled_all, "no launch and no sample is left out"),
	       AISP_SOME_SAMPLES);

/* In C: code, plans or tables that an earlier run left on the disk. */
AISP_GUARANTEE(compile, compilation_cache_hit,
	       "answers from what an earlier run compiled, planned or computed",
	       "no file may be written or found; a GPU's code cache is off", NULL,
	       AISP_NEEDS(has_landlock),
	       AISP_HOLDS(aisp_has_landlock, "no cache survives a launch"),
	       AISP_FILES_OPEN);

/* In C: a case that generated code does not cover, so that it is generated again. */
AISP_GUARANTEE(compile, guard_failure_hidden,
	       "compiles its code again for the case at hand, where no clock runs",
	       "nothing can be loaded or made executable after setup(); "
	       "what a call does is timed",
	       NULL, AISP_NEEDS(n_filters),
	       AISP_HOLDS(aisp_is_sealed, "no code can be loaded or made in a call"),
	       AISP_UNSEALED);

/* In C: another build, or another path of it, when results are looked at. */
AISP_GUARANTEE(compile, mode_inconsistency,
	       "is built or set one way to be tested and another way to be timed",
	       "one object; the outputs of the timed calls are the ones compared", NULL,
	       AISP_NEEDS(n_compared, n_samples),
	       AISP_HOLDS(aisp_compared_all, "what is timed is what is compared"),
	       AISP_SOME_COMPARED);

/* In C: a recorded sequence of operations, with the addresses that it saw. */
AISP_GUARANTEE(compile, trace_reuse, "replays what it recorded for other arguments",
	       "each launch is a new process; calls use different addresses in turn, "
	       "with new contents",
	       NULL, AISP_NEEDS(is_fresh, uses),
	       AISP_PARTLY(aisp_inputs_repeat, "inputs given by the user repeat"),
	       AISP_HOLDS(has_fixed_io,
			  "new contents at the addresses that are declared"),
	       AISP_HOLDS(AISP_ELSE,
			  "new contents for each call, a new process each launch"));
