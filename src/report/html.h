/* SPDX-License-Identifier: MIT
 *
 * html.h - what a server that sends aisp_report_html() must know.
 */
#ifndef AISP_HTML_H
#define AISP_HTML_H

/* The report's Content-Security-Policy; the caller frees it, NULL without memory. */
char *aisp_report_html_csp(void);

#endif
