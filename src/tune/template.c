/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "template.h"

#define PREFIX "AISP_TUNE_"

static void macro_of(char *macro, size_t size, const char *name)
{
	size_t n = (size_t)snprintf(macro, size, PREFIX "%s", name);

	for (size_t i = 0; i < n && i < size; i++)
		macro[i] = (char)toupper((unsigned char)macro[i]);
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* The next AISP_TUNE_ word from `at` on, and its length; NULL: none. */
static const char *next_macro(const char *at, const char *begin, size_t *n)
{
	while ((at = strstr(at, PREFIX))) {
		*n = strlen(PREFIX);
		while (is_word(at[*n]))
			++*n;
		if (at == begin || !is_word(at[-1]))
			return at;
		at += *n;
	}
	return NULL;
}

static int find_param(const struct aisp_space *s, const char *macro, size_t n)
{
	char own[AISP_SPACE_MAX_NAME + sizeof(PREFIX)];

	for (int i = 0; i < s->n_params; i++) {
		macro_of(own, sizeof(own), s->param[i].name);
		if (strlen(own) == n && !strncmp(own, macro, n))
			return i;
	}
	return -1;
}

int aisp_template_check(const char *text, const struct aisp_space *s, const char *file,
			struct aisp_err *err)
{
	bool is_used[AISP_SPACE_MAX_PARAMS] = { false };
	char macro[AISP_SPACE_MAX_NAME + sizeof(PREFIX)];
	size_t n = 0;

	for (const char *at = text; (at = next_macro(at, text, &n)); at += n) {
		int i = find_param(s, at, n);

		if (i < 0)
			return aisp_err_usage(err,
					      "%.200s: %.*s is no parameter of the "
					      "space; add 'parameter' with its values",
					      file, n > 80 ? 80 : (int)n, at);
		is_used[i] = true;
	}
	for (int i = 0; i < s->n_params; i++) {
		macro_of(macro, sizeof(macro), s->param[i].name);
		if (!is_used[i])
			return aisp_err_usage(err,
					      "%.200s: %s is used nowhere; use it, or "
					      "take the parameter out of the space",
					      file, macro);
	}
	return 0;
}

/* The length of the opening comment and the line end after it. */
static size_t opening(const char *text)
{
	const char *end = strncmp(text, "/*", 2) ? NULL : strstr(text, "*/");

	if (!end)
		return 0;
	end = strchrnul(end, '\n');
	return (size_t)(end - text) + (*end == '\n');
}

/* Values are aligned in a column, as by clang-format. */
static int widest_macro(const struct aisp_space *s)
{
	size_t widest = 0;

	for (int i = 0; i < s->n_params; i++)
		if (strlen(s->param[i].name) > widest)
			widest = strlen(s->param[i].name);
	return (int)(strlen(PREFIX) + widest);
}

/* Lines about the build and launches are read before a compiler runs: values are
 * inserted directly there. */
static void put_opening(FILE *f, const char *text, const char *end,
			const struct aisp_space *s, int point)
{
	const char *at = text, *macro;
	size_t n;

	while ((macro = next_macro(at, text, &n)) && macro < end) {
		int i = find_param(s, macro, n);

		if (i < 0)
			break;
		fprintf(f, "%.*s%" PRId64, (int)(macro - at), at,
			aisp_space_value(s, point, i));
		at = macro + n;
	}
	fwrite(at, 1, (size_t)(end - at), f);
}

char *aisp_template_render(const char *text, const struct aisp_space *s, int point)
{
	char macro[AISP_SPACE_MAX_NAME + sizeof(PREFIX)], *source = NULL;
	size_t n = opening(text), size;
	FILE *f = open_memstream(&source, &size);
	int width = widest_macro(s);

	if (!f)
		return NULL;
	put_opening(f, text, text + n, s, point);
	for (int i = 0; i < s->n_params; i++) {
		macro_of(macro, sizeof(macro), s->param[i].name);
		fprintf(f, "#define %-*s %" PRId64 "\n", width, macro,
			aisp_space_value(s, point, i));
	}
	fputs(text + n, f);
	if (!fclose(f))
		return source;
	free(source);
	return NULL;
}
