/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/report.h"
#include "report/roofline.h"
#include "report/roofline_labels.h"
#include "report/roofline_picture.h"
#include "report/text_plot.h"
#include "tap.h"
#include "unit/report_doc.h"

static void test_model(const struct aisp_run *run, const struct aisp_run *bare)
{
	const char *devices[AISP_MAX_DEVICES];
	struct aisp_roofline r;

	ok(aisp_roofline_devices(run, devices) == 1 && !strcmp(devices[0], "cpu"),
	   "one device");
	ok(!aisp_roofline_init(&r, run, "cpu") && r.n_points == 2 && r.n_moving == 1,
	   "the INVALID result is no point");
	ok(r.points[0].i == 1 && r.points[0].flop_per_byte == 0 &&
		   r.points[1].flop_per_byte == 0.25,
	   "what moves bytes only comes first");
	ok(r.points[1].base_gflop_per_s == 0.25 && r.points[0].base_gb_per_s == 1.5,
	   "with their baselines");
	ok(r.n_roofs == 3 && !strcmp(r.roofs[0].name, "L1") && r.roofs[1].rate == 9 &&
		   r.roofs[2].is_compute && r.roofs[2].rate == 100,
	   "the best stream of each level; one thread; types that anybody names");
	ok(aisp_roofline_key(&r, 0) == 'a' && aisp_roofline_key(&r, 1) == 'b',
	   "letters");
	aisp_roofline_release(&r);
	ok(!aisp_roofline_init(&r, bare, "cpu") && !r.n_roofs && r.n_points == 2,
	   "no manifest, no roofs");
	aisp_roofline_release(&r);
}

static void test_threads(struct aisp_run *run)
{
	const char *roof = run->arms[1].sol.roof;
	struct aisp_roofline r;

	run->arms[1].sol.roof = "i64 arithmetic, 2 threads";
	ok(!aisp_roofline_init(&r, run, "cpu") && r.n_roofs == 5,
	   "a result on two threads brings their roofs, and its own type's");
	aisp_roofline_release(&r);
	run->arms[1].sol.roof = roof;
}

static void test_axis(void)
{
	struct aisp_log_axis a = { 0 };

	aisp_log_axis_include(&a, NAN);
	aisp_log_axis_include(&a, INFINITY);
	aisp_log_axis_include(&a, 0);
	aisp_log_axis_include(&a, -1);
	ok(a.hi == a.lo, "what has no logarithm is not included");
	aisp_log_axis_include(&a, 5);
	aisp_log_axis_include(&a, 0.5);
	ok(a.lo == -1 && a.hi > log10(5) && a.hi < 1,
	   "whole decades below, room above");
	ok(aisp_log_axis_at(&a, 0.1) == 0 && aisp_log_axis_at(&a, 1e9) == 1 &&
		   aisp_log_axis_at(&a, INFINITY) == 1 &&
		   aisp_log_axis_at(&a, 0) == 0 && isnan(aisp_log_axis_at(&a, NAN)),
	   "clamped");
}

/* Marks lie close together: no name covers another, or a mark. */
static void test_labels(void)
{
	struct aisp_labels l;
	struct aisp_box place[64];
	int n_placed = 0, n_touching = 0;

	if (aisp_labels_init(&l, (struct aisp_box){ 0, 0, 800, 400 }, 200))
		return;
	for (int i = 0; i < 64; i++)
		aisp_labels_take(&l,
				 (struct aisp_box){ i * 37 % 200 + 300 - 7,
						    i * 53 % 150 + 100 - 7, 14, 14 });
	for (int i = 0; i < 64; i++)
		n_placed +=
			!aisp_labels_place(&l, i * 37 % 200 + 300, i * 53 % 150 + 100,
					   60, 14, &place[n_placed]);
	for (int i = 0; i < l.n; i++)
		for (int k = i < 64 ? 64 : i + 1; k < l.n; k++) {
			const struct aisp_box *a = &l.taken[i], *b = &l.taken[k];

			n_touching += a->x < b->x + b->w && b->x < a->x + a->w &&
				      a->y < b->y + b->h && b->y < a->y + a->h;
		}
	ok(n_placed >= 4 && n_placed < 64, "names where there is room, and not all");
	ok(!n_touching && l.n == 64 + n_placed, "none touches what is there");
	ok(aisp_labels_place(&l, 400, 200, 900, 14, place),
	   "none that is wider than the plot");
	aisp_labels_release(&l);
}

/* Caches of equal speed. */
static void test_slopes(void)
{
	static const struct aisp_roof_line roofs[] = {
		{ .name = "L2", .rate = 110.3, .n_threads = 1 },
		{ .name = "L3", .rate = 101.9, .n_threads = 1 },
		{ .name = "DRAM", .rate = 9, .n_threads = 1 },
	};
	const struct aisp_layout layout = { .class = "" };
	struct aisp_plot p = { .w = 400,
			       .h = 400,
			       .across = { -1, 1.5 },
			       .up = { 0, 2.5 },
			       .l = &layout };
	double along[3] = { 0 };
	size_t size;
	char *text;
	const char *at;

	p.f = open_memstream(&text, &size);
	if (!p.f ||
	    aisp_labels_init(&p.labels, (struct aisp_box){ 0, 0, 400, 400 }, 90))
		return;
	for (int i = 0; i < 3; i++)
		aisp_plot_slope_name(&p, &roofs[i], 300, i);
	aisp_labels_take(&p.labels, (struct aisp_box){ 0, 0, 100, 400 });
	aisp_plot_slope_name(&p, &roofs[2], 300, 0);
	aisp_labels_take(&p.labels, (struct aisp_box){ 0, 0, 400, 400 });
	aisp_plot_slope_name(&p, &roofs[1], 300, 0);
	aisp_plot_slope(&p, &roofs[1], 300);
	fclose(p.f);
	at = text;
	for (int i = 0; i < 3 && (at = strstr(at, ") translate(")); i++)
		along[i] = strtod(at += 12, NULL);
	ok(along[1] - along[0] > 90,
	   "names of roofs that nearly meet, one behind the other");
	ok(along[0] == 12 && along[2] == 20, "others begin where they do");
	at = strstr(at, ") translate(");
	ok(at && strtod(at + 12, NULL) > 100, "and none lies on what is there");
	ok(at && !strstr(at + 12, ") translate(") &&
		   doc_says(at, "<title>L3 101.9 GB/s</title>"),
	   "without room the line alone tells its name");
	aisp_labels_release(&p.labels);
	free(text);
}

static void test_svg(const struct aisp_run *run, const struct aisp_run *bare)
{
	const char *s = doc_print(aisp_roofline_svg, run);

	ok(!strncmp(s, "<svg xmlns=", 11) && doc_says(s, "<style>") &&
		   doc_says(s, "</svg>\n"),
	   "a file of its own");
	ok(!doc_says(s, "<script") && !doc_says(s, "<b>") && !doc_says(s, "\033") &&
		   !doc_says(s, "\xe2\x80\xae") && doc_says(s, "&lt;/script&gt;"),
	   "a name is text");
	ok(doc_count(s, "class=\"rl-point\"") == 2, "a mark a valid result");
	ok(doc_says(s, "DRAM 9.000") && doc_says(s, "f32 100.0"), "the roofs");
	ok(doc_says(s, ">ch07:a</text>") && doc_says(s, "GFLOP/s, logarithmic") &&
		   doc_says(s, "FLOP per byte, logarithmic"),
	   "a point's name beside it, and what the axes are");
	ok(!doc_says(s, "nan") && !doc_says(s, "inf") && !doc_says(s, "777."),
	   "no figure that is none");
	ok(!doc_says(doc_print(aisp_roofline_inline, run), "<style>"),
	   "within a page: without a style of its own");
	ok(doc_says(doc_print(aisp_roofline_svg, bare), "rl-point"),
	   "without a manifest");
}

static int is_utf8;

static int text(const struct aisp_run *run, FILE *f)
{
	const struct aisp_style style = { .width = 60, .is_utf8 = is_utf8 };

	return aisp_roofline_text(run, style, f);
}

static int is_ascii(const char *s)
{
	for (; *s; s++)
		if (*s < 0)
			return 0;
	return 1;
}

static void test_text(const struct aisp_run *run)
{
	const char *s;

	is_utf8 = 0;
	s = doc_print(text, run);
	ok(is_ascii(s) && !doc_says(s, "\033"), "ASCII where the locale wants it");
	ok(doc_says(s, "cpu: L1 200.0, DRAM 9.000 GB/s; f32 100.0 GFLOP/s\n") &&
		   doc_says(s, "b ch07:a@cpu  FASTER  1.000 GFLOP/s  "
			       "#############------- 62.5 % of DRAM, 1 thread\n"),
	   "roofs and points");
	ok(doc_says(s, "\nwithout arithmetic:\na <"), "what only moves bytes");
	is_utf8 = 1;
	s = doc_print(text, run);
	ok(!is_ascii(s) && doc_says(s, "█████████████░░░░░░░ 62.5 %"), "UTF-8");
}

static void test_empty(json_t *manifest)
{
	json_t *none =
		json_pack("{si s{} s[] s[]}", "schema", 1, "run", "arms", "results");
	struct aisp_run *run = run_of(none, manifest);
	json_t *json = aisp_roofline_json(run);

	ok(doc_says(doc_print(aisp_roofline_svg, run), "no valid result") &&
		   doc_says(doc_print(text, run), "no valid result") &&
		   json_array_size(json) == 0,
	   "a run without a valid result");
	json_decref(json);
	aisp_run_free(run);
	json_decref(none);
}

static void test_json(const struct aisp_run *run)
{
	json_t *json = aisp_roofline_json(run);
	const json_t *device = json_array_get(json, 0);
	const json_t *point = json_array_get(json_object_get(device, "points"), 1);

	ok(json_array_size(json_object_get(device, "roofs")) == 3 &&
		   json_number_value(json_object_get(point, "flop_per_byte")) == 0.25,
	   "JSON");
	json_decref(json);
}

static void test_cells(void)
{
	const double v[] = { 0, 1, NAN, 9, -9 };
	char buf[AISP_CELLS_SIZE(8)];

	aisp_text_bar(buf, sizeof(buf), 0.5, 8, 0);
	ok(!strcmp(buf, "####----"), "a bar");
	aisp_text_bar(buf, sizeof(buf), 7, 4, 0);
	ok(!strcmp(buf, "####"), "more than all is all");
	aisp_text_spark(buf, sizeof(buf), v, 5, 0, 1, 1);
	ok(!strcmp(buf, "▁█ █▁"), "a spark line, clamped");
	aisp_text_spark(buf, sizeof(buf), v, 1, 3, 3, 0);
	ok(!strcmp(buf, "+"), "of equal values");
}

static void test_canvas(void)
{
	struct aisp_canvas c;
	char *s = NULL;
	size_t n;
	FILE *f = open_memstream(&s, &n);

	aisp_canvas_init(&c, 8, 2, 1);
	aisp_canvas_line(&c, 0, 1, 1, 1, 1);
	aisp_canvas_letter(&c, 0, 0, 'a');
	aisp_canvas_letter(&c, 0, 0, 'b');
	aisp_canvas_letter(&c, 0, 0, 'b');
	aisp_canvas_text(&c, 0, 0, "hidden");
	aisp_canvas_text(&c, 0.5, 0, "too long");
	for (int i = 0; i < 9; i++) /* more than fit beside each other */
		aisp_canvas_letter(&c, 1, 1, (char)('a' + i));
	aisp_canvas_print_row(&c, 0, f);
	aisp_canvas_print_row(&c, 1, f);
	fclose(f);
	ok(!strcmp(s, "⠉⠉⠉⠉⠉⠉⠉i\nab\n"), "a line of dots behind letters");
	free(s);
	aisp_canvas_release(&c);
}

int main(void)
{
	json_t *results = doc_results(), *manifest = doc_manifest();
	struct aisp_run *run = run_of(results, manifest), *bare = run_of(results, NULL);

	test_axis();
	test_labels();
	test_slopes();
	test_model(run, bare);
	test_threads(run);
	test_svg(run, bare);
	test_text(run);
	test_json(run);
	test_empty(manifest);
	test_cells();
	test_canvas();
	aisp_run_free(run);
	aisp_run_free(bare);
	json_decref(results);
	json_decref(manifest);
	return done();
}
