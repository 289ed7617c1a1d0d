/* SPDX-License-Identifier: MIT */
#include "html_assets.h"
#include "embed.h"

#ifndef AISP_CHART_JS
#define AISP_CHART_JS "/usr/share/javascript/chart.js/chart.min.js"
#endif

AISP_EMBED(aisp_web_chart_js, AISP_CHART_JS);
AISP_EMBED(aisp_web_common_js, "src/report/web/common.js");
AISP_EMBED(aisp_web_table_js, "src/report/web/table.js");
AISP_EMBED(aisp_web_charts_js, "src/report/web/charts.js");
AISP_EMBED(aisp_web_detail_js, "src/report/web/detail.js");
AISP_EMBED(aisp_web_rivals_js, "src/report/web/rivals.js");
AISP_EMBED(aisp_web_report_js, "src/report/web/report.js");
AISP_EMBED(aisp_web_theme_css, "src/report/web/theme.css");
AISP_EMBED(aisp_web_report_css, "src/report/web/report.css");
AISP_EMBED(aisp_web_roofline_css, "src/report/web/roofline.css");
AISP_EMBED(aisp_web_report_html, "src/report/web/report.html");
AISP_EMBED(aisp_web_document_html, "src/report/web/document.html");
AISP_EMBED(aisp_web_triage_css, "src/report/web/triage.css");
