/* SPDX-License-Identifier: MIT
 *
 * tile_llvm_memory.h - addresses, loads and stores of lanes in LLVM's intermediate
 * language.
 */
#ifndef TILE_LLVM_MEMORY_H
#define TILE_LLVM_MEMORY_H

#include "tile_llvm_text.h"

static int tile_constant(struct tile_llvm *e, float x)
{
	union {
		double number;
		unsigned long long bits;
	} y = { .number = (double)x };

	return tile_let(e, "fsub float 0x%016llx, 0.0", y.bits);
}

/* What the memory intrinsics of so many lanes are named after. */
static struct tile_text tile_memory_suffix(int lanes)
{
	struct tile_text t = { "p0" };

	if (TILE_IS_TYPED)
		snprintf(t.s, sizeof(t.s), "p0%.16s", tile_suffix(lanes).s);
	return t;
}

/* The address of element `at` of a pointer of the program; -1: of scratch. */
static int tile_address(struct tile_llvm *e, int pointer, int at)
{
	struct tile_text t = tile_address_type(TILE_REAL, 1);

	if (pointer < 0)
		return tile_let(e, "getelementptr float, %s %%scratch, i64 %%t%d", t.s,
				at);
	return tile_let(e, "getelementptr float, %s %%pointer%d, i64 %%t%d", t.s,
			pointer, at);
}

static int tile_cast(struct tile_llvm *e, int address, int lanes)
{
	return tile_let(e, "bitcast %s %%t%d to %s", tile_address_type(TILE_REAL, 1).s,
			address, tile_address_type(TILE_REAL, lanes).s);
}

static int tile_read(struct tile_llvm *e, int address, int lanes)
{
	return tile_get(e, address, TILE_REAL, lanes);
}

static int tile_read_masked(struct tile_llvm *e, int address, int lanes, int mask,
			    int other)
{
	struct tile_text t = tile_type_of(TILE_REAL, lanes);

	return tile_let(e,
			"call %s @llvm.masked.load.%s.%s(%s %%t%d, i32 4, "
			"<%d x i1> %%t%d, %s %%t%d)",
			t.s, tile_suffix(lanes).s, tile_memory_suffix(lanes).s,
			tile_address_type(TILE_REAL, lanes).s, address, lanes, mask,
			t.s, other);
}

static void tile_write_masked(struct tile_llvm *e, int value, int address, int lanes,
			      int mask)
{
	tile_say(e,
		 "call void @llvm.masked.store.%s.%s(%s %%t%d, %s %%t%d, i32 4, "
		 "<%d x i1> %%t%d)",
		 tile_suffix(lanes).s, tile_memory_suffix(lanes).s,
		 tile_type_of(TILE_REAL, lanes).s, value,
		 tile_address_type(TILE_REAL, lanes).s, address, lanes, mask);
}

/* An element at an offset of its own for each lane; mask 0: for all. */
static int tile_gather(struct tile_llvm *e, int pointer, int at, int lanes, int mask,
		       int other)
{
	struct tile_text t = tile_type_of(TILE_REAL, lanes), to;
	int all = tile_let(e, "getelementptr float, %s %%pointer%d, <%d x i64> %%t%d",
			   tile_address_type(TILE_REAL, 1).s, pointer, lanes, at);

	snprintf(to.s, sizeof(to.s), "<%d x %.10s>", lanes,
		 tile_address_type(TILE_REAL, 1).s);
	if (!mask)
		mask = tile_lanes_of(e, tile_let(e, "icmp eq i64 0, 0"), TILE_MASK,
				     lanes);
	if (!other)
		other = tile_lanes_of(e, tile_constant(e, 0), TILE_REAL, lanes);
	return tile_let(e,
			"call %s @llvm.masked.gather.%s.v%d%s(%s %%t%d, i32 4, "
			"<%d x i1> %%t%d, %s %%t%d)",
			t.s, tile_suffix(lanes).s, lanes,
			TILE_IS_TYPED ? "p0f32" : "p0", to.s, all, lanes, mask, t.s,
			other);
}

/* Where lanes of a value that lies in scratch begin. */
static int tile_home(struct tile_llvm *e, int v, int lanes)
{
	const struct tile_node *x = &e->p->node[v];
	int at = tile_number(e, e->plan->at[v]);

	if (x->rows > 1) {
		int row = tile_let(e, "mul i64 %%t%d, %d", e->i, e->plan->stride[v]);

		at = tile_let(e, "add i64 %%t%d, %%t%d", at, row);
	}
	if (x->cols > 1)
		at = tile_let(e, "add i64 %%t%d, %%t%d", at, e->j);
	return tile_cast(e, tile_address(e, -1, at), lanes);
}

static void tile_keep(struct tile_llvm *e, int v, int value, int lanes)
{
	tile_set(e, tile_home(e, v, lanes), TILE_REAL, lanes, value);
}

#endif
