/* SPDX-License-Identifier: MIT
 *
 * allreduce_nccl.h - run() of an all-reduce of bf16 by NCCL, without NVLS.
 */
#ifndef ALLREDUCE_NCCL_H
#define ALLREDUCE_NCCL_H

#include <aisp/nccl_calls.h>

static int all_reduce(const struct aisp_io *io, void *state)
{
	return nccl_all_reduce((const struct nccl *)state, io->in[0].data,
			       io->out[0].data, io->in[0].shape[1], NCCL_BF16,
			       aisp_stream(io));
}

#endif
