/* SPDX-License-Identifier: MIT
 *
 * tile_llvm.h - a program of tile_ir.h as a function in LLVM's intermediate language:
 *     void tile(int64_t p0, int64_t p1, float *scratch, float *const *pointer)
 */
#ifndef TILE_LLVM_H
#define TILE_LLVM_H

#include "tile_llvm_dot.h"
#include "tile_llvm_exp.h"

#include <stdlib.h>

#define TILE_MOST_LOOPS 4

typedef void tile_fn(int64_t p0, int64_t p1, float *scratch, float *const *pointer);

static void tile_say_sink(struct tile_llvm *e, int v)
{
	const struct tile_node *x = &e->p->node[v];

	switch (x->op) {
	case TILE_STORE:
		tile_each_element(e, v, x, tile_store_body);
		tile_mark_kept(e, v);
		break;
	case TILE_VARIABLE:
		if (tile_first_loop(e->p, v) >= 0)
			break;
		/* fall through */
	case TILE_ASSIGN:
		tile_each_element(e, v, x, tile_assign_body);
		tile_mark_kept(e, v);
		break;
	case TILE_ROW_MAX:
	case TILE_ROW_SUM:
		tile_reduction(e, v);
		break;
	case TILE_DOT:
		tile_product_of(e, v);
		break;
	default:
		break;
	}
}

/* Writes operations in their order.  Returns 0, or -1: loops too deep. */
static int tile_say_sinks(struct tile_llvm *e)
{
	struct tile_loop loop[TILE_MOST_LOOPS];
	int of[TILE_MOST_LOOPS], depth = 0;

	for (int v = 0; v < e->p->n; v++) {
		const struct tile_node *x = &e->p->node[v];

		e->i = e->j = e->zero;
		if (x->op == TILE_LOOP) {
			if (depth == TILE_MOST_LOOPS)
				return -1;
			of[depth] = v;
			loop[depth] = tile_begin(e, tile_value(e, x->a, 1),
						 tile_value(e, x->b, 1));
			e->names.id[0][v] = loop[depth++].index;
		} else if (x->op == TILE_END) {
			depth--;
			tile_finish(e, &loop[depth],
				    tile_value(e, e->p->node[of[depth]].c, 1));
		} else {
			tile_say_sink(e, v);
		}
	}
	return 0;
}

/* The function's beginning, where slots follow. */
static void tile_say_head(struct tile_llvm *e)
{
	struct tile_text one = tile_address_type(TILE_REAL, 1);
	const char *all = TILE_IS_TYPED ? "float**" : "ptr";
	int n = 0;

	for (int v = 0; v < e->p->n; v++)
		if (e->p->node[v].op == TILE_POINTER && e->p->node[v].whole >= n)
			n = (int)e->p->node[v].whole + 1;
	fprintf(e->slots,
		"define void @tile(i64 %%p0, i64 %%p1, %s noalias %%scratch, "
		"%s %%all) {\n",
		one.s, all);
	for (int i = 0; i < n; i++)
		fprintf(e->slots,
			"%%at%d = getelementptr %s, %s %%all, i64 %d\n"
			"%%pointer%d = load %s, %s %%at%d\n",
			i, one.s, all, i, i, one.s, all, i);
}

/* What e writes at its end: declarations, the function's beginning, its body. */
static int tile_say_all(struct tile_llvm *e, FILE *before, FILE *slots, FILE *body)
{
	int rc;

	e->slots = slots;
	e->text = body;
	tile_say_head(e);
	e->zero = tile_number(e, 0);
	rc = tile_say_sinks(e);
	tile_say(e, "ret void\n}");
	e->text = before;
	tile_declare_all(e);
	return rc;
}

static char *tile_join(char *const text[3])
{
	size_t room = strlen(text[0]) + strlen(text[1]) + strlen(text[2]) + 1;
	char *all = (char *)malloc(room);

	if (all)
		snprintf(all, room, "%s%s%s", text[0], text[1], text[2]);
	return all;
}

/* Returns the text, which the caller frees, or NULL: no memory, or no valid program. */
static char *tile_write_llvm(const struct tile_program *p, const struct tile_plan *plan,
			     const struct tile_target *target)
{
	struct tile_llvm *e = (struct tile_llvm *)calloc(1, sizeof(*e));
	char *text[3] = { NULL, NULL, NULL }, *all = NULL;
	FILE *f[3] = { NULL, NULL, NULL };
	size_t n[3];
	int rc = -1;

	for (int i = 0; i < 3; i++)
		f[i] = open_memstream(&text[i], &n[i]);
	if (e && f[0] && f[1] && f[2]) {
		e->p = p;
		e->plan = plan;
		e->target = *target;
		rc = tile_say_all(e, f[0], f[1], f[2]);
	}
	for (int i = 0; i < 3; i++)
		if (f[i] && fclose(f[i]))
			rc = -1;
	if (!rc)
		all = tile_join(text);
	for (int i = 0; i < 3; i++)
		free(text[i]);
	free(e);
	return all;
}

#endif
