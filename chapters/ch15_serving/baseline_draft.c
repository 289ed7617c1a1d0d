/* SPDX-License-Identifier: MIT
 *
 * A search through all of the text at each position, as servers do at each step: most
 * places are dismissed by their first comparison, but there are as many as tokens.
 * FLAGS: -O3
 */
#include "workload_draft.h"

#include "draft_put.h"

static int run(const struct aisp_io *io, void *state)
{
	struct drafts d = drafts_of(io);

	(void)state;
	for (int64_t i = 0; i < d.tokens; i++) {
		int64_t longest = 0, end = 0;

		for (int64_t e = 0; e < i && longest < d.ngram; e++) {
			int64_t n = agree(d.text, i, e, d.ngram);

			if (n > longest) {
				longest = n;
				end = e;
			}
		}
		put_draft(&d, i, longest, end);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "a search through the text at each position",
	.run = run,
};
