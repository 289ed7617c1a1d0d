/* SPDX-License-Identifier: MIT
 *
 * toolchain.h - the compilers of this machine, and the GPUs to compile for.
 */
#ifndef AISP_TOOLCHAIN_H
#define AISP_TOOLCHAIN_H

#include <limits.h>

#include "words.h"

struct aisp_toolchain {
	struct aisp_words
		cc;          /* $CC, or cc: its path and further words; none: missing */
	char cc_id[65];      /* hash of its --version */
	char nvcc[PATH_MAX]; /* $NVCC, $PATH or /usr/local/cuda; "": missing */
	char nvcc_id[65];
	char cuda[PATH_MAX];     /* nvcc's toolkit */
	struct aisp_words known; /* "sm_90", "sm_90a": what this nvcc compiles for */
	struct aisp_words here;  /* likewise: the GPUs of this machine */
	bool has_asked_cc, has_asked_nvcc, has_asked_gpus;
};

/* Find a compiler; only the first call asks.  Return 0, or -1 with *err filled if the
 * harness failed. */
int aisp_toolchain_cc(struct aisp_toolchain *t, struct aisp_err *err);
int aisp_toolchain_nvcc(struct aisp_toolchain *t, struct aisp_err *err);
/* Find the GPUs by NVML; without a GPU or a driver t->here stays empty. */
void aisp_toolchain_gpus(struct aisp_toolchain *t);
/* Compile as if this machine had that GPU ("sm_90") and no other. */
void aisp_toolchain_take_gpu(struct aisp_toolchain *t, const char *gpu);
/* Returns 0; or -1 with *err filled, a usage error, if there is no nvcc or it does not
 * compile for that GPU. */
int aisp_toolchain_check_gpu(struct aisp_toolchain *t, const char *gpu,
			     struct aisp_err *err);
void aisp_toolchain_release(struct aisp_toolchain *t);

/* Would #include <header> find a file? */
bool aisp_toolchain_has(const struct aisp_toolchain *t, const char *header,
			bool is_cuda);

/*
 * Lists the GPUs to compile for.  Candidates are those of the source's ARCH line
 * (declared), or the usual ones if that is empty, as far as this nvcc knows them.
 * is_all: all candidates; else those that the GPUs of this machine run best.  Returns
 * 0; 1 with the reason in *err if there is none; -1 if memory ran out.
 */
int aisp_toolchain_archs(struct aisp_toolchain *t, const struct aisp_words *declared,
			 bool is_all, struct aisp_words *archs, struct aisp_err *err);

#endif
