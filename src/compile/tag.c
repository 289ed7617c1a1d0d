/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/near.h"
#include "tag.h"

static const char *const names[] = {
	[AISP_TAG_FLAGS] = "FLAGS",   [AISP_TAG_LIBS] = "LIBS",
	[AISP_TAG_NEEDS] = "NEEDS",   [AISP_TAG_ARCH] = "ARCH",
	[AISP_TAG_CONFIG] = "CONFIG", [AISP_TAG_WORKSPACE] = "WORKSPACE",
	[AISP_TAG_ONLY] = "ONLY",     [AISP_TAG_AFTER] = "AFTER",
	[AISP_TAG_WALLS] = "WALLS",   [AISP_TAG_FLAGS_DIFFER] = "FLAGS DIFFER",
	[AISP_TAG_CLASS] = "CLASS",   [AISP_TAG_SUMMARY] = "SUMMARY",
};

const char *aisp_tag_name(enum aisp_tag tag)
{
	return names[tag];
}

const char *aisp_tag_words(enum aisp_tag tag, const char *line)
{
	size_t n = strlen(names[tag]);

	return !strncmp(line, " * ", 3) && !strncmp(line + 3, names[tag], n) &&
			       line[3 + n] == ':'
		       ? line + 4 + n
		       : NULL;
}

/* Behind the sign of a comment and blanks; NULL if no comment begins the line. */
static const char *label_of(const char *line)
{
	line += strspn(line, " \t");
	if (strncmp(line, "/*", 2) != 0 && strncmp(line, "//", 2) != 0 && *line != '*')
		return NULL;
	line += strspn(line, "/*");
	return line + strspn(line, " \t");
}

/* Copies what stands before the colon; false if there is none.  It may be cut, since no
 * tag is as long. */
static bool take_word(char *word, size_t size, const char *label)
{
	size_t n = strcspn(label, ":");

	if (!label[n])
		return false;
	while (n && (label[n - 1] == ' ' || label[n - 1] == '\t'))
		n--;
	snprintf(word, size, "%.*s", (int)n, label);
	return n > 0;
}

/* In any case, with an "S" at the end or without. */
static bool is_alike(const char *word, const char *tag)
{
	size_t n = strlen(word), n_tag = strlen(tag);

	n_tag -= tag[n_tag - 1] == 'S';
	n -= toupper((unsigned char)word[n - 1]) == 'S';
	return n == n_tag && !strncasecmp(word, tag, n);
}

/* One slip behind the first letter: MARCH is no ARCH. */
static bool is_slip(const char *word, const char *tag)
{
	return word[0] == tag[0] && aisp_near_edits(word, tag) == 1;
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

const char *aisp_tag_almost(const char *line)
{
	const char *label = label_of(line);
	char word[32];

	if (!label || !take_word(word, sizeof(word), label))
		return NULL;
	for (int tag = 0; tag < AISP_N_PAIR_TAGS; tag++)
		if (aisp_tag_words((enum aisp_tag)tag, line))
			return NULL;
	for (int tag = 0; tag < AISP_N_PAIR_TAGS; tag++)
		if ((is_alike(word, names[tag]) && is_meant(label)) ||
		    is_slip(word, names[tag]))
			return names[tag];
	return NULL;
}
