/* SPDX-License-Identifier: MIT
 *
 * html.c - the report as one HTML file that needs no network.
 */
#include <stdlib.h>
#include <string.h>

#include "format.h"
#include "html.h"
#include "html_assets.h"
#include "html_data.h"
#include "html_page.h"
#include "report.h"
#include "roofline.h"

static const char *const styles[] = { aisp_web_theme_css, aisp_web_report_css,
				      aisp_web_roofline_css, NULL };
static const char *const scripts[] = { aisp_web_chart_js,  aisp_web_common_js,
				       aisp_web_table_js,  aisp_web_charts_js,
				       aisp_web_detail_js, aisp_web_rivals_js,
				       aisp_web_report_js, NULL };

/* "aisp run on host, 2026-11-21T07:30:00Z" */
static char *title_of(const struct aisp_run *run)
{
	char *title, *clean;

	if (asprintf(&title, "aisp run on %s, %s", run->machine.host,
		     run->info.started) < 0)
		return NULL;
	clean = malloc(strlen(title) + 1);
	if (clean)
		aisp_format_text(clean, strlen(title) + 1, title);
	free(title);
	return clean;
}

/* The output of a print function as a string; NULL if it fails. */
static char *printed(aisp_report_function *print, const struct aisp_run *run)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	int rc = -1;

	if (f) {
		rc = print(run, f);
		if (fclose(f))
			rc = -1;
	}
	if (!rc)
		return text;
	free(text);
	return NULL;
}

static int print_plain(const struct aisp_run *run, FILE *f)
{
	const struct aisp_style plain = { 0 };

	return aisp_report_table_styled(run, plain, f);
}

int aisp_report_html(const struct aisp_run *run, FILE *f)
{
	json_t *data = aisp_html_data(run);
	char *title = title_of(run);
	char *text = printed(print_plain, run);
	char *roofline = printed(aisp_roofline_inline, run);
	const struct aisp_page page = { aisp_web_report_html,
					styles,
					scripts,
					"'none'",
					data,
					title,
					roofline,
					text };
	int rc = -1;

	if (data && title && text && roofline)
		rc = aisp_page_write(&page, f);
	free(roofline);
	free(text);
	free(title);
	json_decref(data);
	return rc;
}

char *aisp_report_html_csp(void)
{
	const struct aisp_page page = { .styles = styles,
					.scripts = scripts,
					.connect = "'none'" };

	return aisp_page_csp(&page);
}
