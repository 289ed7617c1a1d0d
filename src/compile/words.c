/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "words.h"

/* Make room for one more word and the NULL; sets w->is_short if there is no memory. */
static bool has_room(struct aisp_words *w)
{
	char **grown = reallocarray(w->word, (size_t)w->n + 2, sizeof(*grown));

	if (grown)
		w->word = grown;
	w->is_short |= !grown;
	return grown != NULL;
}

/* Count the word that was put into that room; NULL: there was no memory for it. */
static void take(struct aisp_words *w)
{
	w->is_short |= !w->word[w->n];
	w->n += w->word[w->n] != NULL;
	w->word[w->n] = NULL;
}

void aisp_words_add(struct aisp_words *w, const char *fmt, ...)
{
	va_list ap;

	if (!has_room(w))
		return;
	va_start(ap, fmt);
	if (vasprintf(&w->word[w->n], fmt, ap) < 0)
		w->word[w->n] = NULL;
	va_end(ap);
	take(w);
}

/* gcc 12's analyser loses track of what is stored through w. */
#pragma GCC diagnostic ignored "-Wanalyzer-malloc-leak"

void aisp_words_split(struct aisp_words *w, const char *text)
{
	static const char blank[] = " \t\r\n";

	for (;;) {
		size_t n;

		text += strspn(text, blank);
		n = strcspn(text, blank);
		if (!n || !has_room(w))
			return;
		w->word[w->n] = strndup(text, n);
		take(w);
		text += n;
	}
}

void aisp_words_append(struct aisp_words *w, const struct aisp_words *from)
{
	for (int i = 0; i < from->n && has_room(w); i++) {
		w->word[w->n] = strdup(from->word[i]);
		take(w);
	}
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

bool aisp_words_has(const struct aisp_words *w, const char *word)
{
	for (int i = 0; i < w->n; i++)
		if (!strcmp(w->word[i], word))
			return true;
	return false;
}
