/* SPDX-License-Identifier: MIT
 *
 * Each row is read once.  The largest of groups of logits stay in registers; those of
 * the threads bound the k-th largest of all, so that few groups are looked at again,
 * and few tokens are left to be compared with each other.  Where too many are left, as
 * in a row of equal logits, the row is read again by a block that counts them.
 *
 * SUMMARY: one read; the largest of groups, in registers, bound the k-th
 * LAUNCH: sample<<<rows, 512, 2 * ceil_div(vocab, 8)>>>(tokens, logits, u, vocab, k,
 *             temperature)
 */
#include "workload_sample.h"

#define THREADS 512
#define SLOTS   8 /* words of a thread, a group in each half */
#define EACH    4 /* vectors of a thread that have a word in common */
#define AHEAD   8 /* vectors of a thread that are under way */

#include "sample_any.h"
#include "sample_few.h"

__global__ void __launch_bounds__(THREADS, 2)
	sample(int *tokens, const uint16_t *logits, const float *u, int64_t vocab,
	       int k, int temperature)
{
	extern __shared__ uint16_t top[];
	float share = u[blockIdx.x]; /* asked for before the row, not behind it */
	struct draw_part d = {
		logits + blockIdx.x * vocab,       NULL, 0, 0, vocab, 0, 0,
		1000 * LOG2_E / (float)temperature
	};

	if (!draw_if_few(tokens + blockIdx.x, &d, k, share))
		draw_any(tokens + blockIdx.x, &d, top, k, share);
}
