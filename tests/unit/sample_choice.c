/* SPDX-License-Identifier: MIT
 *
 * Of several attempts at a sample the least disturbed one is taken.
 */
#include "decide/interference.h"
#include "tap.h"

int main(void)
{
	ok(aisp_is_less_disturbed(AISP_SAMPLE_CLEAN, 9, AISP_SAMPLE_MENDED, 1),
	   "an undisturbed one, whatever the figures say");
	ok(!aisp_is_less_disturbed(AISP_SAMPLE_SPOILT, 1, AISP_SAMPLE_MENDED, 9),
	   "never one of which nobody knows what it lost");
	ok(aisp_is_less_disturbed(AISP_SAMPLE_MENDED, 1, AISP_SAMPLE_MENDED, 2) &&
		   !aisp_is_less_disturbed(AISP_SAMPLE_MENDED, 2, AISP_SAMPLE_MENDED,
					   1),
	   "of equals the one that lost less");
	ok(aisp_is_less_disturbed(AISP_SAMPLE_CLEAN, 0, AISP_SAMPLE_CLEAN, 0),
	   "and the later one if that says nothing");
	return done();
}
