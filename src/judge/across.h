/* SPDX-License-Identifier: MIT
 *
 * across.h - a launch whose ranks lie on several nodes, each with a judge of its own.
 *
 * All judges take the same steps with the same seed.  Where time or chance could make
 * them differ they meet (meet.h): the bells ring at one moment, which node 0 chooses; a
 * call lasts from the first bell to the last answer of any rank; and all nodes judge a
 * sample alike.  Outputs go to node 0, which compares them.
 *
 * Without other nodes each of these functions does nothing and returns 0.
 */
#ifndef AISP_ACROSS_H
#define AISP_ACROSS_H

#include "sample.h"

/*
 * Call it after aisp_launch_begin(), which returned rc: waits until all nodes have
 * begun, and compares clocks.  Returns 0; 1 if a launch ended; -1 with *err filled.
 */
int aisp_across_begin(struct aisp_session *s, int rc, struct aisp_err *err);

/*
 * Agree when the next bell rings; then wait until before_ns before it.
 * aisp_across_agree() returns 1 if the launch has ended, else 0.
 */
int aisp_across_agree(struct aisp_session *s);
void aisp_across_wait(const struct aisp_session *s, int64_t before_ns);

/*
 * The call was answered here after *ns; *ns becomes the time until all nodes have
 * answered.  Returns 1 if the launch has ended, else 0.
 */
int aisp_across_answered(struct aisp_session *s, int64_t *ns);

/* Send the outputs of a sample to node 0. Returns 1 if the launch has ended, else 0. */
int aisp_across_collect(struct aisp_session *s);

/* How one node judges a sample. */
struct aisp_opinion {
	double ns, others_ns, wake_ns, free_ns, after_ns, waited_ns;
	int32_t state, wants_more;
};

/*
 * Join the nodes' opinions of a sample: the worst counts, and one node that wants
 * another sample is enough.  Returns 1 if the launch has ended, else 0.
 */
int aisp_across_judge(struct aisp_session *s, struct aisp_sample *x, bool *wants_more);

/* Does this node compare outputs? */
bool aisp_across_compares(const struct aisp_session *s);

/*
 * At the end of a launch, with rc so far: what other nodes saw of it joins m, and the
 * error of the clocks is added to its times.  Returns rc, or -1 with *err filled.
 */
int aisp_across_end(struct aisp_session *s, struct aisp_measured *m, int rc,
		    struct aisp_err *err);

#endif
