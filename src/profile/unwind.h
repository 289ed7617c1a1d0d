/* SPDX-License-Identifier: MIT
 *
 * unwind.h - call stacks from a recording: by the unwind tables of the mapped files,
 * since variants are compiled without frame pointers; names from symbol tables, and
 * from debugging information for inlined functions.
 */
#ifndef AISP_UNWIND_H
#define AISP_UNWIND_H

#include <stdbool.h>
#include <sys/types.h>

#include "sampler.h"
#include "stacks.h"

/* A stretch of CLOCK_MONOTONIC_RAW, in ns. */
struct aisp_stretch {
	int64_t from_ns, to_ns;
};

/* Registers that a sample must hold, as perf_event_open(2) numbers them. */
#if defined(__x86_64__)
#define AISP_UNWIND_REGS 0xff01ffu /* AX to SP, IP, R8 to R15 */
#elif defined(__aarch64__)
#define AISP_UNWIND_REGS 0x1ffffffffu /* X0 to X29, LR, SP, PC */
#else
#error "which registers unwinding needs is not known for this processor"
#endif

/*
 * Add the samples of process pid, or of all where it is 0, that lie in the stretches to
 * *root.  Frames of the program that
 * is named (its file's base name) and of what called it are left out, unless the
 * program itself ran.  has_lines: below the function that ran its line, "x.c:37",
 * and below that the instruction, "run+0x40".  0, or -1 with *err filled.
 */
int aisp_unwind(const struct aisp_recording *r, pid_t pid,
		const struct aisp_stretch *stretches, int n_stretches,
		const char *program, bool has_lines, struct aisp_frame *root,
		struct aisp_err *err);

#endif
