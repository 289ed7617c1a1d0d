/* SPDX-License-Identifier: MIT
 *
 * table_managed.h - the table in managed memory: one address for CPU and GPU, and each
 * page lies with one of them.  The CPU writes the table, as the program would that
 * makes it; pages that the last call left with the GPU come back by faults of the CPU.
 */
#ifndef TABLE_MANAGED_H
#define TABLE_MANAGED_H

#include "gather_managed.h"

#if CUDART_VERSION < 13000 /* the functions that take a struct cudaMemLocation */
#define cudaMemPrefetchAsync cudaMemPrefetchAsync_v2
#define cudaMemAdvise        cudaMemAdvise_v2
#endif

/* Elsewhere the CPU may not touch the pages while the GPU works. */
static inline bool table_can_move(void)
{
	return aisp_gpu(cudaDevAttrConcurrentManagedAccess);
}

static inline struct cudaMemLocation table_at_gpu(void)
{
	struct cudaMemLocation at = { .type = cudaMemLocationTypeDevice };

	cudaGetDevice(&at.id);
	return at;
}

static inline int table_new(const struct aisp_io *io, void **state)
{
	struct gather *g;
	cudaError_t e;

	if (!table_can_move())
		return -ENOTSUP;
	g = gather_new(io);
	if (!g)
		return -ENOMEM;
	e = cudaMallocManaged((void **)&g->table, table_bytes(io), cudaMemAttachGlobal);
	return gather_made(g, e, state);
}

static inline void table_write(const struct aisp_io *io, const struct gather *g)
{
	memcpy(g->table, aisp_in_f32(io, TABLE), table_bytes(io));
}

/* run(): the kernel reads pages wherever they are. */
static inline int table_gather(const struct aisp_io *io, void *state)
{
	const struct gather *g = (const struct gather *)state;

	table_write(io, g);
	return gather_launch(io, g, g->table);
}

#endif
