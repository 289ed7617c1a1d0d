/* SPDX-License-Identifier: MIT
 *
 * tile_llvm_text.h - LLVM's intermediate language as text: names, types, loops and
 * what stands before the first function.  Values are %t1, %t2 ...; what changes lies in
 * a slot on the stack, of which LLVM makes registers.
 */
#ifndef TILE_LLVM_TEXT_H
#define TILE_LLVM_TEXT_H

#include "tile_plan.h"

#include <llvm/Config/llvm-config.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Since LLVM 15 a pointer does not say to what. */
#if LLVM_VERSION_MAJOR < 15
#define TILE_IS_TYPED 1
#else
#define TILE_IS_TYPED 0
#endif

#define TILE_WIDEST 64 /* elements that an instruction of the text works on */

/* What suits a processor: floats of a register, and how much is done at once. */
struct tile_target {
	int vector;        /* floats of a register */
	int lanes;         /* a power of two: elements of a row at once */
	int rows, vectors; /* sums of a product that stay in registers */
};

struct tile_names {
	int id[2][TILE_MOST]; /* of first elements, and of all lanes; 0: not there */
	int limit[TILE_MOST]; /* how many of a row's first elements a mask holds for */
};

struct tile_llvm {
	const struct tile_program *p;
	const struct tile_plan *plan;
	struct tile_target target;
	FILE *text, *slots; /* what runs, and the function's beginning */
	int last;           /* name, or number of a label */
	int i, j;           /* names of the row and of the first column */
	int zero;           /* a name of 0 */
	int lanes;          /* of the region that is being written */
	bool is_masked;     /* masks need not hold for all lanes here */
	unsigned powers;    /* numbers of lanes that exp() is called for, added up */
	bool is_kept[TILE_MOST]; /* lies in scratch by now */
	struct tile_names names;
};

struct tile_loop {
	int slot, label, index;
	struct tile_names names; /* from before, since a loop's are its own */
};

__attribute__((format(printf, 2, 3))) static void tile_say(struct tile_llvm *e,
							   const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vfprintf(e->text, format, args);
	va_end(args);
	fputc('\n', e->text);
}

/* A new name for what the format says. */
__attribute__((format(printf, 2, 3))) static int tile_let(struct tile_llvm *e,
							  const char *format, ...)
{
	int name = ++e->last;
	va_list args;

	fprintf(e->text, "%%t%d = ", name);
	va_start(args, format);
	vfprintf(e->text, format, args);
	va_end(args);
	fputc('\n', e->text);
	return name;
}

/* float, or <8 x float>. */
struct tile_text {
	char s[24];
};

static struct tile_text tile_type_of(enum tile_type type, int lanes)
{
	const char *one = type == TILE_REAL   ? "float"
			  : type == TILE_MASK ? "i1"
					      : "i64";
	struct tile_text t;

	if (lanes == 1)
		snprintf(t.s, sizeof(t.s), "%s", one);
	else
		snprintf(t.s, sizeof(t.s), "<%d x %s>", lanes, one);
	return t;
}

/* f32, or v8f32, of which names of functions are made. */
static struct tile_text tile_suffix(int lanes)
{
	struct tile_text t = { "f32" };

	if (lanes > 1)
		snprintf(t.s, sizeof(t.s), "v%df32", lanes);
	return t;
}

/* The type of an address of these. */
static struct tile_text tile_address_type(enum tile_type type, int lanes)
{
	struct tile_text t = { "ptr" }, to = tile_type_of(type, lanes);

	if (TILE_IS_TYPED)
		snprintf(t.s, sizeof(t.s), "%.20s*", to.s);
	return t;
}

static int tile_slot(struct tile_llvm *e, enum tile_type type, int lanes)
{
	fprintf(e->slots, "%%t%d = alloca %s\n", ++e->last,
		tile_type_of(type, lanes).s);
	return e->last;
}

static int tile_get(struct tile_llvm *e, int slot, enum tile_type type, int lanes)
{
	return tile_let(e, "load %s, %s %%t%d, align 4", tile_type_of(type, lanes).s,
			tile_address_type(type, lanes).s, slot);
}

static void tile_set(struct tile_llvm *e, int slot, enum tile_type type, int lanes,
		     int value)
{
	tile_say(e, "store %s %%t%d, %s %%t%d, align 4", tile_type_of(type, lanes).s,
		 value, tile_address_type(type, lanes).s, slot);
}

static int tile_number(struct tile_llvm *e, int64_t x)
{
	return tile_let(e, "add i64 0, %lld", (long long)x);
}

/* A scalar in all lanes. */
static int tile_lanes_of(struct tile_llvm *e, int x, enum tile_type type, int lanes)
{
	struct tile_text t = tile_type_of(type, lanes), one = tile_type_of(type, 1);
	int v;

	if (lanes == 1)
		return x;
	v = tile_let(e, "insertelement %s undef, %s %%t%d, i32 0", t.s, one.s, x);
	return tile_let(e,
			"shufflevector %s %%t%d, %s undef, <%d x i32> zeroinitializer",
			t.s, v, t.s, lanes);
}

/* for (index = from; index < to; index += step) */
static struct tile_loop tile_begin(struct tile_llvm *e, int from, int to)
{
	struct tile_loop l = { .slot = tile_slot(e, TILE_WHOLE, 1),
			       .label = ++e->last,
			       .names = e->names };
	int is_in;

	tile_set(e, l.slot, TILE_WHOLE, 1, from);
	tile_say(e, "br label %%next%d\nnext%d:", l.label, l.label);
	l.index = tile_get(e, l.slot, TILE_WHOLE, 1);
	is_in = tile_let(e, "icmp slt i64 %%t%d, %%t%d", l.index, to);
	tile_say(e, "br i1 %%t%d, label %%in%d, label %%out%d\nin%d:", is_in, l.label,
		 l.label, l.label);
	return l;
}

static void tile_finish(struct tile_llvm *e, const struct tile_loop *l, int step)
{
	int next = tile_let(e, "add i64 %%t%d, %%t%d", l->index, step);

	tile_set(e, l->slot, TILE_WHOLE, 1, next);
	tile_say(e, "br label %%next%d\nout%d:", l->label, l->label);
	e->names = l->names;
}

#endif
