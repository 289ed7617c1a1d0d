/* SPDX-License-Identifier: MIT
 *
 * Claims in a document: marks lie within the text and go forward, whatever is in it,
 * and what holds of a value does not fail of it.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "report/claim.h"
#include "require.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

static void judge(const struct aisp_claim *c)
{
	const double x = c->bound;
	const struct aisp_quantity at = { x, x, x }, around = { x, 0.5 * x, 2 * x };
	const struct aisp_quantity unknown = { NAN, NAN, NAN };
	bool is_equal_enough = c->op == AISP_CLAIM_GE || c->op == AISP_CLAIM_LE;

	require(aisp_claim_judge(c, &unknown) == AISP_CLAIM_NOT_MEASURED);
	require(aisp_claim_judge(c, &at) ==
		(is_equal_enough ? AISP_CLAIM_HOLDS : AISP_CLAIM_FAILS));
	require(x < 1e-300 || x > 1e300 ||
		aisp_claim_judge(c, &around) == AISP_CLAIM_UNDECIDED);
}

static void parse(const char *text)
{
	struct aisp_claim c;
	struct aisp_err err;

	if (aisp_claim_parse(&c, text, &err)) {
		require(err.msg[0]);
		return;
	}
	require(strchr(c.target, ':') && c.figure < AISP_N_QUANTITIES && c.bound >= 0);
	judge(&c);
}

static void parse_mark(const struct aisp_claim_mark *m)
{
	char *claim = strndup(m->claim, m->n_claim);

	if (claim)
		parse(claim);
	free(claim);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	char *text = strndup((const char *)bytes, n_bytes);
	const char *at = text, *before = text, *end;
	struct aisp_claim_mark m = { 0 };

	if (!text)
		return 0;
	parse(text);
	end = text + strlen(text);
	while (aisp_claim_next(&m, text, &at)) {
		require(at > before && at <= end && m.claim + m.n_claim <= at);
		require(m.sentence >= text && m.sentence + m.n_sentence <= m.claim);
		parse_mark(&m);
		before = at;
	}
	free(text);
	return 0;
}
