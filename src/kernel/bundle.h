/* SPDX-License-Identifier: MIT
 *
 * bundle.h - the object of a variant that is device code alone: its opening comment,
 * a zero, and from the next multiple of 16 bytes on the image of its kernels.  One
 * file, so that its hash says how they are launched, too.
 */
#ifndef AISP_KERNEL_BUNDLE_H
#define AISP_KERNEL_BUNDLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "lines.h"

#define AISP_BUNDLE_ALIGN 16

/* Writes source's opening comment before the image in file.  Returns 0 or -1. */
int aisp_bundle_write(const char *file, const char *source, struct aisp_err *err);

/* Fills *plan from the bundle's lines; messages call it `file`. */
int aisp_bundle_plan(const char *bundle, const struct aisp_kernel_world *world,
		     struct aisp_kernel_plan *plan, struct aisp_err *err);

/* Decides by its name. */
bool aisp_is_bundle(const char *object);

/* The offset of the image in a bundle of n bytes, or -1 if it is no bundle. */
long aisp_bundle_image(const void *bundle, size_t n);

#endif
