/* SPDX-License-Identifier: MIT */
#include "looks.h"
#include "conclude.h"
#include "group_facts.h"
#include "pair_arms.h"

#define SEVERAL 4 /* times a comparison's time limit, until it has its first pairs */
#define TIMES   2 /* blocks for each pair that was asked for, at most */

static bool is_open(const struct aisp_group *g, int i)
{
	return g->arms[i].is_wanted && aisp_is_active(g, i) && !g->arms[i].is_settled;
}

void aisp_group_look(struct aisp_group *g)
{
	aisp_group_facts_note(g);
	for (int i = 1; i < g->n_arms; i++) {
		struct aisp_arm *a = &g->arms[i];

		if (!is_open(g, i))
			continue;
		aisp_group_decide(g, 0, i, &g->versus_baseline[i]);
		a->is_settled = g->versus_baseline[i].result.outcome !=
					AISP_OUTCOME_INCONCLUSIVE ||
				g->versus_baseline[i].result.is_too_wide;
	}
}

int aisp_count_open(const struct aisp_group *g)
{
	int n = 0;

	if (!aisp_is_active(g, 0) || g->arms[0].is_settled)
		return 0;
	for (int i = 1; i < g->n_arms; i++)
		n += is_open(g, i);
	return n;
}

int aisp_list_block(const struct aisp_group *g, int *arms)
{
	int n = 0;

	for (int i = 0; i < g->n_arms; i++)
		if (i == 0 || is_open(g, i) ||
		    (i == g->library && aisp_is_active(g, i)))
			arms[n++] = i;
	return n;
}

static double timed_s(const struct aisp_arm *a)
{
	double ns = 0;

	for (int k = 0; k < a->n_launches; k++)
		for (int i = 0;
		     a->launches[k].block >= 0 && i < a->launches[k].n_samples; i++)
			ns += a->launches[k].samples_ns[i] *
			      a->launches[k].calls_per_sample;
	return ns / 1e9;
}

bool aisp_has_min_time(const struct aisp_group *g, const struct aisp_limits *limits)
{
	for (int i = 0; i < g->n_arms && limits->min_time_s > 0; i++)
		if ((i == 0 || is_open(g, i)) &&
		    timed_s(&g->arms[i]) < limits->min_time_s)
			return false;
	return true;
}

bool aisp_has_pairs(int n_blocks, int n_whole, const struct aisp_limits *limits)
{
	int n_most = TIMES * limits->n_pairs;

	return n_whole >= limits->n_pairs || n_blocks >= n_most ||
	       n_blocks >= AISP_MAX_BLOCKS;
}

bool aisp_is_due(int n_blocks, int n_whole, bool has_min_time,
		 const struct aisp_limits *limits)
{
	return limits->n_pairs ? aisp_has_pairs(n_blocks, n_whole, limits)
			       : aisp_is_look(n_blocks) && has_min_time;
}

/* Other programs on the CPUs do not change a score, but the time that it may take. */
static int count_pairs(const struct aisp_group *g, int i)
{
	struct aisp_pair pairs[AISP_MAX_LAUNCHES];

	return aisp_pair_arms(&g->arms[i], &g->arms[0],
			      g->merit.is_score && !(g->merit.max_times > 0)
				      ? aisp_measured_ended_well
				      : aisp_measured_counts,
			      pairs);
}

int aisp_count_whole(const struct aisp_group *g)
{
	int n = g->n_blocks;

	for (int i = 1; i < g->n_arms; i++)
		if (is_open(g, i)) {
			int n_pairs = count_pairs(g, i);

			n = n_pairs < n ? n_pairs : n;
		}
	return n;
}

int aisp_next_due(int n_blocks, const struct aisp_limits *limits)
{
	int next = aisp_next_look(n_blocks);

	if (limits->n_pairs > n_blocks)
		return limits->n_pairs;
	if (limits->n_pairs) /* in place of what others disturbed */
		return n_blocks + 1;
	return next > 0 ? next : n_blocks + 1;
}

bool aisp_is_group_look(const struct aisp_group *g, const struct aisp_limits *limits)
{
	return aisp_is_due(g->n_blocks, aisp_count_whole(g),
			   aisp_has_min_time(g, limits), limits);
}

/* Disturbed launches make no pair, so that the first look may see too few.  Can the
 * missing pairs be had in SEVERAL times the limit? */
static bool is_worth_more(const struct aisp_group *g)
{
	for (int i = 1; i < g->n_arms; i++) {
		int n = g->versus_baseline[i].result.n_pairs;

		if (is_open(g, i) && n < AISP_FIRST_LOOK &&
		    SEVERAL * n >= AISP_FIRST_LOOK)
			return true;
	}
	return false;
}

double aisp_allowed_ns(const struct aisp_group *g, const struct aisp_limits *limits,
		       double ns)
{
	bool is_early = g->n_blocks < AISP_FIRST_LOOK || is_worth_more(g);

	return is_early && !(limits->until_s > 0) ? SEVERAL * ns : ns;
}

int aisp_next_group_look(const struct aisp_group *g, const struct aisp_limits *limits)
{
	return aisp_next_due(g->n_blocks, limits);
}
