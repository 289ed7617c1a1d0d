/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "words.h"

static void take(struct aisp_words *w, char *word)
{
	char **grown = NULL;

	if (word)
		grown = reallocarray(w->word, (size_t)w->n + 2, sizeof(*grown));
	if (!grown) {
		w->is_short = true;
		free(word);
		return;
	}
	w->word = grown;
	w->word[w->n++] = word;
	w->word[w->n] = NULL;
}

void aisp_words_add(struct aisp_words *w, const char *fmt, ...)
{
	va_list ap;
	char *word;
	int n;

	va_start(ap, fmt);
	n = vasprintf(&word, fmt, ap);
	va_end(ap);
	take(w, n < 0 ? NULL : word);
}

void aisp_words_split(struct aisp_words *w, const char *text)
{
	static const char blank[] = " \t\r\n";

	for (;;) {
		size_t n;

		text += strspn(text, blank);
		n = strcspn(text, blank);
		if (!n)
			return;
		take(w, strndup(text, n));
		text += n;
	}
}

void aisp_words_append(struct aisp_words *w, const struct aisp_words *from)
{
	for (int i = 0; i < from->n; i++)
		take(w, strdup(from->word[i]));
	w->is_short |= from->is_short;
}

static void put_word(FILE *f, const char *word)
{
	if (*word && !word[strcspn(word, " \t\n'\"\\$`!*?[]{}()<>|&;#~")]) {
		fputs(word, f);
		return;
	}
	putc('\'', f);
	for (; *word; word++)
		if (*word == '\'')
			fputs("'\\''", f);
		else
			putc(*word, f);
	putc('\'', f);
}

char *aisp_words_line(const struct aisp_words *w)
{
	char *line = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&line, &size);

	if (!f)
		return NULL;
	for (int i = 0; i < w->n; i++) {
		if (i)
			putc(' ', f);
		put_word(f, w->word[i]);
	}
	if (fclose(f) || w->is_short) {
		free(line);
		return NULL;
	}
	return line;
}

void aisp_words_release(struct aisp_words *w)
{
	for (int i = 0; i < w->n; i++)
		free(w->word[i]);
	free(w->word);
	*w = (struct aisp_words){ 0 };
}

int aisp_words_check(const struct aisp_words *w, struct aisp_err *err)
{
	return w->is_short ? aisp_err_set(err, "out of memory") : 0;
}
