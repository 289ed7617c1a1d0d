/* SPDX-License-Identifier: MIT */
#include "checks/guarantee.h"

/* In C: an autotuner, whose data are those of setup(). */
AISP_GUARANTEE(workload, train_test_overlap,
	       "tunes itself on the data that it is judged with",
	       "what setup() sees is never used again", "Computational Biology 2019",
	       AISP_NEEDS(is_fresh),
	       AISP_HOLDS(aisp_is_fresh,
			  "data of setup() and of timed calls are disjoint"),
	       AISP_REPEATED);
