/* SPDX-License-Identifier: MIT
 *
 * clones.h - one object for every x86 machine: a function with AISP_CLONES is
 * compiled for three levels of the instruction set, and the loader picks one.
 * Elsewhere, and where the compiler cannot, it is an ordinary function.  Vectors of one
 * size are not best for all levels: aisp/each_level.h.
 */
#ifndef AISP_CLONES_H
#define AISP_CLONES_H

#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__) &&            \
	!defined(__SANITIZE_ADDRESS__)
#define AISP_CLONES                                                                    \
	__attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define AISP_CLONES
#endif

#endif
