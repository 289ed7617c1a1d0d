/* SPDX-License-Identifier: MIT
 *
 * slices.h - the ranks' slices of tensors, each in pages of its own.
 *
 * A slice gets whole pages, since a rank maps only what it may see; the rest of its
 * last page is guarded.  If there is a rest, the contract sees the tensor as a whole in
 * memory of the judge (aisp_buffers.whole_in, whole_out), from and to which slices are
 * copied; so it sees outputs at the host if a device goes on during comparisons.
 */
#ifndef AISP_SLICES_H
#define AISP_SLICES_H

#include "buffers.h"

/* The number of slices; 1 for a tensor that is not cut. */
int aisp_slices_n(const struct aisp_problem *pr, const struct aisp_spec *s);
size_t aisp_slice_bytes(const struct aisp_problem *pr, const struct aisp_spec *s);

/* Bytes of the pages of all slices. */
size_t aisp_slices_pages(const struct aisp_problem *pr, const struct aisp_spec *s);

/* Do slices end within a page, so that the contract sees a copy? */
bool aisp_is_padded(const struct aisp_problem *pr, const struct aisp_spec *s);

/* Allocates the copies of padded tensors, and of outputs at the host beside a device
 * that goes on while they are compared.  Returns 0, or -1 with *err filled. */
int aisp_slices_new(struct aisp_buffers *b, struct aisp_err *err);
void aisp_slices_free(struct aisp_buffers *b);

/* What aisp_slices_new() allocates for b, whose regions are placed. */
size_t aisp_slices_bytes(const struct aisp_buffers *b);

/* Copies padded input i to its slices; copies `from` to an output's slices. */
void aisp_slices_send_in(const struct aisp_buffers *b, int slot, int i);
void aisp_slices_send_out(const struct aisp_buffers *b, int slot, int o, char *from);

/* Copies the outputs that have such memory, as they are now, for the contract; then
 * counts the slices that have changed since. */
void aisp_slices_show_outputs(const struct aisp_buffers *b, int slot);
int aisp_slices_changed(const struct aisp_buffers *b, int slot);

/* Copies bytes [first, first + n) of the whole output o, as they are now. */
void aisp_slices_read(const struct aisp_buffers *b, int slot, int o, size_t first,
		      size_t n, char *to);

/* The part of [first, first + n) that lies in one slice: returns its length, and sets
 * *at to its offset in the region. */
size_t aisp_slices_piece(const struct aisp_buffers *b, const struct aisp_region *r,
			 const struct aisp_spec *s, size_t first, size_t n, size_t *at);

#endif
