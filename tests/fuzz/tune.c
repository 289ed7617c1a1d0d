/* SPDX-License-Identifier: MIT
 *
 * What people and programs hand to a search: a space, answers, the lines of a history.
 * Whatever they say, points lie in the grid and proposals are among those that hold.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "require.h"
#include "tune/dialogue.h"
#include "tune/race.h"
#include "tune/replay.h"
#include "tune/template.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

static const char tiny[] = "parameter a = 1 2 3\nparameter b = 4 8\n"
			   "constraint a * b < 24\nsearch n=8\nfinal n=7\n";

static void parse_space(const char *text)
{
	struct aisp_space s;
	struct aisp_err err;
	char words[100];

	if (aisp_space_parse(&s, text, "x", &err)) {
		require(err.msg[0] && !s.is_feasible);
		return;
	}
	require(s.n_points >= s.n_feasible && s.n_feasible > 0 && s.n_sizes > 1);
	for (int point = 0; point < s.n_points && point < 50; point++) {
		require(s.is_feasible[point] == !aisp_space_broken(&s, point));
		aisp_space_point_text(&s, point, words, sizeof(words));
		require(strlen(words) < sizeof(words));
	}
	aisp_space_release(&s);
}

static void parse_answer(const struct aisp_space *s, const uint8_t *bytes, size_t n)
{
	struct aisp_tune_answer a;
	struct aisp_err err;

	if (aisp_tune_answer_parse(&a, (const char *)bytes, n, s, &err)) {
		require(err.msg[0]);
		return;
	}
	if (a.kind == AISP_ANSWER_POINT)
		require(a.point >= 0 && a.point < s->n_points &&
			s->is_feasible[a.point]);
	require((a.kind == AISP_ANSWER_OUTSIDE) == !!a.why[0]);
	aisp_tune_answer_release(&a);
}

static void propose(const struct aisp_tune_history *h)
{
	const struct aisp_tune_plan plan = {
		.seed = 1, .budget = 6, .pairs = 3, .n_finalists = 2
	};
	struct aisp_tune_proposal out[AISP_TUNE_BATCH];
	char cause[100];

	for (int k = 0; aisp_proposers[k]; k++) {
		int n = aisp_proposers[k]->next(h, &plan, out);

		require(n >= 0 && n <= AISP_TUNE_BATCH);
		for (int i = 0; i < n; i++)
			require(h->space->is_feasible[out[i].point]);
	}
	for (int i = 0; i < h->n_candidates; i++)
		aisp_tune_cause(h, &plan, i, cause, sizeof(cause));
	require(aisp_tune_next(h, &plan).n <= AISP_TUNE_BATCH);
}

/* A record that lacks nothing has a best, which all of the space finds. */
static void replay(const struct aisp_tune_history *h)
{
	const struct aisp_tune_plan plan = { .seed = 1, .budget = 8, .pairs = 5 };
	struct aisp_tune_known k;
	struct aisp_err err;
	double fraction;

	if (aisp_tune_known_read(&k, h, &err)) {
		require(err.msg[0] && !k.at);
		return;
	}
	require(k.most > 0 && k.best < h->n_candidates);
	require(!aisp_tune_replay(&k, &aisp_propose_random, &plan, &fraction, &err));
	require(fraction == 1);
	aisp_tune_known_release(&k);
}

static void parse_history(const struct aisp_space *s, const char *text)
{
	struct aisp_tune_history h;
	struct aisp_err err;
	size_t n = 0;

	aisp_tune_history_init(&h, s);
	if (aisp_tune_history_parse(&h, text, &n, &err))
		require(err.msg[0]);
	else
		require(n <= strlen(text));
	propose(&h);
	replay(&h);
	aisp_tune_history_release(&h);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	char *text = strndup((const char *)bytes, n_bytes), *source;
	struct aisp_space s;

	require(text && !aisp_space_parse(&s, tiny, "x", NULL));
	if (!text)
		return 0;
	parse_space(text);
	parse_answer(&s, bytes, n_bytes);
	parse_history(&s, text);
	aisp_template_check(text, &s, "x", NULL);
	source = aisp_template_render(text, &s, 0);
	require(source &&
		strstr(source, "#define AISP_TUNE_A 1\n#define AISP_TUNE_B 4\n"));
	free(source);
	free(text);
	aisp_space_release(&s);
	return 0;
}
