/* SPDX-License-Identifier: MIT
 *
 * recipe.h - how an object is made.  The one place that names compilers' options.
 */
#ifndef AISP_RECIPE_H
#define AISP_RECIPE_H

#include "tags.h"
#include "toolchain.h"

enum aisp_recipe_state {
	AISP_RECIPE_READY,
	AISP_RECIPE_SKIPPED, /* this machine lacks what it needs */
	AISP_RECIPE_REFUSED, /* the source wants what is not allowed */
};

struct aisp_recipe {
	enum aisp_recipe_state state;
	struct aisp_err why; /* unless it is ready */
	bool is_for_others;  /* skipped: no GPU here or named runs it */
	bool is_cuda;
	bool is_kernels; /* of device code alone: its lines and a fatbin (bundle.h) */
	char source[PATH_MAX];
	/* As the compiler is to see source and its folder: nvcc calls a shell. */
	char seen[PATH_MAX], seen_dir[PATH_MAX];
	struct aisp_words argv;    /* but for the output */
	struct aisp_words matters; /* of them, wherever the tree and the compiler lie */
	struct aisp_words archs;
};

/*
 * What to build of dir: "workload_x.so", "baseline_x.c.so", "baseline_x.c.fma.so",
 * "baseline_x.cu.kernels".
 */
struct aisp_recipe_order {
	const char *root, *dir, *object;
	const char
		*alias; /* a link to dir, with a name that needs no quotes; or NULL */
	bool is_all_archs; /* else for the GPUs that are here */
};

/* 0, or -1 with *err filled if the harness failed.  Release either way. */
int aisp_recipe_make(struct aisp_recipe *r, struct aisp_toolchain *t,
		     const struct aisp_recipe_order *o, struct aisp_err *err);
void aisp_recipe_release(struct aisp_recipe *r);

#endif
