/* SPDX-License-Identifier: MIT
 *
 * A suffix automaton (A. Blumer et al., 1985), which grows by a token at a time: it has
 * all n-grams of any length in at most two states per token.  A state stands for the
 * n-grams that end at the same positions; its link leads to the longest of their
 * suffixes that also ends elsewhere.
 * FLAGS: -O3
 */
#include "workload_draft.h"

#include "automaton.h"
#include "draft_put.h"

/* The state of the last n tokens, n at most ngram. */
struct active {
	int32_t state;
	int64_t n;
};

static void follow(const struct automaton *m, struct active *a, int32_t split,
		   int32_t copy, int32_t token, int64_t ngram)
{
	/* The shorter n-grams of a state that was split are in its copy now. */
	if (a->state == split && a->n <= m->states[copy].longest)
		a->state = copy;
	a->state = next_of(m, a->state, token)->to;
	a->n++;
	if (a->n > ngram)
		a->n = ngram;
	if (m->states[m->states[a->state].link].longest >= a->n)
		a->state = m->states[a->state].link;
}

static int run(const struct aisp_io *io, void *state)
{
	struct drafts d = drafts_of(io);
	struct automaton m;
	struct active a = { 0, 0 };

	(void)state;
	automaton_init(&m, d.tokens, io->workspace);
	for (int64_t i = 0; i < d.tokens; i++) {
		struct split s = append_token(&m, d.text[i], (int32_t)i);
		const struct state *x;

		follow(&m, &a, s.from, s.copy, d.text[i], d.ngram);
		x = m.states + a.state;
		if (x->first_end < i)
			put_draft(&d, i, a.n, x->first_end);
		else
			put_draft(&d, i, m.states[x->link].longest,
				  m.states[x->link].first_end);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "a suffix automaton that grows with the text",
	.run = run,
};
