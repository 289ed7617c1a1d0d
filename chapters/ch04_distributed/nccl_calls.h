/* SPDX-License-Identifier: MIT
 *
 * nccl_calls.h - NCCL, looked up at run time, so that a machine without it can say so.
 *
 * What is declared here are facts of its interface, version 2 (nccl.h; NVIDIA NCCL
 * documentation, "API").  Memory that switches write to several GPUs at a time (NVLS)
 * stays off: it is a resource of the whole host.
 */
#ifndef NCCL_CALLS_H
#define NCCL_CALLS_H

#include <aisp/cuda.h>
#include <aisp/ranks.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

struct nccl_id {
	char internal[128];
};

enum { NCCL_FLOAT = 7, NCCL_BF16 = 9 }; /* ncclDataType_t */
enum { NCCL_SUM = 0 };                  /* ncclRedOp_t */

struct nccl {
	void *comm;
	int (*get_id)(struct nccl_id *);
	int (*init)(void **, int, struct nccl_id, int);
	int (*all_reduce)(const void *, void *, size_t, int, int, void *, cudaStream_t);
	int (*reduce_scatter)(const void *, void *, size_t, int, int, void *,
			      cudaStream_t);
	int (*all_gather)(const void *, void *, size_t, int, void *, cudaStream_t);
	int (*send)(const void *, size_t, int, int, void *, cudaStream_t);
	int (*recv)(void *, size_t, int, int, void *, cudaStream_t);
	int (*group_start)(void);
	int (*group_end)(void);
};

static int nccl_look_up(struct nccl *n)
{
	void *library = dlopen("libnccl.so.2", RTLD_NOW | RTLD_LOCAL);

	if (!library)
		return -ENOTSUP;
#define LOOK_UP(member, name)                                                          \
	if (!(n->member = (decltype(n->member))dlsym(library, #name)))                 \
		return -ENOTSUP;
	LOOK_UP(get_id, ncclGetUniqueId)
	LOOK_UP(init, ncclCommInitRank)
	LOOK_UP(all_reduce, ncclAllReduce)
	LOOK_UP(reduce_scatter, ncclReduceScatter)
	LOOK_UP(all_gather, ncclAllGather)
	LOOK_UP(send, ncclSend)
	LOOK_UP(recv, ncclRecv)
	LOOK_UP(group_start, ncclGroupStart)
	LOOK_UP(group_end, ncclGroupEnd)
#undef LOOK_UP
	return 0;
}

/* All ranks run on this host, and meet over its loopback. */
static void nccl_environment(void)
{
	setenv("NCCL_NVLS_ENABLE", "0", 1);
	setenv("NCCL_SOCKET_IFNAME", "lo", 0);
	setenv("NCCL_RAS_ENABLE", "0", 0);
}

/* Rank 0's, or zeroes where it could not listen to the others: then all go without. */
static bool nccl_share_id(const struct nccl *n, const struct aisp_ranks *r,
			  struct nccl_id *id)
{
	const struct nccl_id none = {};

	if (r->rank == 0 && n->get_id(id))
		*id = none;
	aisp_rank_share(r, 0, id, sizeof(*id));
	return memcmp(id, &none, sizeof(none)) != 0;
}

static int nccl_setup(const struct aisp_io *io, void **state)
{
	struct nccl *n = (struct nccl *)calloc(1, sizeof(*n));
	struct nccl_id id = {};
	int status;

	*state = n;
	if (!n)
		return -ENOMEM;
	nccl_environment();
	status = nccl_look_up(n);
	if (status)
		return status;
	if (!nccl_share_id(n, io->ranks, &id))
		return -ENOTSUP;
	return n->init(&n->comm, io->ranks->n, id, io->ranks->rank) ? -EIO : 0;
}

/* What a group of sends and receives returns: 0, or the first error's. */
static inline int nccl_status(int result)
{
	return result ? -EIO : aisp_launched();
}

#endif
