/* SPDX-License-Identifier: MIT
 *
 * tap.h - the whole unit test framework.  One program per test file; the exit
 * status is 0 pass, 1 fail, 77 skip, and the output is TAP.
 */
#ifndef TAP_H
#define TAP_H

#include <stdio.h>
#include <stdlib.h>

static int tap_n, tap_failed;

#define ok(cond, ...) tap_ok((cond), __FILE__, __LINE__, #cond, __VA_ARGS__)

static inline void tap_ok(int pass, const char *file, int line, const char *expr,
			  const char *name)
{
	printf("%sok %d - %s\n", pass ? "" : "not ", ++tap_n, name);
	if (!pass) {
		printf("# %s:%d: %s\n", file, line, expr);
		tap_failed = 1;
	}
	fflush(stdout);
}

static inline void skip_all(const char *why)
{
	printf("1..0 # SKIP %s\n", why);
	exit(0); /* prove takes any other status for a failure */
}

static inline int done(void)
{
	printf("1..%d\n", tap_n);
	return tap_failed;
}

#endif
