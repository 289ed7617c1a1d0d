/* SPDX-License-Identifier: MIT
 *
 * picture.h - the machine as boxes in boxes: package, caches, cores, threads.
 */
#ifndef AISP_PICTURE_H
#define AISP_PICTURE_H

#include <stdio.h>

#include "base/err.h"

enum aisp_picture {
	AISP_PICTURE_ASCII,
	AISP_PICTURE_SVG,
};

/*
 * Draws this machine's topology, at most about `columns` characters wide as far as
 * boxes can be placed below each other.  Returns 0, or -1 with *err filled.
 */
int aisp_picture_draw(FILE *f, enum aisp_picture kind, int columns,
		      struct aisp_err *err);

#endif
