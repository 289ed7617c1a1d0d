/* SPDX-License-Identifier: MIT
 *
 * nccl_calls.h - NCCL, looked up at run time, so that a machine without it can say so.
 *
 * The declarations are facts of its interface, version 2 (nccl.h; NVIDIA NCCL
 * documentation, "API").  The judge sets by NCCL's environment how ranks meet, and what
 * stays off (docs/tiers.md).
 */
#ifndef AISP_NCCL_CALLS_H
#define AISP_NCCL_CALLS_H

#include <aisp/cuda.h>
#include <aisp/ranks.h>
#include <dlfcn.h>
#include <errno.h>
#include <glob.h>
#include <stdio.h>
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
	const char *(*error)(int);
	const char *(*last_error)(void *);
};

/* By the loader's path, or where Python's packages have it. */
static void *nccl_library(void)
{
	static const char *const patterns[] = {
		"/usr/local/lib/python3*/*-packages/nvidia/nccl/lib/libnccl.so.2",
		"/usr/lib/python3*/*-packages/nvidia/nccl/lib/libnccl.so.2",
		"/opt/*/lib/python3*/site-packages/nvidia/nccl/lib/libnccl.so.2",
	};
	void *library = dlopen("libnccl.so.2", RTLD_NOW | RTLD_LOCAL);

	for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]) && !library;
	     i++) {
		glob_t found = {};

		if (!glob(patterns[i], 0, NULL, &found) && found.gl_pathc)
			library = dlopen(found.gl_pathv[0], RTLD_NOW | RTLD_LOCAL);
		globfree(&found);
	}
	return library;
}

static int nccl_look_up(struct nccl *n)
{
	void *library = nccl_library();

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
	LOOK_UP(error, ncclGetErrorString)
	LOOK_UP(last_error, ncclGetLastError)
#undef LOOK_UP
	return 0;
}

static char nccl_why[256];

/* 0, or -EIO; then nccl_why has NCCL's own words. */
static int nccl_failed(const struct nccl *n, const char *call, int result)
{
	if (!result)
		return 0;
	snprintf(nccl_why, sizeof(nccl_why), "%s: %s; %.180s", call, n->error(result),
		 n->last_error(NULL));
	return -EIO;
}

/* Rank 0's id, for all ranks; false if rank 0 got none: then no rank uses NCCL. */
static bool nccl_share_id(const struct nccl *n, const struct aisp_ranks *r,
			  struct nccl_id *id)
{
	const struct nccl_id none = {};

	if (r->rank == 0 && nccl_failed(n, "ncclGetUniqueId", n->get_id(id)))
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
	setlinebuf(stdout); /* NCCL_DEBUG's words, if it fails or hangs */
	status = nccl_look_up(n);
	if (status)
		return status;
	if (!nccl_share_id(n, io->ranks, &id))
		return -ENOTSUP;
	return nccl_failed(n, "ncclCommInitRank",
			   n->init(&n->comm, io->ranks->n, id, io->ranks->rank));
}

/* What a call, or a group of sends and receives, returned. */
static inline int nccl_status(const struct nccl *n, const char *call, int result)
{
	int status = nccl_failed(n, call, result);

	return status ? status : aisp_launched();
}

static inline int nccl_all_reduce(const struct nccl *n, const void *x, void *y,
				  int64_t elems, int type, cudaStream_t stream)
{
	return nccl_status(
		n, "ncclAllReduce",
		n->all_reduce(x, y, (size_t)elems, type, NCCL_SUM, n->comm, stream));
}

#endif
