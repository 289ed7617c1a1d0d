/* SPDX-License-Identifier: MIT
 *
 * slices.h - the ranks' slices of tensors, each in pages of its own.
 *
 * What a rank may not see is not mapped, so that a slice fills whole pages; what it
 * leaves of them is guarded.  Where it leaves something the contract sees the tensor as
 * a whole in memory of the judge's own (aisp_buffers.whole), from and to which slices
 * are copied; so it sees an output at the host of a device that goes on meanwhile.
 */
#ifndef AISP_SLICES_H
#define AISP_SLICES_H

#include "buffers.h"

/* 1 for a tensor that is not cut. */
int aisp_slices_n(const struct aisp_problem *pr, const struct aisp_spec *s);
size_t aisp_slice_bytes(const struct aisp_problem *pr, const struct aisp_spec *s);

/* Of all slices. */
size_t aisp_slices_pages(const struct aisp_problem *pr, const struct aisp_spec *s);

/* Does the contract see a copy? */
bool aisp_is_padded(const struct aisp_problem *pr, const struct aisp_spec *s);

/* Memory for the tensors that are padded, and for outputs at the host beside a device
 * that goes on while they are compared.  0, or -1 with *err filled. */
int aisp_slices_new(struct aisp_buffers *b, struct aisp_err *err);
void aisp_slices_free(struct aisp_buffers *b);

/* Input i to where ranks find it, if it is padded; an output from any whole. */
void aisp_slices_send_in(const struct aisp_buffers *b, int slot, int i);
void aisp_slices_send_out(const struct aisp_buffers *b, int slot, int o, char *from);

/* The outputs that have such memory, as ranks have them now, for the contract; and how
 * many slices are no longer what was shown. */
void aisp_slices_show_outputs(const struct aisp_buffers *b, int slot);
int aisp_slices_changed(const struct aisp_buffers *b, int slot);

/* Bytes [first, first + n) of output o of the whole, as ranks have them now. */
void aisp_slices_read(const struct aisp_buffers *b, int slot, int o, size_t first,
		      size_t n, char *to);

/* A part of [first, first + n) that lies in one slice: how long, and where in the
 * region it begins. */
size_t aisp_slices_piece(const struct aisp_buffers *b, const struct aisp_region *r,
			 const struct aisp_spec *s, size_t first, size_t n, size_t *at);

#endif
