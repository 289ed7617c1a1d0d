/* SPDX-License-Identifier: MIT
 *
 * group_sums.h - the factor of a group's minimum: the sum of its numbers of x.
 */

/* sums[g] = xs[g] times the sum of group g of xq. */
static inline void sum_groups(const struct aisp_io *io, float *sums)
{
	const int8_t *xq = io->in[IN_XQ].data;

	for (int64_t g = 0; g < cols_of(io->param) / GROUP; g++) {
		int sum = 0;

		for (int i = 0; i < GROUP; i++)
			sum += xq[g * GROUP + i];
		sums[g] = aisp_in_f32(io, IN_XS)[g] * (float)sum;
	}
}
