/* SPDX-License-Identifier: MIT
 *
 * blocks.h - the parts of buffers.h that lie in a device's own memory, and which
 * device has a region.
 */
#ifndef AISP_BLOCKS_H
#define AISP_BLOCKS_H

#include "buffers.h"

/* Memory for every region that wants some. */
int aisp_blocks_new(struct aisp_buffers *b, struct aisp_err *err);
void aisp_blocks_free(struct aisp_buffers *b);

/* Where a region begins, and whose functions take that address. */
struct aisp_whereabouts {
	const struct aisp_device_ops *ops;
	struct aisp_device_state *state;
	uint64_t address;
};

/* Block k of a region, or all of it at the host; map is where the judge sees the
 * region's memory file. */
struct aisp_whereabouts aisp_block_find(const struct aisp_buffers *b,
					const struct aisp_region *r, const char *map,
					uint32_t k);

/* Of byte *at of a region: its block, and where it lies and what key poisons there. */
struct aisp_whereabouts aisp_region_find(const struct aisp_buffers *b,
					 const struct aisp_region *r, const char *map,
					 size_t *at, uint64_t *key);

/* What poisons block k; the first as any region. */
static inline uint64_t aisp_block_key(uint64_t key, uint32_t k)
{
	return key + k * UINT64_C(0x9e3779b97f4a7c15);
}

/* All pages of a region. */
int aisp_region_poison(const struct aisp_buffers *b, const struct aisp_region *r,
		       char *map, uint64_t key, struct aisp_err *err);

/* All blocks of a region hold zeros. */
int aisp_blocks_clear(const struct aisp_buffers *b, const struct aisp_region *r,
		      struct aisp_err *err);

/* Bytes [first, first + n) of a region that are not its poison, added to *n_changed. */
int aisp_region_changed(const struct aisp_buffers *b, const struct aisp_region *r,
			const char *map, size_t first_byte, size_t n_bytes,
			uint64_t key, int64_t *n_changed, struct aisp_err *err);

#endif
