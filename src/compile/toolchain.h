/* SPDX-License-Identifier: MIT
 *
 * toolchain.h - which compilers are here, and the GPUs that code is made for.
 */
#ifndef AISP_TOOLCHAIN_H
#define AISP_TOOLCHAIN_H

#include <limits.h>

#include "words.h"

struct aisp_toolchain {
	struct aisp_words
		cc;          /* $CC, or cc: its path and further words; none: missing */
	char cc_id[65];      /* hash of what it says of itself */
	char nvcc[PATH_MAX]; /* $NVCC, $PATH or /usr/local/cuda; "": missing */
	char nvcc_id[65];
	char cuda[PATH_MAX];     /* nvcc's toolkit */
	struct aisp_words known; /* "sm_90", "sm_90a": what this nvcc makes code for */
	struct aisp_words here;  /* of the GPUs that are here */
	bool has_asked_cc, has_asked_nvcc, has_asked_gpus;
};

/* Each asks once.  0, or -1 with *err filled if the harness failed. */
int aisp_toolchain_cc(struct aisp_toolchain *t, struct aisp_err *err);
int aisp_toolchain_nvcc(struct aisp_toolchain *t, struct aisp_err *err);
/* By NVML; no GPU, or no driver, leaves t->here empty. */
void aisp_toolchain_gpus(struct aisp_toolchain *t);
/* As if it were the one that is here: "sm_90". */
void aisp_toolchain_take_gpu(struct aisp_toolchain *t, const char *gpu);
/* 0; -1 with *err, a usage error, if no nvcc is here or it makes no code for "sm_90".
 */
int aisp_toolchain_check_gpu(struct aisp_toolchain *t, const char *gpu,
			     struct aisp_err *err);
void aisp_toolchain_release(struct aisp_toolchain *t);

/* The header is there for #include <header>. */
bool aisp_toolchain_has(const struct aisp_toolchain *t, const char *header,
			bool is_cuda);

/*
 * The GPUs to compile for: those of the source's ARCH line (declared, may be empty)
 * or the usual ones, all that this nvcc knows; or only what the GPUs here run
 * best.  0; 1 with the reason in *err if there is nothing to compile for; -1 if memory
 * ran out.
 */
int aisp_toolchain_archs(struct aisp_toolchain *t, const struct aisp_words *declared,
			 bool is_all, struct aisp_words *archs, struct aisp_err *err);

#endif
