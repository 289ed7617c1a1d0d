/* SPDX-License-Identifier: MIT
 *
 * After which layer a token is taken: each layer of a model could be the last, and says
 * which token it would make and by what margin.  A token that differs from the last
 * layer's is wrong, and is found when it is verified later: this costs as much as some
 * layers.  A step is a layer of a token; once a token is taken its further layers are
 * not computed.  Judged by layers per token, the cost of wrong tokens included.
 */
#include "rows.h"
#include "trace.h"
#include <stdbool.h>
#include <string.h>

enum { TOKENS, LAYERS, WRONG, SURE };
enum { TOP, MARGIN, AT };
enum { TAKE };

#define VOCABULARY  32000 /* tokens, from 1 on */
#define ON          (-1) /* in place of a token that is taken: the next layer is computed */
#define MOST_MARGIN 1000 /* of a layer that is sure, in thousandths */

static inline int64_t n_steps(const int64_t *p)
{
	return p[TOKENS] * p[LAYERS];
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	add_by_step(pr, "top", n_steps(p), VOCABULARY + 1);
	add_by_step(pr, "margin", n_steps(p), MOST_MARGIN + 1);
	aisp_add_steps(pr, n_steps(p));
	add_choice(pr, "take");
	pr->workspace_bytes = 64;
	pr->bytes = 12 * (double)n_steps(p);
	pr->bound_by = "what comes next";
	if (p[TOKENS] < 1 || p[LAYERS] < 2 || p[WRONG] < p[LAYERS] || p[SURE] > 100)
		pr->invalid = "a token, 2 layers; a wrong one must cost all layers";
}

/* What a policy sees of a layer. */
struct seen {
	int64_t layer,
		same; /* layers in a row that made this token, this one included */
	int32_t margin;
};

#include "exits.h"

static const struct aisp_score score = {
	.name = "layers for a token",
	.figures = { "tokens that are wrong, of all", "layers computed for a token",
		     "99th percentile of these" },
	.compute = compute,
	.bound = bound,
};

static const struct aisp_workload workload = {
	.abi = AISP_ABI,
	.title = "layers that a token needs",
	.n_params = 4,
	.params = { { "tokens", 31, 256, 384, "tokens of an episode" },
		    { "layers", 12, 32, 32, "of the model" },
		    { "wrong", 64, 128, 128, "what a wrong token costs, in layers" },
		    { "sure", 10, 10, 10,
		      "wrong layers that are sure all the same, in %" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
	.score = &score,
};
