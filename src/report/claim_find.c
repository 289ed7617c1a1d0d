/* SPDX-License-Identifier: MIT
 *
 * claim_find.c - the marks of claims in a document.
 */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "claim.h"

#define OPENING "<!--"

static bool is_line_start(const char *text, const char *p)
{
	return p == text || p[-1] == '\n';
}

static const char *line_end(const char *p)
{
	return p + strcspn(p, "\n");
}

/* The length of the fence at the start of a line, after up to three blanks; or 0. */
static size_t fence_length(const char *line, char *mark)
{
	const char *p = line + strspn(line, " ");
	size_t n;

	if (p - line > 3 || (*p != '`' && *p != '~'))
		return 0;
	*mark = *p;
	n = strspn(p, *p == '`' ? "`" : "~");
	return n >= 3 ? n : 0;
}

/* The end of the block that begins with this fence, or of the text. */
static const char *skip_fence(const char *p)
{
	char mark = 0, other = 0;
	size_t n = fence_length(p, &mark);

	for (p = line_end(p); *p; p = line_end(p)) {
		p++;
		if (fence_length(p, &other) >= n && other == mark)
			return line_end(p);
	}
	return p;
}

/* The end of the code between backquotes that begins here; of the backquotes if
 * unclosed. */
static const char *skip_quoted(const char *p)
{
	size_t n = strspn(p, "`"), more;

	for (const char *q = p + n; *q && strncmp(q, "\n\n", 2) != 0;
	     q += more ? more : 1) {
		more = strspn(q, "`");
		if (more == n)
			return q + n;
	}
	return p + n;
}

/* Behind an article, if the comment begins with one. */
static const char *skip_article(const char *p)
{
	static const char *const articles[] = { "a ", "the " };

	for (int i = 0; i < 2; i++)
		if (!strncasecmp(p, articles[i], strlen(articles[i])))
			return p + strlen(articles[i]);
	return p;
}

/* What follows the word "claim" of a comment; NULL: it is about something else.  A
 * claim that is not spelled as it should be must not be passed over in silence: a word
 * with a capital, or behind an article, is meant as one if a colon follows. */
static const char *behind_word(const char *comment)
{
	const char *p = comment + strspn(comment, " \t\n"), *word = skip_article(p),
		   *end;

	if (!strncmp(p, "claim", 5))
		return p + 5;
	if (strncasecmp(word, "claim", 5) != 0)
		return NULL;
	end = word + 5;
	end += *end == 's';
	end += strspn(end, " \t\n");
	return *end == ':' ? word + 5 : NULL;
}

/* The next comment with a claim from p on, and what follows its word; NULL: none. */
static const char *find_comment(const char *text, const char *p, const char **behind)
{
	char mark = 0;

	while (*p) {
		if (is_line_start(text, p) && fence_length(p, &mark)) {
			p = skip_fence(p);
			continue;
		}
		if (*p == '`') {
			p = skip_quoted(p);
			continue;
		}
		if (strncmp(p, OPENING, strlen(OPENING)) != 0) {
			p++;
			continue;
		}
		*behind = behind_word(p + strlen(OPENING));
		if (*behind)
			return p;
		p += strlen(OPENING);
	}
	return NULL;
}

/* The start of the sentence that ends at `end`: after a mark, a full stop, an empty
 * line. */
static const char *sentence_start(const char *from, const char *end)
{
	const char *p = end;

	while (p > from && isspace((unsigned char)p[-1]))
		p--;
	for (p -= p > from; p > from; p--) {
		bool is_stop = strchr(".!?", p[-1]) && isspace((unsigned char)*p);

		if (is_stop || (p[-1] == '\n' && *p == '\n'))
			break;
		if (p - from >= 3 && !strncmp(p - 3, "-->", 3))
			break;
	}
	while (p < end && isspace((unsigned char)*p))
		p++;
	return p;
}

bool aisp_claim_next(struct aisp_claim_mark *m, const char *text, const char **at)
{
	const char *word = "", *open = find_comment(text, *at, &word), *close;

	if (!open)
		return false;
	m->line = 1;
	for (const char *p = text; p < open; p++)
		m->line += *p == '\n';
	m->sentence = sentence_start(text, open);
	m->n_sentence = (size_t)(open - m->sentence);
	while (m->n_sentence && isspace((unsigned char)m->sentence[m->n_sentence - 1]))
		m->n_sentence--;
	word += strspn(word, " \t");
	word += *word == ':';
	close = strstr(word, "-->");
	m->is_open = !close;
	m->claim = word;
	m->n_claim = close ? (size_t)(close - word) : strcspn(word, "\n");
	*at = close ? close + 3 : word + m->n_claim;
	return true;
}
