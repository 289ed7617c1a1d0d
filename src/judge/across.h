/* SPDX-License-Identifier: MIT
 *
 * across.h - a launch whose ranks lie on several nodes, each with a judge of its own.
 *
 * All judges go through the same steps on the same seed.  Where time or chance could
 * part them they meet (meet.h): the bells ring at one moment that node 0 chose, the
 * call lasts from the first bell until the last rank anywhere has answered, and what
 * one node makes of a sample all make.  Outputs come to node 0, which compares them.
 *
 * Without other nodes each of these functions does nothing and returns 0.
 */
#ifndef AISP_ACROSS_H
#define AISP_ACROSS_H

#include "sample.h"

/*
 * After aisp_launch_begin(), which returned rc: have all nodes begun?  Then clocks are
 * compared.  0; 1 if a launch ended, as its status tells; -1 with *err filled.
 */
int aisp_across_begin(struct aisp_session *s, int rc, struct aisp_err *err);

/*
 * When the next bell rings; then wait until so long before it.  1 if the launch has
 * ended.
 */
int aisp_across_agree(struct aisp_session *s);
void aisp_across_wait(const struct aisp_session *s, int64_t before_ns);

/*
 * The call was answered here after *ns: *ns becomes that until all have answered.  1 if
 * the launch has ended.
 */
int aisp_across_answered(struct aisp_session *s, int64_t *ns);

/* The outputs of a sample, to node 0.  1 if the launch has ended. */
int aisp_across_collect(struct aisp_session *s);

/* What one node makes of a sample. */
struct aisp_opinion {
	double ns, others_ns, wake_ns, free_ns, after_ns, waited_ns;
	int32_t state, wants_more;
};

/*
 * What all make of a sample, of which the worst counts, and whether anybody wants
 * another.  1 if the launch has ended.
 */
int aisp_across_judge(struct aisp_session *s, struct aisp_sample *x, bool *wants_more);

/* Does this node compare outputs? */
bool aisp_across_compares(const struct aisp_session *s);

/*
 * At the end of a launch, with rc so far: what other nodes saw of it joins m, and what
 * the clocks may be wrong by is added to its times.  0, or -1 with *err filled.
 */
int aisp_across_end(struct aisp_session *s, struct aisp_measured *m, int rc,
		    struct aisp_err *err);

#endif
