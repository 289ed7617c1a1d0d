/* SPDX-License-Identifier: MIT
 *
 * blocks.h - the parts of buffers.h that lie in GPU memory.
 */
#ifndef AISP_BLOCKS_H
#define AISP_BLOCKS_H

#include "buffers.h"

/* Memory for every region that wants some. */
int aisp_blocks_new(struct aisp_buffers *b, struct aisp_err *err);
void aisp_blocks_free(struct aisp_buffers *b);

/* Of one region: as the functions of buffers.h say. */
int aisp_block_poison(const struct aisp_buffers *b, const struct aisp_region *r,
		      uint64_t key, struct aisp_err *err);
/* The same of a region in the host's memory: a GPU is faster at it. */
int aisp_block_poison_host(const struct aisp_buffers *b, char *data, size_t n_bytes,
			   uint64_t key, struct aisp_err *err);
int aisp_block_poison_left(const struct aisp_buffers *b, const struct aisp_region *r,
			   size_t n_bytes, uint64_t key, int64_t *n,
			   struct aisp_err *err);
int aisp_block_changed(const struct aisp_buffers *b, const struct aisp_region *r,
		       size_t first_byte, size_t n_bytes, uint64_t key, int64_t *n,
		       struct aisp_err *err);

#endif
