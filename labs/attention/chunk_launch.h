/* SPDX-License-Identifier: MIT
 *
 * chunk_launch.h - a variant's callbacks around chunk_kernel.h.
 */
#ifndef CHUNK_LAUNCH_H
#define CHUNK_LAUNCH_H

#include "chunk_kernel.h"

static chunk chunk_of(const int64_t *p, bool is_packed)
{
	chunk c = {};

	c.group = (int)(p[HEADS] / p[KV_HEADS]);
	c.pack = is_packed ? c.group : 1;
	c.q_len = (int)p[Q_LEN];
	c.kv_len = (int)p[KV_LEN];
	c.power = power_of_scores(HEAD_DIM);
	cut_tiles(c, (int)p[HEADS]);
	return c;
}

template <bool IS_SPLIT> static int setup_chunk(void **state)
{
	int rc = init(state);

	if (rc)
		return rc;
	return aisp_cuda_status(cudaFuncSetAttribute(
		chunk_attention<IS_SPLIT>, cudaFuncAttributeMaxDynamicSharedMemorySize,
		sizeof(memory)));
}

template <bool IS_SPLIT>
static int launch_chunk(const struct aisp_io *io, const struct state *s, const chunk &c,
			int n_blocks)
{
	unsigned rows = (unsigned)c.queries, heads = (unsigned)c.pack;
	CUtensorMap q, k, v, o;

	if (map_heads(s->encode, &q, &io->in[0], rows, heads) ||
	    map_heads(s->encode, &k, &io->in[1], KEYS) ||
	    map_heads(s->encode, &v, &io->in[2], KEYS) ||
	    map_heads(s->encode, &o, &io->out[0], rows, heads))
		return -EINVAL;
	chunk_attention<IS_SPLIT>
		<<<n_blocks, threads_of<HEAD_DIM>, sizeof(memory), aisp_stream(io)>>>(
			q, k, v, o, (part *)io->workspace, c);
	return aisp_launched();
}

#endif
