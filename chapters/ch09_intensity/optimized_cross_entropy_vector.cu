/* SPDX-License-Identifier: MIT
 *
 * The same with AHEAD loads of 16 bytes under way in each thread.  The maximum is that
 * of all their elements, so that a rescaling, if any, comes once for 16 of them, and
 * each costs one power by the special unit.
 */
#include "workload_cross_entropy.h"

#include <aisp/bf16_words.h>
#include <aisp/block_reduce.h>

#define THREADS 512
#define AHEAD   2
#define LOG2_E  0x1.715476p0f
#define LN_2    0x1.62e43p-1f

struct sum {
	float max, value; /* value is relative to 2^(max * LOG2_E) */
};

/* 2 n elements; -infinity counts nothing. */
template <int N> static __device__ void add(struct sum &s, const uint32_t (&word)[N])
{
	float max = s.max, offset, v = 0;

#pragma unroll
	for (int i = 0; i < N; i++)
		max = fmaxf(max, fmaxf(low(word[i]), high(word[i])));
	if (max == -INFINITY)
		return;
	offset = -max * LOG2_E;
	s.value *= power_of_two(fmaf(s.max, LOG2_E, offset));
#pragma unroll
	for (int i = 0; i < N; i++)
		v += power_of_two(fmaf(low(word[i]), LOG2_E, offset)) +
		     power_of_two(fmaf(high(word[i]), LOG2_E, offset));
	s.value += v;
	s.max = max;
}

/* Adds this thread's part of the n elements from x on, which is aligned. */
static __device__ void add_vectors(struct sum &s, const uint16_t *x, int n)
{
	const uint4 none = { 0xff80ff80, 0xff80ff80, 0xff80ff80, 0xff80ff80 };
	const uint4 *vector = (const uint4 *)x;

	for (int j = threadIdx.x; j < n / 8; j += AHEAD * THREADS) {
		uint32_t word[4 * AHEAD];

#pragma unroll
		for (int k = 0; k < AHEAD; k++) {
			int at = j + k * THREADS;
			uint4 v = at < n / 8 ? __ldcs(vector + at) : none;

			word[4 * k] = v.x;
			word[4 * k + 1] = v.y;
			word[4 * k + 2] = v.z;
			word[4 * k + 3] = v.w;
		}
		add(s, word);
	}
}

static __global__ void __launch_bounds__(THREADS)
	lose(float *restrict loss, const uint16_t *restrict x,
	     const int *restrict target, int cols)
{
	struct sum s = { -INFINITY, 0 };
	int64_t first = (int64_t)blockIdx.x * cols;
	/* Elements before the first multiple of 16 bytes. */
	int head = min((int)(-first & 7), cols), tail = (cols - head) % 8;
	float most;

	x += first;
	if (threadIdx.x < head + tail) {
		int j = threadIdx.x < head ? threadIdx.x
					   : cols - 1 - threadIdx.x + head;
		uint32_t word[] = { x[j] | 0xff800000 };

		add(s, word);
	}
	add_vectors(s, x + head, cols - head - tail);
	most = block_reduce<larger>(s.max);
	if (s.value > 0)
		s.value *= power_of_two((s.max - most) * LOG2_E);
	s.value = block_reduce<plus>(s.value);
	if (threadIdx.x == 0)
		loss[blockIdx.x] =
			__log2f(s.value) * LN_2 + (most - low(x[target[blockIdx.x]]));
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	lose<<<(unsigned)io->param[ENTROPY_ROWS], THREADS, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), (const uint16_t *)io->in[IN_X].data,
		(const int *)io->in[IN_TARGET].data, (int)io->param[ENTROPY_COLS]);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "maximum and sum in one pass, 16 bytes per access",
	.run = run,
};
