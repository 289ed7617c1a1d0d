/* SPDX-License-Identifier: MIT
 *
 * each_level.h - a file that is included once for each level of the instruction set:
 *
 *     #define AISP_KERNEL "product_tile.h"
 *     #include <aisp/each_level.h>
 *
 * AISP_CLONES (aisp/clones.h) gives a function the instructions of each level, but one
 * set of types to all of them, and GCC 12 keeps a vector that is wider than registers
 * in memory.  What AISP_KERNEL names may choose its types by
 *     AISP_LANES        floats of a register: 16, 8 or 4
 *     AISP_AT(name)  the name with the level's suffix, for all that it defines
 * and AISP_BEST(name) is what the best level of this machine defined, a function.
 */
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__)

#ifndef AISP_BEST
#define AISP_BEST(name)                                                                \
	(__builtin_cpu_supports("x86-64-v4")   ? name##_v4                             \
	 : __builtin_cpu_supports("x86-64-v3") ? name##_v3                             \
					       : name##_any)
#endif

#pragma GCC push_options
#pragma GCC target("arch=x86-64-v4")
#define AISP_LANES    16
#define AISP_AT(name) name##_v4
#include AISP_KERNEL
#undef AISP_LANES
#undef AISP_AT
#pragma GCC pop_options

#pragma GCC push_options
#pragma GCC target("arch=x86-64-v3")
#define AISP_LANES    8
#define AISP_AT(name) name##_v3
#include AISP_KERNEL
#undef AISP_LANES
#undef AISP_AT
#pragma GCC pop_options

#elif !defined(AISP_BEST)
#define AISP_BEST(name) name##_any
#endif

#define AISP_LANES    4
#define AISP_AT(name) name##_any
#include AISP_KERNEL
#undef AISP_LANES
#undef AISP_AT
#undef AISP_KERNEL
