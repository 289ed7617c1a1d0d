/* SPDX-License-Identifier: MIT */
#include "dashboard_assets.h"
#include "report/embed.h"

AISP_EMBED(aisp_web_dashboard_html, "src/dashboard/web/dashboard.html");
AISP_EMBED(aisp_web_dashboard_css, "src/dashboard/web/dashboard.css");
AISP_EMBED(aisp_web_dashboard_js, "src/dashboard/web/dashboard.js");
AISP_EMBED(aisp_web_live_js, "src/dashboard/web/live.js");
AISP_EMBED(aisp_web_trends_js, "src/dashboard/web/trends.js");
AISP_EMBED(aisp_web_compare_js, "src/dashboard/web/compare.js");
