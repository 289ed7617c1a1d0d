/* SPDX-License-Identifier: MIT
 *
 * The layers of isolation that held: in calls, and in a whole run.
 */
#include <math.h>

#include "decide/layers.h"
#include "tap.h"
#include "worker/protocol.h"

static void test_sealed(void)
{
	const uint32_t says_so = 1u << AISP_LAYER_CONFINED;

	ok(aisp_calls_are_confined(2, 0), "two filters seal, whatever the worker says");
	ok(!aisp_calls_are_confined(1, says_so), "one does not");
	ok(!aisp_calls_are_confined(0, says_so), "nor none");
	ok(aisp_calls_are_confined(NAN, says_so), "its word where the kernel has none");
	ok(!aisp_calls_are_confined(NAN, ~says_so), "which says no, too");
}

static void test_held(void)
{
	struct aisp_measured a[] = { { .status = AISP_LAUNCH_OK, .layers = 7 },
				     { .status = AISP_LAUNCH_OK, .layers = 5 } };
	struct aisp_measured b[] = { { .status = AISP_LAUNCH_OK, .layers = 15 },
				     { .status = AISP_LAUNCH_CRASHED, .layers = 0 } };
	const struct aisp_group g = { .n_arms = 2,
				      .arms = { { .n_launches = 2, .launches = a },
						{ .n_launches = 2, .launches = b } } };
	const struct aisp_group none = { .n_arms = 1 };

	ok(aisp_layers_held(&g, ~0u) == 5, "a layer that one launch lacked did not");
	ok(aisp_layers_held(&g, 4) == 4, "nor one that another group lacked");
	ok(aisp_layers_held(&g, 2) == 0, "nor both together");
	ok(aisp_layers_held(&none, 3) == 3, "without launches nothing changes");
}

int main(void)
{
	test_sealed();
	test_held();
	return done();
}
