/* SPDX-License-Identifier: MIT
 *
 * hidden.h - the parts of buffers.h for outputs that are updated in place: the input
 * that one starts as lies where no worker can read or write it, and before each call
 * its contents are copied into the output.
 */
#ifndef AISP_HIDDEN_H
#define AISP_HIDDEN_H

#include "buffers.h"

/* The host's memory for hidden inputs that lie there; a device's are blocks.  0, or -1
 * with *err filled. */
int aisp_hidden_new(struct aisp_buffers *b, struct aisp_err *err);
void aisp_hidden_free(struct aisp_buffers *b);

/* Outputs of the slot that start as an input hold it.  0, or -1 with *err filled. */
int aisp_hidden_begin(const struct aisp_buffers *b, int slot, struct aisp_err *err);

/* The plan says nothing of where they lie. */
void aisp_hidden_conceal(const struct aisp_buffers *b, struct aisp_plan *plan);

#endif
