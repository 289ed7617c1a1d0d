/* SPDX-License-Identifier: MIT
 *
 * cubin.h - what a stranger's image for a GPU holds, before a driver reads it: the ELF
 * files in it, their symbols, and which of these are not its own.
 *
 * A fatbin is a header of 16 bytes (magic, version, its own size, that of all that
 * follows) and entries of the same shape (kind: 1 is PTX, 2 is ELF), as fatbinary of
 * CUDA 13 writes them with -no-compress.
 */
#ifndef AISP_KERNEL_CUBIN_H
#define AISP_KERNEL_CUBIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct aisp_cubin {
	const unsigned char *elf;
	size_t n_bytes;
};

struct aisp_cubin_symbol {
	const char *name;
	const char *section; /* "" if it is defined elsewhere */
	uint64_t value, size;
	bool is_function, is_object, is_defined;
	bool is_writable; /* kernels may write that memory */
};

/*
 * Iterates over the ELF files of an image of n bytes, plain or a fatbin: each call sets
 * *c to the next one after *at, which begins as 0.  Returns false after the last.
 */
bool aisp_cubin_next(const void *image, size_t n, size_t *at, struct aisp_cubin *c);

/* Gets symbol i; false after the last, or if the file is damaged there. */
bool aisp_cubin_symbol(const struct aisp_cubin *c, size_t i,
		       struct aisp_cubin_symbol *s);

/*
 * Returns 0 if the file is self-contained: its tables lie within it, and it uses no
 * external function (malloc, printf and launches by kernels are external).  Else -1.
 */
int aisp_cubin_check(const struct aisp_cubin *c, struct aisp_err *err);

/*
 * The symbol of the only function with that name, either as a symbol or in C++. NULL
 * with *err filled if there is none or more than one.
 */
const char *aisp_cubin_function(const struct aisp_cubin *c, const char *name,
				struct aisp_err *err);

#endif
