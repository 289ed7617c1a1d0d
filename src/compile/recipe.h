/* SPDX-License-Identifier: MIT
 *
 * recipe.h - the command line that makes an object.
 */
#ifndef AISP_RECIPE_H
#define AISP_RECIPE_H

#include "tags.h"
#include "toolchain.h"

enum aisp_recipe_state {
	AISP_RECIPE_READY,
	AISP_RECIPE_SKIPPED, /* this machine lacks what it needs */
	AISP_RECIPE_REFUSED, /* the source asks for what is not allowed */
};

struct aisp_recipe {
	enum aisp_recipe_state state;
	struct aisp_err why; /* it is not ready */
	bool is_for_others;  /* skipped, since it is for other GPUs */
	bool is_cuda;
	bool is_kernels; /* a bundle of device code (bundle.h) */
	char source[PATH_MAX];
	/* The source and its folder, by paths that need no quotes: nvcc calls a shell.
	 */
	char seen[PATH_MAX], seen_dir[PATH_MAX];
	struct aisp_words argv;    /* without the output */
	struct aisp_words matters; /* those that the object depends on */
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
	bool is_all_archs; /* else only the GPUs of this machine */
};

/* Returns 0, or -1 with *err filled if the harness failed.  Release *r in any case. */
int aisp_recipe_make(struct aisp_recipe *r, struct aisp_toolchain *t,
		     const struct aisp_recipe_order *o, struct aisp_err *err);
void aisp_recipe_release(struct aisp_recipe *r);

/* Is that object a workload's contract, as "workload_x.so"? */
bool aisp_is_contract_object(const char *object);

#endif
