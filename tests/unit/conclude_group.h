/* SPDX-License-Identifier: MIT
 *
 * A group whose launches are made by hand, and what is concluded from it.
 */
#ifndef CONCLUDE_GROUP_H
#define CONCLUDE_GROUP_H

#include <math.h>
#include <string.h>

#include "decide/conclude.h"
#include "decide/ledger.h"
#include "tap.h"

#define N_BLOCKS 10
#define N_ARMS   3

static struct aisp_measured launches[N_ARMS][N_BLOCKS + 1];
static struct aisp_limits limits;
static struct aisp_group g;

/*
 * In each block everything takes longer than in the one before, so that only launches
 * of one block can be compared.  Arm 1 is twice as fast as the baseline, arm 2 four
 * times; the pilots say the reverse.
 */
static inline void make_group(void)
{
	static const double ns[N_ARMS] = { 4e6, 2e6, 1e6 };

	limits = (struct aisp_limits){ 0 };
	g = (struct aisp_group){ .n_arms = N_ARMS,
				 .limits = &limits,
				 .margin = 0.01,
				 .n_blocks = N_BLOCKS };
	for (int a = 0; a < N_ARMS; a++) {
		g.arms[a] = (struct aisp_arm){ .name = a ? "optimized" : "baseline",
					       .is_wanted = a > 0,
					       .status = AISP_ARM_OK,
					       .n_launches = N_BLOCKS + 1,
					       .launches = launches[a] };
		for (int i = 0; i <= N_BLOCKS; i++) {
			launches[a][i] = (struct aisp_measured){
				.block = i - 1,
				.status = AISP_LAUNCH_OK,
				.median_ns = i ? ns[a] * (i + 0.001 * ((i + a) % 3))
					       : 1e12 / ns[a]
			};
			aisp_evidence_init(&launches[a][i].evidence);
		}
	}
}

/* In each block the baseline takes that many times as long as arm 1. */
static inline void set_ratio(double times)
{
	make_group();
	for (int i = 0; i <= N_BLOCKS; i++) {
		launches[0][i].median_ns = 4e6;
		launches[1][i].median_ns = 4e6 / times;
	}
}

static inline void swap(struct aisp_measured *a, struct aisp_measured *b)
{
	struct aisp_measured x = *a;

	*a = *b;
	*b = x;
}

static inline void swap_arms(void)
{
	for (int i = 0; i <= N_BLOCKS; i++)
		swap(&launches[0][i], &launches[1][i]);
}

static inline enum aisp_outcome outcome(int arm)
{
	return g.versus_baseline[arm].result.outcome;
}

static inline const char *why(int arm)
{
	return g.versus_baseline[arm].result.why;
}

#endif
