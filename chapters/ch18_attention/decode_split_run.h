/* SPDX-License-Identifier: MIT
 *
 * decode_split_run.h - the kernel of decode_split and a variant's callbacks around it.
 * After LEAST_BLOCKS, for which a multiprocessor shall have room, or nothing.
 */
#ifndef DECODE_SPLIT_RUN_H
#define DECODE_SPLIT_RUN_H

#include "decode_grouped.h"
#include "decode_split.h"

#ifndef LEAST_BLOCKS
#define LEAST_BLOCKS 0
#endif

static __global__ void __launch_bounds__(THREADS, LEAST_BLOCKS)
	decode(uint16_t *restrict o, part *parts, const uint16_t *restrict q,
	       const __grid_constant__ CUtensorMap k,
	       const __grid_constant__ CUtensorMap v, const int *restrict table,
	       const int *restrict length, const shape p)
{
	extern __shared__ __align__(1024) uint8_t shared[];
	memory &m = *(memory *)shared;
	__shared__ uint64_t full[WARPS][RING];
	int warp = threadIdx.x / 32;
	ring at = { 0, 0 };

	ring_init<RING>(full[warp]);
	take_piece(o, parts, m.parts, table, length, p,
		   [&](int64_t row, const range &x) {
			   float sums[HEAD_DIM / 2] = { 0 };
			   rows r = no_rows();
			   uint32_t queries[HEAD_DIM / 4];
			   grouped g = { sums,       r,  queries, m.ring[warp],
					 full[warp], &k, &v,      p };

			   load_rows<HEAD_DIM>(queries, q + row * HEAD_DIM, p.group);
			   attend_range(g, at, x, p);
			   __syncthreads(); /* all slabs are read */
			   keep_part(m.parts[warp], sums, r);
		   });
}

struct state {
	encode_fn encode;
	int n_blocks;
};

static int setup(const struct aisp_io *io, void **state)
{
	struct state *s = (struct state *)calloc(1, sizeof(*s));
	int rc;

	(void)io;
	*state = s;
	if (!s)
		return -ENOMEM;
	rc = blocks_of(decode, sizeof(memory), &s->n_blocks);
	return rc ? rc : find_encode(&s->encode);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct state *s = (const struct state *)state;
	shape p = shape_of(io->param);
	CUtensorMap k, v;

	if (map_rows(s->encode, &k, &io->in[IN_K], SLAB) ||
	    map_rows(s->encode, &v, &io->in[IN_V], SLAB))
		return -EINVAL;
	decode<<<s->n_blocks, THREADS, sizeof(memory), aisp_stream(io)>>>(
		(uint16_t *)io->out[0].data, (part *)io->workspace,
		(const uint16_t *)io->in[IN_Q].data, k, v,
		(const int *)io->in[IN_TABLE].data, (const int *)io->in[IN_LENGTH].data,
		p);
	return aisp_launched();
}

#endif
