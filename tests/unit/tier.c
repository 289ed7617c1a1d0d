/* SPDX-License-Identifier: MIT
 *
 * Tiers by name, and which arms may run or be compared.
 */
#include <string.h>

#include "decide/group.h"
#include "tap.h"

static struct aisp_group g;

static bool is_named(const char *name, enum aisp_tier want)
{
	struct aisp_err err;
	enum aisp_tier t;

	return !aisp_tier_parse(&t, name, &err) && t == want &&
	       !strcmp(aisp_tier_name(t), name);
}

static void test_names(void)
{
	struct aisp_err err;
	enum aisp_tier t = AISP_TIER_TRUSTED;

	ok(is_named("sandboxed", AISP_TIER_SANDBOXED) &&
		   is_named("kernel", AISP_TIER_KERNEL) &&
		   is_named("trusted", AISP_TIER_TRUSTED),
	   "each by its name");
	ok(aisp_tier_parse(&t, "kernels", &err) && t == AISP_TIER_TRUSTED &&
		   strstr(err.msg, "--tier kernels: want kernel"),
	   "no other; the message says which there are");
}

static void settle(enum aisp_tier most, bool is_said)
{
	const struct aisp_tier_limit limit = { most, is_said };

	aisp_tier_settle(&g, &limit);
}

/* One bit for each arm that may run if `most` is the highest tier allowed. */
static unsigned runs(enum aisp_tier most, enum aisp_tier baseline)
{
	unsigned mask = 0;

	g = (struct aisp_group){ .n_arms = 4 };
	for (int i = 0; i < 4; i++)
		g.arms[i] = (struct aisp_arm){ .name = "baseline",
					       .tier = i ? (enum aisp_tier)(i - 1)
							 : baseline };
	settle(most, false);
	for (int i = 0; i < 4; i++)
		mask |= (unsigned)(g.arms[i].status == AISP_ARM_NOT_RUN) << i;
	return mask;
}

static void test_settle(void)
{
	ok(runs(AISP_TIER_SANDBOXED, AISP_TIER_SANDBOXED) == 0xb,
	   "no ratio goes across tiers, but to a trusted library");
	ok(!strcmp(g.arms[2].why,
		   "it is of tier kernel, baseline of tier sandboxed: no ratio goes "
		   "across tiers"),
	   "and says so");
	ok(runs(AISP_TIER_SANDBOXED, AISP_TIER_TRUSTED) == 0xf,
	   "or from one that is the baseline");
	ok(runs(AISP_TIER_KERNEL, AISP_TIER_KERNEL) == 0xd &&
		   strstr(g.arms[1].why, "host code"),
	   "--tier kernel lets no host code run");
	ok(runs(AISP_TIER_KERNEL, AISP_TIER_SANDBOXED) == 0x8,
	   "the baseline's neither");
	ok(runs(AISP_TIER_TRUSTED, AISP_TIER_SANDBOXED) == 0xb,
	   "trusted asks for nothing");
	g.arms[2].status = AISP_ARM_NOT_RUN;
	g.arms[1] = (struct aisp_arm){ .status = AISP_ARM_FAILED,
				       .tier = AISP_TIER_KERNEL,
				       .why = "not built" };
	settle(AISP_TIER_KERNEL, true);
	ok(g.arms[1].status == AISP_ARM_FAILED && !strcmp(g.arms[1].why, "not built"),
	   "what failed before keeps its reason");
}

/* May a variant have the walls for MPI? */
static bool may(bool is_library, bool is_ours, enum aisp_tier most, bool is_said)
{
	const struct aisp_tier_limit limit = { most, is_said };
	const struct aisp_walls w = { .meets = AISP_MEETS_MPI,
				      .is_library = is_library,
				      .is_ours = is_ours };

	return !aisp_walls_refused(&w, &limit);
}

static void test_walls(void)
{
	const struct aisp_tier_limit kernel = { AISP_TIER_KERNEL, true };
	const struct aisp_walls usual = { 0 };

	ok(!aisp_walls_refused(&usual, &kernel), "the usual walls are refused nobody");
	ok(may(true, true, AISP_TIER_SANDBOXED, false) &&
		   may(true, true, AISP_TIER_TRUSTED, true),
	   "a library of this tree may have an MPI's,");
	ok(!may(true, true, AISP_TIER_SANDBOXED, true) &&
		   !may(true, true, AISP_TIER_KERNEL, true),
	   "but not where a stricter tier is asked for");
	ok(!may(true, false, AISP_TIER_SANDBOXED, false) &&
		   may(true, false, AISP_TIER_TRUSTED, true),
	   "another's where the user trusts it,");
	ok(!may(false, true, AISP_TIER_TRUSTED, true), "and who is no library never");
	g = (struct aisp_group){ .n_arms = 2 };
	g.arms[0].name = "baseline";
	g.arms[1] = (struct aisp_arm){ .tier = AISP_TIER_TRUSTED,
				       .walls = { .meets = AISP_MEETS_MPI,
						  .is_library = true } };
	settle(AISP_TIER_SANDBOXED, false);
	ok(g.arms[1].status == AISP_ARM_SKIPPED &&
		   strstr(g.arms[1].why, "--tier trusted"),
	   "it is left out, and the remedy named");
}

int main(void)
{
	test_names();
	test_walls();
	test_settle();
	return done();
}
