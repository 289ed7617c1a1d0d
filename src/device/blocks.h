/* SPDX-License-Identifier: MIT
 *
 * blocks.h - the parts of buffers.h in a device's own memory; which device holds a
 * region.
 */
#ifndef AISP_BLOCKS_H
#define AISP_BLOCKS_H

#include "buffers.h"

/* Allocate the blocks of all regions.  Returns 0, or -1 with *err filled. */
int aisp_blocks_new(struct aisp_buffers *b, struct aisp_err *err);
void aisp_blocks_free(struct aisp_buffers *b);

/* An address, and the functions of the device that it is an address of. */
struct aisp_whereabouts {
	const struct aisp_device_ops *ops;
	struct aisp_device_state *state;
	uint64_t address;
};

/* Block k of a region, or the whole region at the host; map is the judge's mapping of
 * the region's memory file. */
struct aisp_whereabouts aisp_block_find(const struct aisp_buffers *b,
					const struct aisp_region *r, const char *map,
					uint32_t k);

/* Find byte *at of a region: its block; *at and *key become those within the block. */
struct aisp_whereabouts aisp_region_find(const struct aisp_buffers *b,
					 const struct aisp_region *r, const char *map,
					 size_t *at, uint64_t *key);

/* The key that poisons block k; for k = 0 the region's own. */
static inline uint64_t aisp_block_key(uint64_t key, uint32_t k)
{
	return key + k * UINT64_C(0x9e3779b97f4a7c15);
}

/* Poison all pages of a region. */
int aisp_region_poison(const struct aisp_buffers *b, const struct aisp_region *r,
		       char *map, uint64_t key, struct aisp_err *err);

/* Zero all blocks of a region. */
int aisp_blocks_clear(const struct aisp_buffers *b, const struct aisp_region *r,
		      struct aisp_err *err);

/* Add to *n_changed the bytes of [first, first + n) that are not the poison. */
int aisp_region_changed(const struct aisp_buffers *b, const struct aisp_region *r,
			const char *map, size_t first_byte, size_t n_bytes,
			uint64_t key, int64_t *n_changed, struct aisp_err *err);

#endif
