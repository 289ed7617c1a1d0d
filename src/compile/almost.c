/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "almost.h"

/* All tags, of tags.h. */
static const char *const tags[] = { "FLAGS",  "LIBS",        "NEEDS", "ARCH",
				    "CONFIG", "WORKSPACE",   "ONLY",  "AFTER",
				    "WALLS",  "FLAGS DIFFER" };

/* Behind the sign of a comment and blanks; NULL if no comment begins the line. */
static const char *label_of(const char *line)
{
	line += strspn(line, " \t");
	if (strncmp(line, "/*", 2) != 0 && strncmp(line, "//", 2) != 0 && *line != '*')
		return NULL;
	line += strspn(line, "/*");
	return line + strspn(line, " \t");
}

static bool is_tag(const char *line, const char *tag)
{
	size_t n = strlen(tag);

	return !strncmp(line, " * ", 3) && !strncmp(line + 3, tag, n) &&
	       line[3 + n] == ':';
}

/* In any case, with an "S" at the end or without. */
static bool is_alike(const char *label, const char *tag)
{
	size_t n = strlen(tag);
	const char *end;

	n -= tag[n - 1] == 'S';
	if (strncasecmp(label, tag, n) != 0)
		return false;
	end = label + n;
	end += *end == 'S' || *end == 's';
	return end[strspn(end, " \t")] == ':';
}

/* Prose has such words before a colon, too, but not in capitals, nor with an option or
 * a number behind it. */
static bool is_meant(const char *label)
{
	const char *value = strchr(label, ':') + 1;

	value += strspn(value, " \t");
	return (isupper((unsigned char)label[0]) && isupper((unsigned char)label[1])) ||
	       *value == '-' || isdigit((unsigned char)*value);
}

const char *aisp_almost_tag(const char *line)
{
	const char *label = label_of(line);

	for (size_t i = 0; i < sizeof(tags) / sizeof(*tags) && label; i++)
		if (is_alike(label, tags[i]) && is_meant(label))
			return is_tag(line, tags[i]) ? NULL : tags[i];
	return NULL;
}
