/* SPDX-License-Identifier: MIT
 *
 * npy.h - arrays that users bring as NumPy .npy files.
 *
 * Format versions 1.0 to 3.0 (numpy.lib.format), little-endian, C order,
 * without pickles.  A file is hostile until it has been parsed: nothing here
 * believes a length, and nothing in it is executed.
 */
#ifndef AISP_NPY_H
#define AISP_NPY_H

#include <aisp/variant.h>

#include "err.h"

/* If zeroed, it is empty and may be released. */
struct aisp_npy {
	enum aisp_dtype dtype; /* one that NumPy has */
	int rank;              /* 0 for a scalar */
	int64_t shape[AISP_MAX_RANK];
	const void *data; /* row-major, inside map; aligned to an element, not to 64 */
	size_t data_bytes;
	void *map; /* NULL after aisp_npy_parse */
	size_t map_bytes;
};

/*
 * Maps a file, privately and for reading.  If the file is shortened while it is mapped,
 * reads of data fail with SIGBUS.  Returns 0, or -1 with *err naming the file and the
 * remedy; *a is then zeroed.
 */
int aisp_npy_load(const char *path, struct aisp_npy *a, struct aisp_err *err);
void aisp_npy_release(struct aisp_npy *a);

/*
 * Likewise for n_bytes in memory, which the caller keeps; a->data points into them.
 * `name` replaces the path in messages.
 */
int aisp_npy_parse(const void *bytes, size_t n_bytes, const char *name,
		   struct aisp_npy *a, struct aisp_err *err);

#endif
