/* SPDX-License-Identifier: MIT
 *
 * ranks.h - several processes, the ranks, that share a call.
 *
 * A workload asks for them by problem.ranks.n.  It describes whole tensors.  In a
 * rank's struct aisp_io, a tensor whose first axis is marked AISP_PART_RANKS is that
 * rank's slice (shape[0] / n); inputs without the mark are the same for all.  Each
 * output has the mark.  One bell starts all ranks, and the last answer stops the clock.
 *
 * Ranks meet in memory that the judge owns.  Each rank has a window, which all can
 * read, and a page of signals, which all can write.  They see nothing else of each
 * other. setup() also runs in all ranks at the same time.
 *
 * If the ranks lie on several nodes (problem.ranks.n_nodes), only those of a node share
 * memory: window and signals of ranks elsewhere are NULL, and link[] has streams to
 * them (aisp/links.h).
 *
 * In a CUDA variant rank r uses GPU r: its tensors, window and signals lie in that
 * GPU's memory (aisp/ranks_gpu.h); host_signal[] is a page that host code can use.
 */
#ifndef AISP_RANKS_H
#define AISP_RANKS_H

#include <aisp/variant.h>
#include <sched.h>

#define AISP_MAX_RANKS 8
#define AISP_N_SIGNALS 64 /* of a rank, each on a cache line of its own */
#define AISP_N_GPU_SIGNALS                                                             \
	4096 /* on a GPU; enough for one from each peer to each block of threads */

/* The node on which a rank lies; and does a stream lead from one rank to another? */
static inline int aisp_node_of(const struct aisp_rank_spec *ranks, int rank)
{
	return ranks->n_nodes > 1 ? rank / (ranks->n / ranks->n_nodes) : 0;
}

static inline int aisp_is_linked(const struct aisp_rank_spec *ranks, int a, int b)
{
	return aisp_node_of(ranks, a) != aisp_node_of(ranks, b);
}

/* What a rank gets; as the tensors, it differs from slot to slot. */
struct aisp_ranks {
	int rank, n;
	void *window[AISP_MAX_RANKS]; /* by rank; poisoned before each call */
	size_t window_bytes;
	uint32_t *signal[AISP_MAX_RANKS]; /* by rank; zero before each call */
	/* Likewise, in the host's memory; the same as signal[] on the CPU. */
	uint32_t *host_signal[AISP_MAX_RANKS];
	int node, n_nodes;        /* this rank's node; nodes, with equally many ranks */
	int link[AISP_MAX_RANKS]; /* by rank: a stream to it; -1: memory reaches it */
};

/* The number of ranks of a node; the first rank of this rank's node. */
static inline int aisp_node_size(const struct aisp_ranks *r)
{
	return r->n / r->n_nodes;
}

static inline int aisp_node_first(const struct aisp_ranks *r)
{
	return r->node * aisp_node_size(r);
}

static inline uint32_t *aisp_signal_of(const struct aisp_ranks *r, int rank, int i)
{
	return r->signal[rank] + 16 * (ptrdiff_t)i;
}

/* A rank that has waited for the value sees what was written before it was set. */
static inline void aisp_signal_set(const struct aisp_ranks *r, int rank, int i,
				   uint32_t value)
{
	__atomic_store_n(aisp_signal_of(r, rank, i), value, __ATOMIC_RELEASE);
}

static inline void aisp_signal_add(const struct aisp_ranks *r, int rank, int i,
				   uint32_t value)
{
	__atomic_add_fetch(aisp_signal_of(r, rank, i), value, __ATOMIC_ACQ_REL);
}

/*
 * Waits until signal i of that rank is at least value.  It yields the CPU now and then,
 * since the rank that it waits for may need it.
 */
static inline void aisp_signal_wait(const struct aisp_ranks *r, int rank, int i,
				    uint32_t value)
{
	const uint32_t *word = aisp_signal_of(r, rank, i);

	for (int n = 0; __atomic_load_n(word, __ATOMIC_ACQUIRE) < value; n++)
		if (n % 4096 == 4095)
			sched_yield();
}

/*
 * Waits for all ranks of this node; number is 1 at a call's first barrier and 1 more at
 * each further one.  It uses the last signal of the node's first rank.
 */
static inline void aisp_node_barrier(const struct aisp_ranks *r, uint32_t number)
{
	int first = aisp_node_first(r);

	aisp_signal_add(r, first, AISP_N_SIGNALS - 1, 1);
	aisp_signal_wait(r, first, AISP_N_SIGNALS - 1,
			 number * (uint32_t)aisp_node_size(r));
}

/* The same for all ranks, on one node.  It uses the last signal of rank 0. */
static inline void aisp_rank_barrier(const struct aisp_ranks *r, uint32_t number)
{
	aisp_signal_add(r, 0, AISP_N_SIGNALS - 1, 1);
	aisp_signal_wait(r, 0, AISP_N_SIGNALS - 1, number * (uint32_t)r->n);
}

#define AISP_SHARE_BYTES (32 * 4)

/*
 * Copies rank root's data to all ranks.  Host code of all ranks calls it once, in
 * setup().  It uses signals 0 to 32 of the host's page; bytes: at most
 * AISP_SHARE_BYTES.
 */
static inline void aisp_rank_share(const struct aisp_ranks *r, int root, void *data,
				   size_t bytes)
{
	unsigned char *byte = (unsigned char *)data;
	uint32_t *word = r->host_signal[root];
	uint32_t *is_there = word + (ptrdiff_t)16 * 32;

	if (r->rank == root) {
		for (size_t i = 0; i < bytes; i++)
			((unsigned char *)(word + 16 * (i / 4)))[i % 4] = byte[i];
		__atomic_store_n(is_there, 1, __ATOMIC_RELEASE);
		return;
	}
	while (!__atomic_load_n(is_there, __ATOMIC_ACQUIRE))
		sched_yield();
	for (size_t i = 0; i < bytes; i++)
		byte[i] = ((unsigned char *)(word + 16 * (i / 4)))[i % 4];
}

#endif
