/* SPDX-License-Identifier: MIT
 *
 * A kernel each: rotate q and k, round all three, copy keys and values to their slots.
 * A thread has one element of the result; fp32 and bf16 intermediates go through
 * memory.
 */
#include "workload_kv_append.h"

#include <aisp/bf16_words.h>

#define BLOCK 256

static __device__ int64_t my_element(void)
{
	return (int64_t)blockIdx.x * BLOCK + threadIdx.x;
}

/* A token has n elements. */
static __global__ void rotate(float *restrict to, const float *restrict x,
			      const float *restrict angle, const int *position,
			      int64_t n, int64_t tokens)
{
	int64_t e = my_element(), i = e % HEAD_DIM, j = i % HALF;
	float c, s;

	if (e >= n * tokens)
		return;
	c = angle[2 * HALF * position[e / n] + j];
	s = angle[2 * HALF * position[e / n] + HALF + j];
	to[e] = i < HALF ? c * x[e] - s * x[e + HALF] : c * x[e] + s * x[e - HALF];
}

static __global__ void narrow(uint16_t *restrict to, const float *restrict x, int64_t n)
{
	int64_t e = my_element();

	if (e < n)
		to[e] = (uint16_t)pack(x[e], 0);
}

static __global__ void scatter(uint16_t *restrict pages, const uint16_t *restrict x,
			       const int *slot, int64_t heads, int64_t page,
			       int64_t tokens)
{
	int64_t e = my_element(), row = e / HEAD_DIM, head = row % heads;
	int64_t at;

	if (row >= heads * tokens)
		return;
	at = slot[row / heads];
	at = (at / page * heads + head) * page + at % page;
	pages[at * HEAD_DIM + e % HEAD_DIM] = x[e];
}

static unsigned blocks_of(int64_t n)
{
	return (unsigned)aisp_ceil_div(n, BLOCK);
}

/* Rounded to x16; first rotated into `room`, if that is not NULL. */
static void make(const struct aisp_io *io, uint16_t *x16, int from, float *room)
{
	int64_t n = aisp_elems(&io->in[from]), tokens = io->param[TOKENS];
	const float *x = aisp_in_f32(io, from);

	if (room) {
		rotate<<<blocks_of(n), BLOCK, 0, aisp_stream(io)>>>(
			room, x, aisp_in_f32(io, ANGLE),
			(const int *)io->in[POSITION].data, n / tokens, tokens);
		x = room;
	}
	narrow<<<blocks_of(n), BLOCK, 0, aisp_stream(io)>>>(x16, x, n);
}

static void put(const struct aisp_io *io, int pages, const uint16_t *x16)
{
	int64_t n = aisp_elems(&io->in[K]);

	scatter<<<blocks_of(n), BLOCK, 0, aisp_stream(io)>>>(
		(uint16_t *)io->out[pages].data, x16, (const int *)io->in[SLOT].data,
		io->param[HEADS], io->param[PAGE], io->param[TOKENS]);
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t own = aisp_elems(&io->in[K]);
	float *q = (float *)io->workspace, *k = q + aisp_elems(&io->in[Q]);
	uint16_t *k16 = (uint16_t *)(k + own), *v16 = k16 + own;

	(void)state;
	make(io, (uint16_t *)io->out[Q16].data, Q, q);
	make(io, k16, K, k);
	make(io, v16, V, NULL);
	put(io, PAGES_K, k16);
	put(io, PAGES_V, v16);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "rotate, round, copy: a kernel each",
	.run = run,
};
