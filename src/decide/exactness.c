/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "exactness.h"
#include "median_fact.h"

#define MANY_TIMES  8    /* three bits: another precision, not another order of sums */
#define SMALL_SHARE 0.01 /* of the bound */

void aisp_say_less_exact(const struct aisp_arm *other, const struct aisp_arm *opt,
			 struct aisp_comparison *c)
{
	double its = aisp_median_fact(opt, AISP_FACT_rms_ratio);
	double others = aisp_median_fact(other, AISP_FACT_rms_ratio);
	char words[160];

	if (!aisp_outcome_is_win(c->outcome) || !(its > SMALL_SHARE) ||
	    !(its > MANY_TIMES * others))
		return;
	snprintf(
		words, sizeof(words),
		"less exact: its errors are %.3g %% of the allowed (root mean square), "
		"those of %.40s %.2g %%",
		100 * its, other->name, 100 * others);
	aisp_comparison_add_why(c, words);
}
