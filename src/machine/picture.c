/* SPDX-License-Identifier: MIT
 *
 * picture.c - lay out boxes in character cells, and draw them as text or SVG.
 *
 * A chain of objects with one child each (L2, L1, core, thread) is one box with a line
 * for each.  Of many children that are all alike, only the first is drawn.
 */
#include <hwloc.h>
#include <stdlib.h>
#include <string.h>

#include "picture.h"

#define LABEL_SIZE 56
#define MAX_LABELS 12
#define MANY       4 /* at most so many children are drawn one by one */
#define CELL_W     8 /* of the SVG, in pixels, for a 13 pixel monospaced font */
#define CELL_H     16

struct box {
	int x, y, w, h; /* in cells, of the whole picture */
	int n_labels;
	char labels[MAX_LABELS][LABEL_SIZE];
	int n_children;
	struct box *children;
};

static void add_label(struct box *b, hwloc_obj_t obj, unsigned n_alike)
{
	char type[16], alike[16] = "", detail[24] = "";

	if (b->n_labels == MAX_LABELS)
		return;
	hwloc_obj_type_snprintf(type, sizeof(type), obj, 0);
	if (n_alike > 1)
		snprintf(alike, sizeof(alike), "%u x ", n_alike);
	if (hwloc_obj_type_is_cache(obj->type))
		snprintf(detail, sizeof(detail), " %llu KiB",
			 (unsigned long long)obj->attr->cache.size >> 10);
	else if (obj->type == HWLOC_OBJ_NUMANODE)
		snprintf(detail, sizeof(detail), " %u, %llu MiB", obj->os_index,
			 (unsigned long long)obj->attr->numanode.local_memory >> 20);
	else if (n_alike == 1 && obj->type != HWLOC_OBJ_MACHINE)
		snprintf(detail, sizeof(detail), " %u", obj->os_index);
	snprintf(b->labels[b->n_labels++], LABEL_SIZE, "%.8s%.15s%.23s", alike, type,
		 detail);
}

static int is_repeated(hwloc_obj_t obj)
{
	return obj->arity > MANY && obj->symmetric_subtree;
}

/* Takes boxes for the children, side by side, from *unused, which has one for every
 * object. */
static void box_init(struct box *b, hwloc_obj_t obj, unsigned n_alike,
		     struct box **unused)
{
	add_label(b, obj, n_alike);
	for (hwloc_obj_t m = obj->memory_first_child; m; m = m->next_sibling)
		add_label(b, m, 1);
	for (; obj->arity == 1; obj = obj->first_child) {
		add_label(b, obj->first_child, 1);
		for (hwloc_obj_t m = obj->first_child->memory_first_child; m;
		     m = m->next_sibling)
			add_label(b, m, 1);
	}
	b->n_children = is_repeated(obj) ? 1 : (int)obj->arity;
	b->children = *unused;
	*unused += b->n_children;
	for (int i = 0; i < b->n_children; i++)
		box_init(&b->children[i], obj->children[i],
			 is_repeated(obj) ? obj->arity : 1, unused);
}

static size_t count_objects(hwloc_topology_t topo)
{
	size_t n = 1; /* so that it is not 0 */

	for (int depth = 0; depth < hwloc_topology_get_depth(topo); depth++)
		n += hwloc_get_nbobjs_by_depth(topo, depth);
	return n;
}

static int max(int a, int b)
{
	return a > b ? a : b;
}

/* Places b at (x, y): labels on top, children in rows below, `columns` wide at most. */
static void place(struct box *b, int x, int y, int columns)
{
	int cx = x + 2, cy = y + 1 + b->n_labels, row_h = 0;

	b->x = x;
	b->y = y;
	b->w = 4;
	for (int i = 0; i < b->n_labels; i++)
		b->w = max(b->w, (int)strlen(b->labels[i]) + 4);
	for (int i = 0; i < b->n_children; i++) {
		struct box *c = &b->children[i];

		place(c, cx, cy, columns - 4);
		if (cx > x + 2 && c->x + c->w + 2 > x + columns) {
			cx = x + 2;
			cy += row_h;
			row_h = 0;
			place(c, cx, cy, columns - 4);
		}
		cx = c->x + c->w + 1;
		row_h = max(row_h, c->h);
		b->w = max(b->w, c->x + c->w + 2 - x);
	}
	b->h = cy + row_h + 1 - y;
}

static void draw_cells(const struct box *b, char *cells, size_t width)
{
	char *top = cells + (size_t)b->y * width + b->x;
	size_t last = (size_t)b->h - 1;

	memset(top, '-', (size_t)b->w);
	memset(top + last * width, '-', (size_t)b->w);
	for (size_t i = 0; i <= last; i++)
		top[i * width] = top[i * width + (size_t)b->w - 1] =
			i == 0 || i == last ? '+' : '|';
	for (size_t i = 0; i < (size_t)b->n_labels; i++)
		memcpy(top + (i + 1) * width + 2, b->labels[i], strlen(b->labels[i]));
	for (int i = 0; i < b->n_children; i++)
		draw_cells(&b->children[i], cells, width);
}

static int draw_ascii(FILE *f, const struct box *b, struct aisp_err *err)
{
	size_t size = (size_t)b->w * (size_t)b->h;
	char *cells = malloc(size);

	if (!cells)
		return aisp_err_errno(err, "draw the topology");
	memset(cells, ' ', size);
	draw_cells(b, cells, (size_t)b->w);
	for (int y = 0; y < b->h; y++) {
		const char *row = cells + (size_t)y * (size_t)b->w;
		int n = b->w;

		while (n > 0 && row[n - 1] == ' ')
			n--;
		fprintf(f, "%.*s\n", n, row);
	}
	free(cells);
	return 0;
}

/* hwloc's labels hold letters, digits and blanks only: nothing to escape. */
static void draw_svg_box(FILE *f, const struct box *b, int depth)
{
	fprintf(f,
		"<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" "
		"stroke=\"#555\"/>\n",
		b->x * CELL_W + CELL_W / 2, b->y * CELL_H + CELL_H / 2,
		(b->w - 1) * CELL_W, (b->h - 1) * CELL_H,
		depth % 2 ? "#eef3f8" : "#fff");
	for (int i = 0; i < b->n_labels; i++)
		fprintf(f, "<text x=\"%d\" y=\"%d\">%s</text>\n", (b->x + 2) * CELL_W,
			(b->y + i + 2) * CELL_H - 4, b->labels[i]);
	for (int i = 0; i < b->n_children; i++)
		draw_svg_box(f, &b->children[i], depth + 1);
}

static void draw_svg(FILE *f, const struct box *b)
{
	fprintf(f,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 "
		"%d %d\" width=\"%d\" height=\"%d\" "
		"font-family=\"monospace\" font-size=\"13\">\n",
		b->w * CELL_W, b->h * CELL_H, b->w * CELL_W, b->h * CELL_H);
	draw_svg_box(f, b, 0);
	fputs("</svg>\n", f);
}

int aisp_picture_draw(FILE *f, enum aisp_picture kind, int columns,
		      struct aisp_err *err)
{
	struct box *boxes = NULL, *unused;
	hwloc_topology_t topo;
	int rc = -1;

	if (hwloc_topology_init(&topo))
		return aisp_err_errno(err, "start hwloc");
	if (hwloc_topology_load(topo)) {
		aisp_err_errno(err, "read the topology with hwloc");
		goto out;
	}
	boxes = calloc(count_objects(topo), sizeof(*boxes));
	if (!boxes) {
		aisp_err_errno(err, "draw the topology");
		goto out;
	}
	unused = boxes + 1;
	box_init(boxes, hwloc_get_root_obj(topo), 1, &unused);
	place(boxes, 0, 0, columns);
	rc = 0;
	if (kind == AISP_PICTURE_SVG)
		draw_svg(f, boxes);
	else
		rc = draw_ascii(f, boxes, err);
out:
	free(boxes);
	hwloc_topology_destroy(topo);
	return rc;
}
