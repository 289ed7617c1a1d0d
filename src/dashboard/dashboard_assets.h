/* SPDX-License-Identifier: MIT
 *
 * dashboard_assets.h - the files of src/dashboard/web, as strings.
 */
#ifndef AISP_DASHBOARD_ASSETS_H
#define AISP_DASHBOARD_ASSETS_H

extern const char aisp_web_dashboard_html[];
extern const char aisp_web_dashboard_css[];
extern const char aisp_web_dashboard_js[];
extern const char aisp_web_live_js[];
extern const char aisp_web_trends_js[];
extern const char aisp_web_compare_js[];

#endif
