/* SPDX-License-Identifier: MIT
 *
 * shape.h - the members of a JSON object, and where each goes in a struct.
 */
#ifndef AISP_SHAPE_H
#define AISP_SHAPE_H

#include <jansson.h>
#include <stddef.h>

#include "arena.h"
#include "base/err.h"

enum aisp_member {
	AISP_TEXT,   /* const char *: borrowed, "" for none */
	AISP_NUMBER, /* double: NaN for none */
	AISP_WHOLE,  /* int64_t: AISP_UNKNOWN for none */
	AISP_FLAG,   /* bool */
	AISP_WORD,   /* an enum of 4 bytes: `n` of the words for none */
	AISP_PAIR,   /* double[2] */
	AISP_MANY,   /* struct aisp_numbers */
	AISP_TEXTS,  /* struct aisp_texts */
	AISP_MAP,    /* struct aisp_map */
	AISP_INNER,  /* an object, into the struct itself */
	AISP_FIRST,  /* the same, or the first of an array of them */
	AISP_OPTION, /* a pointer to a struct; NULL for none */
	AISP_LIST,   /* a pointer to structs, directly followed by an int: how many */
};

/* How strictly a member is checked: without either, a wrong one is read as none. */
enum {
	AISP_CHECKED = 1,
	/* null or of that type */ AISP_NEEDED = 3 /* of that type */
};

struct aisp_vocabulary {
	const char *(*name)(int word);
	int n;
	unsigned allowed; /* 1 << word: others are errors; 0: all allowed */
};

struct aisp_shape {
	const struct aisp_field *fields; /* the last has no name */
	size_t size;                     /* of the struct */
};

struct aisp_field {
	const char *name;
	enum aisp_member kind;
	int strictness;
	size_t offset;
	const struct aisp_shape *shape;
	const struct aisp_vocabulary *words;
};

/* A place in the document, for messages. */
struct aisp_where {
	const struct aisp_where *up; /* NULL: the document itself */
	const char *name;
	int i; /* index in an array; -1: in none */
};

/* Fills *err with "results[0].status has the wrong type"; returns -1. */
int aisp_complain(const struct aisp_where *w, const char *name, const char *what,
		  struct aisp_err *err);

/* Fill a struct from an object; NULL counts as empty. 0, or -1 with *err filled. */
int aisp_shape_read(const struct aisp_shape *s, const json_t *object, void *to,
		    const struct aisp_where *w, struct aisp_arena *a,
		    struct aisp_err *err);

#endif
