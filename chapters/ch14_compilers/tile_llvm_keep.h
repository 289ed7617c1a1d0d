/* SPDX-License-Identifier: MIT
 *
 * tile_llvm_keep.h - powers that two sinks need: the first leaves them in scratch.
 */
#ifndef TILE_LLVM_KEEP_H
#define TILE_LLVM_KEEP_H

#include "tile_llvm_region.h"

/* Powers that this sink is the first to compute lie in scratch from now on. */
static void tile_mark_kept(struct tile_llvm *e, int sink)
{
	uint8_t seen[TILE_MOST] = { 0 };

	tile_reach(e->p, sink, seen);
	for (int v = 0; v < e->p->n; v++)
		if (seen[v] && tile_keeps(e->p, e->plan, v, sink))
			e->is_kept[v] = true;
}

/* Is the address of store s known at the begin of the program? */
static int tile_is_known(const struct tile_llvm *e, int s)
{
	uint8_t seen[TILE_MOST] = { 0 };

	tile_reach(e->p, e->p->node[s].b, seen);
	for (int v = 0; v < e->p->n; v++)
		if (seen[v] &&
		    (tile_is_sink(&e->p->node[v]) || e->p->node[v].op == TILE_LOAD))
			return 0;
	return tile_slope(e->p, e->p->node[s].b) == 1;
}

/* What power v becomes is stored soon: lines that wait for memory are fetched while
 * there is arithmetic to do. */
static void tile_fetch_ahead(struct tile_llvm *e, int v)
{
	const char *byte = TILE_IS_TYPED ? "i8*" : "ptr";

	for (int s = v + 1; s < e->p->n; s++) {
		const struct tile_node *x = &e->p->node[s];
		uint8_t seen[TILE_MOST] = { 0 };
		int to;

		if (x->op == TILE_STORE)
			tile_reach(e->p, s, seen);
		if (!seen[v] || e->lanes == 1 || !tile_is_known(e, s) ||
		    x->rows != e->p->node[v].rows || x->cols != e->p->node[v].cols)
			continue;
		for (int l = 0; l < e->lanes; l += TILE_LINE) {
			to = tile_let(e, "add i64 %%t%d, %d", tile_value(e, x->b, 1),
				      l);
			to = tile_address(e, (int)e->p->node[x->a].whole, to);
			to = tile_let(e, "bitcast %s %%t%d to %s",
				      tile_address_type(TILE_REAL, 1).s, to, byte);
			tile_say(e,
				 "call void @llvm.prefetch.%s(%s %%t%d, i32 1, i32 3, "
				 "i32 1)",
				 TILE_IS_TYPED ? "p0i8" : "p0", byte, to);
		}
	}
}

/* Those are stored beside what is computed of them. */
static void tile_keep_powers(struct tile_llvm *e, int sink)
{
	uint8_t seen[TILE_MOST] = { 0 };

	tile_reach(e->p, sink, seen);
	for (int v = 0; v < e->p->n; v++)
		if (seen[v] && !e->is_kept[v] && tile_keeps(e->p, e->plan, v, sink)) {
			tile_keep(e, v, tile_value(e, v, e->lanes), e->lanes);
			tile_fetch_ahead(e, v);
		}
}

#endif
