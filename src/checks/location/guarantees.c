/* SPDX-License-Identifier: MIT */
#include "checks/guarantee.h"

/* In C: machine code that is made at run time. */
AISP_GUARANTEE(location, jit_compilation_timing,
	       "compiles its code in untimed calls, or makes the other variant compile "
	       "in timed calls",
	       "code can be made in setup() only; no page becomes executable in a call",
	       NULL, AISP_NEEDS(n_filters),
	       AISP_HOLDS(aisp_is_sealed, "no executable page can be made in a call"),
	       AISP_UNSEALED);

/* In C: an output that is computed only when somebody looks. */
AISP_GUARANTEE(location, lazy_evaluation_skip,
	       "answers with a deferred result, and computes it when the output is "
	       "read, or never",
	       "only bytes in the judge's buffers count; no handler of faults can fill "
	       "them later, and none of their pages can be given back",
	       "CUDA-L1 2025: a lazy matrix product, 600x", AISP_NEEDS(has_load_filter),
	       AISP_HOLDS(aisp_has_load_filter,
			  "bytes only, and nobody fills them on a fault"),
	       AISP_PARTLY(AISP_ELSE, "a handler of faults could be set"));

AISP_GUARANTEE(location, setup_precomputation,
	       "computes the answer in setup(), where no clock runs",
	       "in setup() the inputs are noise; those of timed calls do not exist yet",
	       NULL, AISP_NEEDS(is_fresh),
	       AISP_HOLDS(aisp_is_fresh, "inputs were made after setup()"),
	       AISP_REPEATED);

AISP_GUARANTEE(location, warmup_computation,
	       "computes in the calls of the warm-up, and answers from memory",
	       "inputs of every call are single-use, those of the warm-up too",
	       "KernelBench: result_reuse", AISP_NEEDS(is_fresh),
	       AISP_HOLDS(aisp_is_fresh, "no timed call has the inputs of a warm-up"),
	       AISP_REPEATED);
