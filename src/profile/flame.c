/* SPDX-License-Identifier: MIT
 *
 * flame.c - a flame graph: a row for each depth, a box as wide as the samples in
 * it and below it.  Order within a row is by name, not by time.
 */
#include <ctype.h>
#include <string.h>

#include "base/xml.h"
#include "stacks.h"

#define WIDTH      1200.0
#define MARGIN     10.0
#define ROW        17
#define HEAD       48
#define LEAST      0.5 /* narrower boxes are left out: nobody could point at them */
#define CHAR_WIDTH 7.0 /* of 11 px monospace */

/* Warm colours, the same for the same name in every picture. */
static unsigned colour(const char *name)
{
	unsigned h = 2166136261u; /* FNV-1a */

	for (; *name; name++)
		h = (h ^ (unsigned char)*name) * 16777619u;
	return (205u + h % 50) << 16 | (90u + h / 64 % 130) << 8 |
	       (30u + h / 8192 % 50);
}

static int depth_of(const struct aisp_frame *frame)
{
	int deepest = 0;

	for (const struct aisp_frame *c = frame->child; c; c = c->next) {
		int d = 1 + depth_of(c);

		deepest = d > deepest ? d : deepest;
	}
	return deepest;
}

struct picture {
	FILE *f;
	double per_sample; /* pixels */
	uint64_t n;
	int height;
};

/* Lines and instructions are told apart by the end of their names. */
static const char *tail_of(const char *name)
{
	const char *colon = strrchr(name, ':'), *plus = strrchr(name, '+');

	if (plus && plus[1] == '0' && plus[2] == 'x')
		return plus;
	return colon && isdigit((unsigned char)colon[1]) ? colon : NULL;
}

/* Writes the name if it fits, else its end, else as much of that as fits. */
static void put_label(FILE *f, const char *name, size_t room)
{
	const char *tail = tail_of(name);

	if (strlen(name) > room && tail && strlen(tail) <= room)
		name = tail;
	if (strlen(name) <= room) {
		aisp_xml_put(f, name, room);
	} else if (room > 2) {
		aisp_xml_put(f, name, room - 2);
		fputs("..", f);
	}
}

static void draw_box(const struct picture *p, const struct aisp_frame *frame, double x,
		     int depth)
{
	double width = (double)frame->n * p->per_sample;
	int y = p->height - (depth + 1) * ROW - 4;

	fprintf(p->f, "<g><title>");
	aisp_xml_put(p->f, frame->name, SIZE_MAX);
	fprintf(p->f, ": %llu samples, %.1f %%; %llu of its own</title>",
		(unsigned long long)frame->n, 100.0 * (double)frame->n / (double)p->n,
		(unsigned long long)frame->n_self);
	fprintf(p->f,
		"<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" "
		"fill=\"#%06x\" rx=\"1\"/>",
		x, y, width, ROW - 1, colour(frame->name));
	if (width > 4 * CHAR_WIDTH) {
		fprintf(p->f, "<text x=\"%.1f\" y=\"%d\">", x + 3, y + ROW - 5);
		put_label(p->f, frame->name, (size_t)((width - 6) / CHAR_WIDTH));
		fputs("</text>", p->f);
	}
	fputs("</g>\n", p->f);
}

static void draw(const struct picture *p, const struct aisp_frame *frame, double x,
		 int depth)
{
	for (const struct aisp_frame *c = frame->child; c; c = c->next) {
		double width = (double)c->n * p->per_sample;

		if (width >= LEAST) {
			draw_box(p, c, x, depth);
			draw(p, c, x, depth + 1);
		}
		x += width;
	}
}

/* The title twice: for a browser's tab or a screen reader, and in the picture. */
static void put_title(FILE *f, const char *title, uint64_t n_samples)
{
	fputs("<title>", f);
	aisp_xml_put(f, title, 160);
	fprintf(f,
		"</title>\n<rect class=\"paper\" width=\"100%%\" height=\"100%%\"/>\n"
		"<text class=\"title\" x=\"%.0f\" y=\"18\">",
		MARGIN);
	aisp_xml_put(f, title, 160);
	fprintf(f, ": %llu samples</text>\n", (unsigned long long)n_samples);
}

/* What is seen, for somebody who never saw a flame graph. */
static void put_legend(FILE *f)
{
	fprintf(f,
		"<text class=\"legend\" x=\"%.0f\" y=\"35\">A box is as wide as its "
		"share of the samples; its caller is below it; colours only tell names "
		"apart.</text>\n",
		MARGIN);
}

int aisp_stacks_draw(const struct aisp_frame *root, const char *title,
		     const char *theme, FILE *f)
{
	struct picture p = { .f = f, .n = root->n ? root->n : 1 };

	p.per_sample = (WIDTH - 2 * MARGIN) / (double)p.n;
	p.height = HEAD + ROW * depth_of(root) + 10;
	fprintf(f,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" "
		"height=\"%d\" viewBox=\"0 0 %.0f %d\">\n"
		"<style>%s.paper{fill:var(--paper)}.title{fill:var(--ink);"
		"font:600 13px system-ui,sans-serif}.legend{fill:var(--soft);"
		"font:12px system-ui,sans-serif}g text{font:11px ui-monospace,"
		"\'DejaVu Sans Mono\',monospace;fill:#1d2327}"
		"g:hover rect{stroke:var(--ink)}</style>\n",
		WIDTH, p.height, WIDTH, p.height, theme);
	put_title(f, title, root->n);
	put_legend(f);
	draw(&p, root, MARGIN, 0);
	fputs("</svg>\n", f);
	return ferror(f) ? -1 : 0;
}
