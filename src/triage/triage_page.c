/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "base/text.h"
#include "base/xml.h"
#include "report/html_assets.h"
#include "report/html_page.h"
#include "triage_page.h"

static const char *const styles[] = { aisp_web_theme_css, aisp_web_report_css,
				      aisp_web_triage_css, NULL };
static const char *const no_scripts[] = { NULL };

static void put(const char *text, FILE *f)
{
	aisp_xml_put(f, text ? text : "", SIZE_MAX);
}

/* A value in one line: a string as it is, lists with commas, the rest as JSON. */
static void put_value(const json_t *value, FILE *f)
{
	const json_t *member;
	char *text;
	size_t i;

	if (json_is_string(value)) {
		put(json_string_value(value), f);
		return;
	}
	if (!json_is_array(value)) {
		text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT |
						 JSON_REAL_PRECISION(6));
		put(text, f);
		free(text);
		return;
	}
	json_array_foreach(value, i, member) {
		if (i)
			fputs(json_is_object(member) ? "<br/>" : ", ", f);
		put_value(member, f);
	}
}

static void put_row(const char *name, const json_t *value, FILE *f)
{
	fputs("<tr><th>", f);
	put(name, f);
	fputs("</th><td>", f);
	put_value(value, f);
	fputs("</td></tr>\n", f);
}

static void put_table(const char *title, const json_t *object, FILE *f)
{
	const json_t *value;
	const char *key;

	if (!json_is_object(object))
		return;
	fprintf(f, "<details><summary>%s</summary><table class=\"plain\">\n", title);
	json_object_foreach((json_t *)object, key, value) {
		put_row(key, value, f);
	}
	fputs("</table></details>\n", f);
}

static void put_command(const json_t *document, FILE *f)
{
	const json_t *c = json_object_get(document, "command"), *word;
	char quoted[4200];
	size_t i;

	if (!json_is_object(c)) {
		fputs("<p>No command: the machine as it was.</p>\n", f);
		return;
	}
	fputs("<h2>Command</h2>\n<pre>", f);
	json_array_foreach(json_object_get(c, "argv"), i, word) {
		fputs(i ? " " : "", f);
		put(aisp_shell_word(json_string_value(word), quoted, sizeof(quoted)),
		    f);
	}
	fprintf(f, "</pre>\n<p%s>",
		json_integer_value(json_object_get(c, "status")) ||
				strcmp(aisp_field_text(c, "end"), "exited") != 0
			? " class=\"bad\""
			: "");
	put(aisp_field_text(c, "end"), f);
	if (json_object_get(c, "status"))
		fprintf(f, " with status %d",
			(int)json_integer_value(json_object_get(c, "status")));
	else
		fprintf(f, " by signal %d",
			(int)json_integer_value(json_object_get(c, "signal")));
	fprintf(f, " after %.3f s (%.3f s user, %.3f s system, %.0f MiB)</p>\n",
		json_number_value(json_object_get(c, "wall_s")),
		json_number_value(json_object_get(c, "user_s")),
		json_number_value(json_object_get(c, "system_s")),
		json_number_value(json_object_get(c, "max_rss_bytes")) / (1 << 20));
	fputs("<p><a href=\"command.out.txt\">output</a>, "
	      "<a href=\"command.err.txt\">errors</a></p>\n",
	      f);
}

/* What the doctor warns of. */
static void put_symptoms(const json_t *symptoms, FILE *f)
{
	const json_t *s;
	size_t i;

	fputs("<h2>What may disturb measurements</h2>\n<table class=\"plain\">\n", f);
	json_array_foreach(symptoms, i, s) {
		const char *harm = aisp_field_text(s, "harm");

		if (strcmp(harm, "warn") != 0 && strcmp(harm, "bad") != 0)
			continue;
		fputs("<tr><th>", f);
		put(aisp_field_text(s, "name"), f);
		fputs("</th><td>", f);
		put(aisp_field_text(s, "state"), f);
		fputs("<br/>", f);
		put(aisp_field_text(s, "why"), f);
		fputs("</td></tr>\n", f);
	}
	fputs("</table>\n", f);
}

static void put_links(const json_t *document, FILE *f)
{
	static const char *const files[] = { "summary.json",        "timeline.json",
					     "topology.svg",        "topology.txt",
					     "kernel-messages.txt", "nvidia-smi.txt" };
	const json_t *missing = json_object_get(document, "missing");

	fputs("<h2>Files</h2>\n<ul>\n", f);
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		const json_t *why = json_object_get(missing, files[i]);

		if (!why) {
			fprintf(f, "<li><a href=\"%s\">%s</a></li>\n", files[i],
				files[i]);
			continue;
		}
		fprintf(f, "<li>%s: ", files[i]);
		put(json_string_value(why), f);
		fputs("</li>\n", f);
	}
	fputs("</ul>\n", f);
}

static void put_body(const json_t *document, const struct aisp_timeline *t, FILE *f)
{
	const json_t *limits = json_object_get(document, "limits");
	const json_t *symptoms = json_object_get(document, "symptoms");

	fputs("<p>", f);
	put(aisp_field_text(document, "time"), f);
	fputs(", machine ", f);
	put(aisp_field_text(document, "machine"), f);
	fputs(", grade ", f);
	put(aisp_field_text(json_object_get(document, "grade"), "letter"), f);
	fputs("</p>\n", f);
	put_command(document, f);
	fputs("<h2>Timeline</h2>\n", f);
	triage_charts(t, f);
	if (t->no_gpu[0]) {
		fputs("<p>GPUs: ", f);
		put(t->no_gpu, f);
		fputs("</p>\n", f);
	}
	put_symptoms(json_is_array(symptoms) ? symptoms
					     : json_object_get(symptoms, "symptoms"),
		     f);
	fputs("<h2>Machine</h2>\n", f);
	put_table("Hardware", json_object_get(document, "hardware"), f);
	put_table("Versions", json_object_get(document, "versions"), f);
	put_table("Resource limits", json_object_get(limits, "rlimits"), f);
	put_table("Kernel settings", json_object_get(limits, "sysctl"), f);
	put_table("Environment", json_object_get(document, "environment"), f);
	put_table("Saved peaks", json_object_get(document, "peaks"), f);
	put_table("Noise floor", json_object_get(document, "noise"), f);
	put_links(document, f);
}

int triage_page(const json_t *document, const struct aisp_timeline *t, FILE *f)
{
	struct aisp_page page = { .html = aisp_web_document_html,
				  .styles = styles,
				  .scripts = no_scripts,
				  .connect = "'none'",
				  .title = "aisp triage" };
	char *markup = NULL;
	size_t size;
	FILE *body = open_memstream(&markup, &size);
	int rc = -1;

	if (!body)
		return -1;
	put_body(document, t, body);
	if (!fclose(body)) {
		page.markup = markup;
		rc = aisp_page_write(&page, f);
	}
	free(markup);
	return rc;
}
