/* SPDX-License-Identifier: MIT
 *
 * mirror.h - a view of a device's memory at addresses of the host, for references that
 * run on the CPU.
 *
 * If the kernel lets us serve page faults (userfaultfd), only the chunks that are read
 * are copied; otherwise all of them.  A range of which half or more was read by the
 * time it is sent back is copied whole from then on.
 */
#ifndef AISP_MIRROR_H
#define AISP_MIRROR_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "device.h"

struct aisp_mirror;

/* Reserves n_bytes of addresses.  Returns NULL with *err filled on failure. */
struct aisp_mirror *aisp_mirror_new(const struct aisp_open_device *d, size_t n_bytes,
				    struct aisp_err *err);
void aisp_mirror_free(struct aisp_mirror *m); /* NULL is fine */

/* The host's address of these n_bytes; the size of a chunk, the unit of copying. */
char *aisp_mirror_base(const struct aisp_mirror *m);
size_t aisp_mirror_chunk_bytes(const struct aisp_mirror *m);

/* Memory of the device. */
struct aisp_piece {
	uint64_t address;
	size_t n_bytes;
};

/*
 * From now on the range that begins at offset, the start of a chunk, shows these pieces
 * of device memory, one behind the other; do not change them while the view is in use.
 * Returns 0, or -1 with *err filled.
 */
int aisp_mirror_show(struct aisp_mirror *m, size_t offset, const struct aisp_piece *p,
		     int n_pieces, struct aisp_err *err);

/*
 * The host may have changed the range: copy the chunks that were read back to the
 * device.  Arguments and result as for aisp_mirror_show().
 */
int aisp_mirror_send(struct aisp_mirror *m, size_t offset, const struct aisp_piece *p,
		     int n_pieces, struct aisp_err *err);

/* Returns 0, or -1 with *err filled if a copy has failed since the last check. */
int aisp_mirror_check(struct aisp_mirror *m, struct aisp_err *err);

#endif
