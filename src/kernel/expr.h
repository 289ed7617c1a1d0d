/* SPDX-License-Identifier: MIT
 *
 * expr.h - expressions of launch lines: C's operators on integers, real numbers and
 * addresses, over names that the caller knows.  Nothing wraps around: what does not
 * fit 64 bits is an error.
 */
#ifndef AISP_KERNEL_EXPR_H
#define AISP_KERNEL_EXPR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

enum aisp_value_kind {
	AISP_VALUE_ANY, /* unknown so far: names have no values */
	AISP_VALUE_INTEGER,
	AISP_VALUE_REAL,
	AISP_VALUE_ADDRESS, /* integer bytes into a buffer */
	AISP_VALUE_MAP,
	AISP_VALUE_PEERS, /* of the rank that launches */
};

struct aisp_value {
	enum aisp_value_kind kind;
	int64_t integer;
	double real;
	uint32_t number; /* of the buffer or the map */
};

/* A position in a text.  After an error it stays there. */
struct aisp_reader {
	const char *at;
	const char *file; /* for messages */
	int line;
	const char *tag; /* the line's: "LAUNCH" */
	/* Finds the value of a name of n characters; returns false if it has none. */
	bool (*find)(const void *world, const char *name, int n, struct aisp_value *v);
	const void *world;
	int depth, n_dead;
	struct aisp_err *err;
};

/* Reports "FILE:LINE: TAG: <words>, at '<text>'"; returns -1. */
__attribute__((format(printf, 2, 3))) int aisp_reader_fail(struct aisp_reader *r,
							   const char *fmt, ...);

/* Skips blanks, then this text if it comes next, as a whole word if it is one. */
bool aisp_reader_take(struct aisp_reader *r, const char *text);
/* Likewise; returns -1 if it does not come next. */
int aisp_reader_want(struct aisp_reader *r, const char *text);
/* Reads a name (letters, digits, '_', '$', '.') of fewer than `size` characters. */
int aisp_reader_name(struct aisp_reader *r, char *name, int size);

int aisp_expr_read(struct aisp_reader *r, struct aisp_value *v);
/* Reads an integer within [low, high]; low if it is unknown so far. */
int aisp_expr_integer(struct aisp_reader *r, const char *what, int64_t low,
		      int64_t high, int64_t *value);

#endif
