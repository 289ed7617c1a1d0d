/* SPDX-License-Identifier: MIT
 *
 * Four floats in a register, on any processor that the compiler knows.
 */
#ifndef LANES_H
#define LANES_H

typedef float float4 __attribute__((vector_size(16)));
/* The same in memory, aligned to a float only. */
typedef float float4_loose __attribute__((vector_size(16), aligned(4), may_alias));

#endif
