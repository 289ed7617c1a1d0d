/* SPDX-License-Identifier: MIT
 *
 * attention_launch.h - a variant's callbacks around attention_groups.h.
 */
#ifndef ATTENTION_LAUNCH_H
#define ATTENTION_LAUNCH_H

#include "attention_groups.h"
#include "attention_state.h"

/* The caller has set heads, seq, is_causal and first of p. */
template <int DIM, enum seen SEEN>
static int launch(const struct aisp_io *io, const struct state *s, shape p)
{
	CUtensorMap q, k, v, o;

	cut_heads<DIM>(&p, (int64_t)4 * p.seq * DIM);
	if (map_heads(s->encode, &q, &io->in[0], queries_of<DIM>) ||
	    map_heads(s->encode, &k, &io->in[1], KEYS) ||
	    map_heads(s->encode, &v, &io->in[2], KEYS) ||
	    map_heads(s->encode, &o, &io->out[0], 64))
		return -EINVAL;
	attention<DIM, SEEN><<<min(s->n_blocks, p.heads * p.q_tiles), threads_of<DIM>,
			       sizeof(tiles<DIM>), aisp_stream(io)>>>(q, k, v, o, p);
	return aisp_launched();
}

template <int DIM, enum seen SEEN> static int allow_shared(void)
{
	return aisp_cuda_status(cudaFuncSetAttribute(
		attention<DIM, SEEN>, cudaFuncAttributeMaxDynamicSharedMemorySize,
		sizeof(tiles<DIM>)));
}

#endif
