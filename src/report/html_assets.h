/* SPDX-License-Identifier: MIT
 *
 * html_assets.h - the files of src/report/web and Chart.js, as strings.
 */
#ifndef AISP_HTML_ASSETS_H
#define AISP_HTML_ASSETS_H

extern const char aisp_web_chart_js[]; /* Chart.js 3, from libjs-chart.js */
extern const char aisp_web_common_js[];
extern const char aisp_web_table_js[];
extern const char aisp_web_charts_js[];
extern const char aisp_web_detail_js[];
extern const char aisp_web_rivals_js[];
extern const char aisp_web_report_js[];
extern const char aisp_web_theme_css[];
extern const char aisp_web_report_css[];
extern const char aisp_web_roofline_css[];
extern const char aisp_web_report_html[];
extern const char aisp_web_document_html[]; /* a page without scripts */
extern const char aisp_web_triage_css[];

#endif
