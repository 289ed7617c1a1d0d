/* SPDX-License-Identifier: MIT
 *
 * Eight tables, which neighbouring elements use by turns: no counter is read again
 * before its last store has completed.
 * FLAGS: -O3
 */
#include "workload_histogram.h"

#include <string.h>

#include "histogram_bins.h"

#define N_TABLES 8

static void add_up(int32_t table[N_TABLES][N_BINS], int32_t *counts)
{
	memcpy(counts, table[0], sizeof(table[0]));
	for (int t = 1; t < N_TABLES; t++)
		for (int b = 0; b < N_BINS; b++)
			counts[b] += table[t][b];
}

static int run(const struct aisp_io *io, void *state)
{
	const float *x = aisp_in_f32(io, 0);
	int32_t table[N_TABLES][N_BINS] = { 0 }, bin[STRIP];
	int64_t n = io->param[N];

	(void)state;
	for (int64_t i = 0; i < n; i += STRIP) {
		int64_t strip = strip_at(i, n);

		find_bins(x + i, bin, strip);
		for (int64_t j = 0; j < strip; j++)
			table[j % N_TABLES][bin[j]]++;
	}
	add_up(table, io->out[0].data);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "bins of a strip computed in vectors, eight tables in turn",
	.run = run,
};
