/* SPDX-License-Identifier: MIT
 *
 * numa_nodes.h - on which nodes memory lies.
 */
#ifndef AISP_NUMA_NODES_H
#define AISP_NUMA_NODES_H

#include <stddef.h>

/*
 * The share of sampled pages of [memory, memory + bytes), in this process, that lie on
 * another node than `cpu`; 0 with one node, NaN if the kernel does not report it.
 */
double aisp_remote_share(const char *memory, size_t bytes, int cpu);

#endif
