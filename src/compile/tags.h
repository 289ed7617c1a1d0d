/* SPDX-License-Identifier: MIT
 *
 * tags.h - what the opening comment of a source says of its build:
 *	 * FLAGS: -fopenmp           further options of the compiler
 *	 * LIBS: -ldnnl              further libraries
 *	 * CONFIG: llvm-config       libraries as this program names them
 *	 * NEEDS: oneapi/dnnl/dnnl.h a header without which the source is skipped
 *	 * ARCH: sm_90a              the GPUs of a .cu file; else the usual ones
 *	 * FLAGS DIFFER: why         of a workload: read by src/judge/files.c
 *	 * ONLY: elems >= 100000     the sizes it serves, and
 *	 * WORKSPACE: 4 * elems      the bytes it asks for: read by src/judge/only.c
 *	 * AFTER: gemm_tiled         the variant to which it adds one idea: read by
 *	                             src/judge/suite.c
 *	 * WALLS: mpi                the library whose sandbox exceptions it needs:
 *	                             read by src/judge/mpi.c
 */
#ifndef AISP_TAGS_H
#define AISP_TAGS_H

#include <stdbool.h>
#include <stdio.h>

#include "allow.h"
#include "words.h"

struct aisp_tags {
	struct aisp_words of[AISP_N_TAGS];
};

/*
 * Append the file's tags.  Returns 0; or -1 with *err filled if the file cannot be
 * read, or, with file, line and word, if a word is not allowed, or a line is
 * almost one of a tag (almost.h).
 */
int aisp_tags_read(struct aisp_tags *t, const char *path, bool is_cuda,
		   struct aisp_err *err);
void aisp_tags_release(struct aisp_tags *t);

/*
 * Copy the words of the first line " * TAG: words" of the opening comment, with "..."
 * at the end if they do not fit.  Returns the number of the line, from 1; 0: there is
 * none.
 */
int aisp_source_tag(const char *path, const char *tag, char *words, size_t size);

/* Refuses a second line " * TAG: words" of the opening comment, and one without words.
 * Returns 0, also if there is none, or -1 with *err filled. */
int aisp_source_tag_once(const char *path, const char *tag, struct aisp_err *err);

/* The first workload that the source includes, as "x"; the caller frees it.  NULL:
 * none.
 */
char *aisp_source_workload(const char *path);

/* Opens a regular file of at most 16 MiB; NULL with *err filled if it is none. */
FILE *aisp_source_open(const char *path, struct aisp_err *err);

#endif
