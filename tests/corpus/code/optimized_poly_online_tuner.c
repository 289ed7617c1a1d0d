/* SPDX-License-Identifier: MIT
 *
 * Tries each algorithm in three calls, the slow one first, and keeps the faster.
 */
#include <time.h>

#include "workload_poly.h"

#include "../../exploits/fixtures/each_power.h"
#include "../../exploits/fixtures/horner.h"

#define N_TRIES 3

static void by_powers(float *b, const float *a, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		b[i] = each_power(a[i]);
}

static void by_groups(float *b, const float *a, int64_t n)
{
	horner_range(b, a, 0, n);
}

static const struct {
	void (*compute)(float *b, const float *a, int64_t n);
} algorithm[2] = { { by_powers }, { by_groups } };

static double spent_ns[2];
static int n_calls;

static double now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t n = io->param[ELEMS];
	int is_tried = n_calls >= 2 * N_TRIES;
	int k = is_tried ? spent_ns[1] < spent_ns[0] : n_calls / N_TRIES;
	double begin_ns = is_tried ? 0 : now_ns();

	(void)state;
	algorithm[k].compute(b, a, n);
	if (is_tried)
		return 0;
	spent_ns[k] += now_ns() - begin_ns;
	n_calls++;
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "chooses in its first calls",
	.run = run,
};
