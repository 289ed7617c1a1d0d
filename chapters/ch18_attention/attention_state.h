/* SPDX-License-Identifier: MIT
 *
 * attention_state.h - what a variant of attention by warpgroups keeps at the host, and
 * how it cuts its work.
 */
#ifndef ATTENTION_STATE_H
#define ATTENTION_STATE_H

#include "attention_roles.h"

struct state {
	encode_fn encode;
	int n_blocks;
};

static int init(void **state)
{
	struct state *s = (struct state *)calloc(1, sizeof(*s));

	*state = s;
	if (!s)
		return -ENOMEM;
	s->n_blocks = aisp_gpu(cudaDevAttrMultiProcessorCount);
	return find_encode(&s->encode);
}

static void teardown(void *state)
{
	free(state);
}

/* Tiles and sections of p, whose heads have so many bytes of keys and values. */
template <int DIM> static void cut_heads(shape *p, int64_t head_bytes)
{
	p->q_tiles = (int)aisp_ceil_div(p->seq, queries_of<DIM>);
	p->section = (int)max((int64_t)1,
			      min((int64_t)p->heads, SECTION_BYTES / head_bytes));
	p->power = power_of_scores(DIM);
}

#endif
