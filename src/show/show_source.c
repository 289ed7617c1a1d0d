/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/regular.h"
#include "base/text.h"
#include "compile/tags.h"
#include "show_source.h"

#define SOURCE_MAX (1 << 20) /* bytes that are read of a file */

/* The string literals at s, joined. */
static void take_literals(char *dst, size_t size, const char *s)
{
	size_t n = 0;

	while (*s == '"') {
		for (s++; *s && *s != '"'; s++) {
			if (*s == '\\' && s[1])
				s++;
			if (n + 1 < size)
				dst[n++] = *s;
		}
		s += *s == '"';
		while (isspace((unsigned char)*s))
			s++;
	}
	dst[n] = '\0';
}

/* The text after ".member =", or NULL. */
static const char *find_member(const char *text, const char *member)
{
	const char *s = strstr(text, member);

	if (!s)
		return NULL;
	s += strlen(member);
	return s + strspn(s, " \t\n=");
}

/* A variant with device code only has no struct; its opening comment says both. */
static void take_class(struct show_source *out, const char *path, const char *text)
{
	static const char prefix[] = "AISP_CLASS_";
	const char *s = find_member(text, ".cls");
	size_t n = 0;

	if (!s && aisp_source_tag(path, AISP_TAG_CLASS, out->cls, sizeof(out->cls)))
		return;
	if (!s) {
		snprintf(out->cls, sizeof(out->cls), "optimized");
		return;
	}
	if (strncmp(s, prefix, sizeof(prefix) - 1) != 0)
		return;
	for (s += sizeof(prefix) - 1; isupper((unsigned char)*s); s++)
		if (n + 1 < sizeof(out->cls))
			out->cls[n++] = (char)tolower((unsigned char)*s);
	out->cls[n] = '\0';
}

static void add_words(struct show_source *out, const struct aisp_words *w)
{
	char *line = w->n ? aisp_words_line(w) : NULL;
	size_t n = strlen(out->needs);

	if (line)
		snprintf(out->needs + n, sizeof(out->needs) - n, "%s%s", n ? " " : "",
			 line);
	free(line);
}

/* Lists what the opening comment asks for; the build reports what is not allowed. */
static void take_needs(struct show_source *out, const char *path, const char *text)
{
	const char *lacking = find_member(text, ".needs"), *end = strrchr(path, '.');
	struct aisp_tags tags = { 0 };

	if (lacking)
		take_literals(out->needs, sizeof(out->needs), lacking);
	aisp_tags_read(&tags, path, end && !strcmp(end, ".cu"), NULL);
	add_words(out, &tags.of[AISP_TAG_NEEDS]);
	add_words(out, &tags.of[AISP_TAG_LIBS]);
	add_words(out, &tags.of[AISP_TAG_ARCH]);
	aisp_tags_release(&tags);
}

int show_source_read(struct show_source *s, const char *dir, const char *file,
		     struct aisp_err *err)
{
	char path[PATH_MAX + NAME_MAX + 2], *text = calloc(1, SOURCE_MAX);
	FILE *f;
	const char *summary;

	*s = (struct show_source){ 0 };
	snprintf(path, sizeof(path), "%s/%s", dir, file);
	f = text ? aisp_source_open(path, err) : NULL;
	if (!f) {
		if (!text)
			aisp_err_set(err, "out of memory");
		free(text);
		return -1;
	}
	text[fread(text, 1, SOURCE_MAX - 1, f)] = '\0';
	fclose(f);
	aisp_drop_comments(text);
	take_class(s, path, text);
	take_needs(s, path, text);
	summary = find_member(text, ".summary");
	if (summary)
		take_literals(s->summary, sizeof(s->summary), summary);
	else
		aisp_source_tag(path, AISP_TAG_SUMMARY, s->summary, sizeof(s->summary));
	free(text);
	return 0;
}
