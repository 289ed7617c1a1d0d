/* SPDX-License-Identifier: MIT
 *
 * numa_nodes.h - where memory lies.
 */
#ifndef AISP_NUMA_NODES_H
#define AISP_NUMA_NODES_H

#include <stddef.h>

/*
 * The share of some pages of [memory, memory + bytes), this process's own, that lie
 * on another node than `cpu`; 0 with one node, NaN where the kernel does not tell.
 */
double aisp_remote_share(const char *memory, size_t bytes, int cpu);

#endif
