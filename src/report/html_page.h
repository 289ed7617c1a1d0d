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
	const char *markup;         /* stands for {{markup}}, as it is */
	const char *text;           /* stands for {{text}}, escaped */
};

/*
 * The template with {{csp}}, {{title}}, {{styles}}, {{data}}, {{scripts}},
 * {{markup}} and {{text}} filled in.  0, or -1 if memory ran out or f cannot be
 * written.
 */
int aisp_page_write(const struct aisp_page *page, FILE *f);

/* The policy, for the HTTP header; the caller frees it, NULL without memory. */
char *aisp_page_csp(const struct aisp_page *page);

/* Text as HTML and XML show it: & < > " ' escaped. */
void aisp_html_escape(const char *text, FILE *f);

#endif
