/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

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

/* The letters before the colon; 0 if there is none. */
static size_t length_of(const char *label)
{
	size_t n = strcspn(label, ":");

	if (!label[n])
		return 0;
	while (n && (label[n - 1] == ' ' || label[n - 1] == '\t'))
		n--;
	return n;
}

/* In any case, with an "S" at the end or without. */
static bool is_alike(const char *label, size_t n, const char *tag)
{
	size_t n_tag = strlen(tag);

	n_tag -= tag[n_tag - 1] == 'S';
	n -= n && toupper((unsigned char)label[n - 1]) == 'S';
	return n == n_tag && !strncasecmp(label, tag, n);
}

/* Behind the first letter one is missing, too many or another, or two neighbours
 * changed places. */
static bool is_slip(const char *label, size_t n, const char *tag)
{
	size_t n_tag = strlen(tag), from = 0;

	while (from < n && from < n_tag && label[from] == tag[from])
		from++;
	while (n > from && n_tag > from && label[n - 1] == tag[n_tag - 1])
		n--, n_tag--;
	if (n == from + 2 && n_tag == n)
		return from && label[from] == tag[from + 1] &&
		       label[from + 1] == tag[from];
	return from && n <= from + 1 && n_tag <= from + 1;
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
	size_t n = label ? length_of(label) : 0;

	for (int tag = 0; tag < AISP_N_PAIR_TAGS && n; tag++)
		if (aisp_tag_words((enum aisp_tag)tag, line))
			return NULL;
	for (int tag = 0; tag < AISP_N_PAIR_TAGS && n; tag++)
		if ((is_alike(label, n, names[tag]) && is_meant(label)) ||
		    is_slip(label, n, names[tag]))
			return names[tag];
	return NULL;
}
