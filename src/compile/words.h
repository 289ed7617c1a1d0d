/* SPDX-License-Identifier: MIT
 *
 * words.h - a command line, word by word.
 */
#ifndef AISP_WORDS_H
#define AISP_WORDS_H

#include <stdbool.h>

#include "base/err.h"

struct aisp_words {
	char **word; /* n words and a NULL; or NULL if n is 0 */
	int n;
	bool is_short; /* memory ran out: words are missing */
};

__attribute__((format(printf, 2, 3))) void aisp_words_add(struct aisp_words *w,
							  const char *fmt, ...);
bool aisp_words_has(const struct aisp_words *w, const char *word);
/* Appends the words of a text, which are separated by blanks. */
void aisp_words_split(struct aisp_words *w, const char *text);
void aisp_words_append(struct aisp_words *w, const struct aisp_words *from);
/* All words in one line, quoted for a shell; the caller frees it.  NULL: no memory. */
char *aisp_words_line(const struct aisp_words *w);
void aisp_words_release(struct aisp_words *w);
/* Returns 0, or -1 with *err filled if words are missing. */
int aisp_words_check(const struct aisp_words *w, struct aisp_err *err);

#endif
