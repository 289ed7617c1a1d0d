/* SPDX-License-Identifier: MIT
 *
 * tile_llvm_exp.h - text that precedes a program in LLVM's intermediate language:
 * intrinsics by their names, and exp() of each number of lanes, as aisp/exp2.h has it.
 */
#ifndef TILE_LLVM_EXP_H
#define TILE_LLVM_EXP_H

#include "tile_llvm_memory.h"

static int tile_same(struct tile_llvm *e, float x, int lanes)
{
	return tile_lanes_of(e, tile_constant(e, x), TILE_REAL, lanes);
}

/* t, cut off where 2^t leaves fp32's range; NaN stays. */
static int tile_cut(struct tile_llvm *e, int t, int lanes)
{
	static const struct {
		const char *is;
		float bound;
	} cuts[] = { { "ogt", 128 }, { "olt", -127 } };
	struct tile_text type = tile_type_of(TILE_REAL, lanes);

	for (int i = 0; i < 2; i++) {
		int bound = tile_same(e, cuts[i].bound, lanes);
		int is = tile_let(e, "fcmp %s %s %%t%d, %%t%d", cuts[i].is, type.s, t,
				  bound);

		t = tile_let(e, "select %s %%t%d, %s %%t%d, %s %%t%d",
			     tile_type_of(TILE_MASK, lanes).s, is, type.s, bound,
			     type.s, t);
	}
	return t;
}

/* 2^r, |r| <= 1/2. */
static int tile_polynomial(struct tile_llvm *e, int r, int lanes)
{
	static const float c[] = { 0x1.3cea84p-7f, 0x1.c6b754p-5f, 0x1.ebf9bcp-3f,
				   0x1.62e42ap-1f, 1 };
	struct tile_text type = tile_type_of(TILE_REAL, lanes);
	int y = tile_same(e, 0x1.5bb97ep-10f, lanes);

	for (int i = 0; i < 5; i++)
		y = tile_let(e,
			     "call %s @llvm.fmuladd.%s(%s %%t%d, %s %%t%d, %s %%t%d)",
			     type.s, tile_suffix(lanes).s, type.s, y, type.s, r, type.s,
			     tile_same(e, c[i], lanes));
	return y;
}

/* p times 2^n, n the last bits of y. */
static int tile_scale(struct tile_llvm *e, int p, int y, int lanes)
{
	struct tile_text real = tile_type_of(TILE_REAL, lanes), whole = { "i32" };
	int shift = tile_let(e, "add i32 0, 23"), sum;

	if (lanes > 1) {
		int one;

		snprintf(whole.s, sizeof(whole.s), "<%d x i32>", lanes);
		one = tile_let(e, "insertelement %s undef, i32 %%t%d, i32 0", whole.s,
			       shift);
		shift = tile_let(e,
				 "shufflevector %s %%t%d, %s undef, %s zeroinitializer",
				 whole.s, one, whole.s, whole.s);
	}
	y = tile_let(e, "bitcast %s %%t%d to %s", real.s, y, whole.s);
	p = tile_let(e, "bitcast %s %%t%d to %s", real.s, p, whole.s);
	y = tile_let(e, "shl %s %%t%d, %%t%d", whole.s, y, shift);
	sum = tile_let(e, "add %s %%t%d, %%t%d", whole.s, p, y);
	return tile_let(e, "bitcast %s %%t%d to %s", whole.s, sum, real.s);
}

/* exp(x) = 2^t = 2^n 2^r; adding 1.5 * 2^23 leaves n in the last bits. */
static void tile_exp_function(struct tile_llvm *e, int lanes)
{
	struct tile_text type = tile_type_of(TILE_REAL, lanes);
	int t, y, n, magic;

	tile_say(e, "define internal %s @exp.%s(%s %%x) alwaysinline {", type.s,
		 tile_suffix(lanes).s, type.s);
	t = tile_same(e, 0x1.715476p+0f, lanes);
	t = tile_let(e, "fmul %s %%x, %%t%d", type.s, t);
	t = tile_cut(e, t, lanes);
	magic = tile_same(e, 0x1.8p23f, lanes);
	y = tile_let(e, "fadd %s %%t%d, %%t%d", type.s, t, magic);
	n = tile_let(e, "fsub %s %%t%d, %%t%d", type.s, y, magic);
	n = tile_let(e, "fsub %s %%t%d, %%t%d", type.s, t, n);
	tile_say(e, "ret %s %%t%d\n}", type.s,
		 tile_scale(e, tile_polynomial(e, n, lanes), y, lanes));
}

static void tile_declare(struct tile_llvm *e, int lanes)
{
	struct tile_text name = tile_suffix(lanes), t = tile_type_of(TILE_REAL, lanes),
			 m = tile_type_of(TILE_MASK, lanes),
			 p = tile_address_type(TILE_REAL, lanes),
			 to = tile_memory_suffix(lanes);
	const char *s = name.s;

	tile_say(e, "declare %s @llvm.sqrt.%s(%s)", t.s, s, t.s);
	tile_say(e, "declare %s @llvm.fmuladd.%s(%s, %s, %s)", t.s, s, t.s, t.s, t.s);
	if (lanes == 1)
		return;
	tile_say(e, "declare %s @llvm.masked.load.%s.%s(%s, i32, %s, %s)", t.s, s, to.s,
		 p.s, m.s, t.s);
	tile_say(e, "declare void @llvm.masked.store.%s.%s(%s, %s, i32, %s)", s, to.s,
		 t.s, p.s, m.s);
	tile_say(e, "declare %s @llvm.masked.gather.%s.v%d%s(<%d x %s>, i32, %s, %s)",
		 t.s, s, lanes, TILE_IS_TYPED ? "p0f32" : "p0", lanes,
		 tile_address_type(TILE_REAL, 1).s, m.s, t.s);
}

/* For the numbers of lanes that the program has. */
static void tile_declare_all(struct tile_llvm *e)
{
	tile_say(e, "declare void @llvm.prefetch.%s, i32, i32, i32)",
		 TILE_IS_TYPED ? "p0i8(i8*" : "p0(ptr");
	for (int lanes = 1; lanes <= TILE_WIDEST; lanes *= 2) {
		tile_declare(e, lanes);
		if (e->powers & (unsigned)lanes)
			tile_exp_function(e, lanes);
	}
}

#endif
