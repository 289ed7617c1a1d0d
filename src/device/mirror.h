/* SPDX-License-Identifier: MIT
 *
 * mirror.h - a view of a device's memory at addresses of the host, for references that
 * run on the CPU.
 *
 * Where the kernel lets us serve page faults (userfaultfd), only what is looked at
 * is copied; elsewhere all of it.  A range of which half or more was looked at when it
 * was sent back is copied whole from the next time on.
 */
#ifndef AISP_MIRROR_H
#define AISP_MIRROR_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "device.h"

struct aisp_mirror;

/* n_bytes of address space.  NULL with *err filled. */
struct aisp_mirror *aisp_mirror_new(const struct aisp_open_device *d, size_t n_bytes,
				    struct aisp_err *err);
void aisp_mirror_free(struct aisp_mirror *m); /* NULL is fine */

/* n_bytes at the host and of its addresses; chunks of it are copied. */
char *aisp_mirror_base(const struct aisp_mirror *m);
size_t aisp_mirror_chunk_bytes(const struct aisp_mirror *m);

/* Memory of the device. */
struct aisp_piece {
	uint64_t address;
	size_t n_bytes;
};

/*
 * From now on the range from offset on, the start of a chunk, shows what the device
 * holds now in these pieces, one behind the other; do not let it change while the view
 * is in use.  0, or -1 with *err filled.
 */
int aisp_mirror_show(struct aisp_mirror *m, size_t offset, const struct aisp_piece *p,
		     int n_pieces, struct aisp_err *err);

/*
 * The host may have changed what the range shows: the device gets back what was looked
 * at, in these pieces. Arguments and result as for aisp_mirror_show().
 */
int aisp_mirror_send(struct aisp_mirror *m, size_t offset, const struct aisp_piece *p,
		     int n_pieces, struct aisp_err *err);

/* 0, or -1 with *err filled if a copy has failed since the last question. */
int aisp_mirror_check(struct aisp_mirror *m, struct aisp_err *err);

#endif
