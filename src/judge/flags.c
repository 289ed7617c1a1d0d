/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/regular.h"
#include "compile/words.h"
#include "flags.h"

/* The words of an object's command line that begin with a dash. */
static int read_words(struct aisp_words *w, const char *object)
{
	char path[4400], text[8192], *save = NULL;
	FILE *f;

	*w = (struct aisp_words){ 0 };
	snprintf(path, sizeof(path), "%s.cmd", object);
	f = aisp_regular_open(path, NULL);
	if (!f)
		return -1;
	if (!fgets(text, sizeof(text), f))
		text[0] = '\0';
	fclose(f);
	for (char *s = strtok_r(text, " \n", &save); s;
	     s = strtok_r(NULL, " \n", &save))
		if (s[0] == '-')
			aisp_words_add(w, "%s", s);
	return w->is_short ? -1 : 0;
}

/* The last -O decides: 0 to 3; -Og, -Os and -Oz count as 1. */
static int level_of(const struct aisp_words *w)
{
	int level = 0;

	for (int i = 0; i < w->n; i++) {
		const char *s = w->word[i];

		if (s[1] != 'O')
			continue;
		level = s[2] >= '0' && s[2] <= '3' ? s[2] - '0' : 1;
		if (!strcmp(s, "-Ofast"))
			level = 3;
	}
	return level;
}

static bool begins(const char *s, const char *const *prefix)
{
	for (; *prefix; prefix++)
		if (!strncmp(s, *prefix, strlen(*prefix)))
			return true;
	return false;
}

/* Does the option slow code down?  For gcc, clang and nvcc. */
static bool is_slow(const char *word)
{
	static const char *const slow[] = { "-fno-",
					    "-mno-",
					    "-fsanitize",
					    "-pg",
					    "-finstrument",
					    "-ffloat-store",
					    "-fstack-protector-all",
					    "--coverage",
					    "-G",
					    NULL };
	static const char *const not_slow[] = {
		"-fno-math-errno",      "-fno-trapping-math",
		"-fno-signed-zeros",    "-fno-semantic-interposition",
		"-fno-exceptions",      "-fno-plt",
		"-fno-stack-protector", NULL
	};

	return begins(word, slow) && !begins(word, not_slow);
}

static void compare(const struct aisp_words *a, const struct aisp_words *b,
		    struct aisp_flags *f)
{
	f->n_slower = level_of(a) < 2 && level_of(a) < level_of(b);
	for (int i = 0; i < a->n; i++)
		f->n_slower += is_slow(a->word[i]) && !aisp_words_has(b, a->word[i]);
	for (int i = 0; i < b->n; i++)
		f->n_own += !aisp_words_has(a, b->word[i]) &&
			    strncmp(b->word[i], "-l", 2) &&
			    strncmp(b->word[i], "-D", 2);
}

int aisp_flags_compare(const char *first, const char *second, struct aisp_flags *f)
{
	struct aisp_words a, b = { 0 };
	int rc = read_words(&a, first) || read_words(&b, second) ? -1 : 0;

	*f = (struct aisp_flags){ 0 };
	if (!rc)
		compare(&a, &b, f);
	aisp_words_release(&a);
	aisp_words_release(&b);
	return rc;
}
