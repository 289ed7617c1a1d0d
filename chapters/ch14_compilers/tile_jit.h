/* SPDX-License-Identifier: MIT
 *
 * tile_jit.h - a program of tile_ir.h as machine code for this processor, and its runs
 * over a grid.
 */
#ifndef TILE_JIT_H
#define TILE_JIT_H

#include "llvm_code.h"
#include "tile_llvm.h"

#include <sys/mman.h>

struct tile_jit {
	struct llvm_code code;
	tile_fn *run;
	float *scratch;
	int64_t grid[2];
};

/* Sums of a product that fill the registers: 12 of 16 with AVX2, 24 of 32 with
 * AVX-512; what is left holds a row of the right matrix and an element of the left. */
static struct tile_target tile_this_machine(void)
{
#if defined(__x86_64__)
	if (__builtin_cpu_supports("avx512f"))
		return (struct tile_target){ 16, 32, 8, 3 };
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
		return (struct tile_target){ 8, 16, 6, 2 };
#endif
	return (struct tile_target){ 4, 8, 4, 2 };
}

static void tile_jit_release(struct tile_jit *t)
{
	llvm_release(&t->code);
	free(t->scratch);
	t->scratch = NULL;
}

/* On large pages: rows of a tile lie on more small ones than a TLB knows. */
static float *tile_scratch(int64_t n_floats)
{
	const size_t huge = 2u << 20;
	size_t bytes = ((size_t)n_floats * sizeof(float) + huge) / huge * huge;
	void *scratch = aligned_alloc(huge, bytes);

	if (!scratch)
		return NULL;
	madvise(scratch, bytes, MADV_HUGEPAGE);
	memset(scratch, 0, bytes);
	return (float *)scratch;
}

/* Builds t's function.  Returns 0, or -errno. */
static int tile_jit_build(struct tile_jit *t, struct tile_program *p,
			  const struct tile_target *target)
{
	struct tile_plan *plan = (struct tile_plan *)malloc(sizeof(*plan));
	char *source = NULL;
	uint64_t address = 0;
	int rc = -ENOMEM;

	if (tile_check(p))
		rc = -EINVAL;
	else if (plan) {
		tile_plan(p, plan, TILE_CPU);
		source = tile_write_llvm(p, plan, target);
		t->scratch = tile_scratch(plan->floats);
	}
	if (source && t->scratch)
		rc = llvm_compile(&t->code, source, "tile", &address);
	t->run = (tile_fn *)(uintptr_t)address;
	free(source);
	free(plan);
	return rc;
}

static void tile_jit_run(const struct tile_jit *t, float *const *pointer)
{
	for (int64_t j = 0; j < t->grid[1]; j++)
		for (int64_t i = 0; i < t->grid[0]; i++)
			t->run(i, j, t->scratch, pointer);
}

#endif
