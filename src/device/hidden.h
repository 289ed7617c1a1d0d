/* SPDX-License-Identifier: MIT
 *
 * hidden.h - the parts of buffers.h for outputs that are updated in place: the input
 * whose contents such an output starts with lies where no worker can read or write it,
 * and is copied into the output before each call.
 */
#ifndef AISP_HIDDEN_H
#define AISP_HIDDEN_H

#include "buffers.h"

/* Allocates hidden inputs at the host; those on a device are blocks.  Returns 0, or -1
 * with *err filled. */
int aisp_hidden_new(struct aisp_buffers *b, struct aisp_err *err);
void aisp_hidden_free(struct aisp_buffers *b);

/* What aisp_hidden_new() allocates for the problem of b. */
size_t aisp_hidden_bytes(const struct aisp_buffers *b);

/* Copies hidden inputs into outputs.  Returns 0, or -1 with *err filled. */
int aisp_hidden_begin(const struct aisp_buffers *b, int slot, struct aisp_err *err);

/* Removes their places from the plan. */
void aisp_hidden_conceal(const struct aisp_buffers *b, struct aisp_plan *plan);

#endif
