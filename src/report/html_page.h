/* SPDX-License-Identifier: MIT
 *
 * html_page.h - a page in one file, which loads nothing and runs no script but
 * its own: a Content-Security-Policy names those by their hashes.
 */
#ifndef AISP_HTML_PAGE_H
#define AISP_HTML_PAGE_H

#include <jansson.h>
#include <stdio.h>

struct aisp_page {
	const char *html;           /* the template, see aisp_page_write */
	const char *const *styles;  /* ending in NULL */
	const char *const *scripts; /* ending in NULL; none holds "</script" */
	const char *connect;        /* what scripts may fetch: "'none'", "'self'" */
	const json_t *data;         /* for the scripts; may be NULL */
	const char *title;          /* plain text */
	const char *markup;         /* replaces {{markup}}, unescaped */
	const char *text;           /* replaces {{text}}, escaped */
};

/*
 * Writes the template with {{csp}}, {{title}}, {{styles}}, {{data}}, {{scripts}},
 * {{markup}} and {{text}} filled in.  Returns 0, or -1 if memory ran out or f cannot be
 * written.
 */
int aisp_page_write(const struct aisp_page *page, FILE *f);

/* The policy for the HTTP header; the caller frees it; NULL without memory. */
char *aisp_page_csp(const struct aisp_page *page);

/* Writes text with & < > " ' escaped for HTML and XML. */
void aisp_html_escape(const char *text, FILE *f);

#endif
