/* SPDX-License-Identifier: MIT
 *
 * mla_decode.h - latent attention of a piece of the row of work, and a variant's
 * callbacks around it.  After the step's products: sums, score_slab(), weigh_slab() and
 * store(), and publish(), which shows them what a thread wrote to shared memory.
 */
#ifndef MLA_DECODE_H
#define MLA_DECODE_H

#include <aisp/cuda.h>
#include <limits.h>
#include <stdlib.h>

static __device__ void attend(sums &o, rows &r, memory &m, int stage, int token,
			      int end, const power &p)
{
	float s[HALF / 2], by[2];

	score_slab(s, m, stage);
	if (token + SLAB > end)
		mask(s, 0, token + (int)threadIdx.x / 32 / GROUPS * HALF, end, 0);
	share_max(r, s, m);
	take_powers(s, r, by, p);
	keep_weights(m, s, by);
	publish();
	__syncthreads();
	weigh_slab(o, m, stage, by);
}

/* The queries are on their way.  The table is read a slab before its rows are copied,
 * and they a slab before they are used. */
static __device__ void attend_all(sums &o, rows &r, memory &m, const range &x,
				  const shape &p)
{
	int at[2], stage = 0;

	find_rows(at, x, x.token, p.page);
	copy_slab(m.rows[0], x.rows, at);
	copies_commit();
	find_rows(at, x, x.token + SLAB, p.page);
	for (int token = x.token; token < x.end; token += SLAB, stage ^= 1) {
		copies_wait<0>();
		publish();
		__syncthreads(); /* this slab is there, the one before is read */
		if (token + SLAB < x.end)
			copy_slab(m.rows[stage ^ 1], x.rows, at);
		copies_commit();
		find_rows(at, x, token + 2 * SLAB, p.page);
		attend(o, r, m, stage, token, x.end, p.power);
	}
}

static __global__ void __launch_bounds__(THREADS, 1)
	decode(uint16_t *restrict o, part *restrict parts, const uint16_t *restrict q,
	       const uint16_t *restrict rows_of_all, const int *restrict table,
	       const int *restrict length, const shape p)
{
	extern __shared__ __align__(1024) uint8_t shared[];
	memory &m = *(memory *)shared;
	int total = find(INT_MAX, length, p.batch, 1, NULL), n;
	int piece = piece_of(total, p.n_pieces), head = blockIdx.x * BLOCK_HEADS;
	int begin = (int)blockIdx.y * piece, end = min(begin + piece, total);
	place x;

	for (; begin < end; begin += n) {
		sums all = {};
		rows r = no_rows();

		find(begin, length, p.batch, 1, &x);
		n = min(x.slabs - x.slab, end - begin);
		int64_t row = (int64_t)x.sequence * p.heads + head;
		range seen = { rows_of_all, table + (int64_t)x.sequence * p.pages,
			       x.slab * SLAB, min((x.slab + n) * SLAB, x.tokens) };
		part *own = part_at(parts, x.sequence, blockIdx.y, p.heads) + head;

		copy_queries(m.q, q + row * ROW_DIM, p.heads - head);
		attend_all(all, r, m, seen, p);
		keep_totals(m, r);
		__syncthreads(); /* so the next queries and rows may be copied, too */
		store(o + row * LATENT, n < x.slabs ? own : NULL, all, m,
		      p.heads - head);
	}
}

static int setup(const struct aisp_io *io, void **state)
{
	int *n_sms = (int *)calloc(1, sizeof(*n_sms));

	(void)io;
	*state = n_sms;
	if (!n_sms)
		return -ENOMEM;
	*n_sms = aisp_gpu(cudaDevAttrMultiProcessorCount);
	return aisp_cuda_status(cudaFuncSetAttribute(
		decode, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(memory)));
}

static int run(const struct aisp_io *io, void *state)
{
	const int64_t *p = io->param;
	int groups = (int)aisp_ceil_div(p[HEADS], BLOCK_HEADS);
	int n_pieces = max(1, min(MOST_PIECES, *(const int *)state / groups));
	shape s = { (int)p[BATCH],    (int)p[HEADS], (int)p[PAGE],
		    (int)pages_of(p), n_pieces,      power_of_scores(SCALE_DIM) };
	dim3 grid((unsigned)groups, (unsigned)n_pieces);
	dim3 outputs((unsigned)s.heads, (unsigned)s.batch);
	uint16_t *o = (uint16_t *)io->out[0].data;
	part *parts = (part *)io->workspace;
	const int *length = (const int *)io->in[IN_LENGTH].data;

	decode<<<grid, THREADS, sizeof(memory), aisp_stream(io)>>>(
		o, parts, (const uint16_t *)io->in[IN_Q].data,
		(const uint16_t *)io->in[IN_ROWS].data,
		(const int *)io->in[IN_TABLE].data, length, s);
	combine<<<outputs, LATENT / 4, 0, aisp_stream(io)>>>(o, parts, length,
							     n_pieces);
	return aisp_launched();
}

static void teardown(void *state)
{
	free(state);
}

#endif
