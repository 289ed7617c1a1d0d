/* SPDX-License-Identifier: MIT
 *
 * The recurrence as it stands, step after step.  A block has 32 columns of a head's
 * state in registers: eight lanes share a column, 16 numbers each, and add up what they
 * find.  Operands of 32 steps at a time lie in shared memory.
 */
#include "workload_ssm_scan.h"

#include "ssm_gpu.h"

#define STEPS 32
#define LANES 8 /* of a column */

struct steps {
	uint4 b[STEPS][STATE / 8], c[STEPS][STATE / 8];
	float x[STEPS][SLICE], decay[STEPS];
};

static __device__ void fetch(struct steps &s, const struct ssm &m, int64_t t)
{
	int64_t head = blockIdx.y, n = min((int64_t)STEPS, m.seq - t);

	for (int i = threadIdx.x; i < n * (STATE / 8); i += THREADS) {
		s.b[i / (STATE / 8)][i % (STATE / 8)] =
			((const uint4 *)m.b)[t * (STATE / 8) + i];
		s.c[i / (STATE / 8)][i % (STATE / 8)] =
			((const uint4 *)m.c)[t * (STATE / 8) + i];
	}
	for (int i = threadIdx.x; i < n * SLICE; i += THREADS)
		s.x[i / SLICE][i % SLICE] =
			low(m.x[(head * m.seq + t + i / SLICE) * m.dim +
				blockIdx.x * SLICE + i % SLICE]);
	if (threadIdx.x < n)
		s.decay[threadIdx.x] = power_of_two(
			-m.step[head * m.seq + t + threadIdx.x] * rate_of(head));
}

/* Eight numbers of a column; returns what they add to y. */
static __device__ float take_eight(float state[8], uint4 b, uint4 c, float a, float x)
{
	const uint32_t b_words[4] = { b.x, b.y, b.z, b.w };
	const uint32_t c_words[4] = { c.x, c.y, c.z, c.w };
	float y = 0;

#pragma unroll
	for (int i = 0; i < 4; i++) {
		state[2 * i] = a * state[2 * i] + low(b_words[i]) * x;
		state[2 * i + 1] = a * state[2 * i + 1] + high(b_words[i]) * x;
		y += low(c_words[i]) * state[2 * i] +
		     high(c_words[i]) * state[2 * i + 1];
	}
	return y;
}

static __device__ float take_step(float state[16], const struct steps &s, int t)
{
	int lane = threadIdx.x % LANES;
	float a = s.decay[t], x = s.x[t][threadIdx.x / LANES];
	float y =
		take_eight(state, s.b[t][lane], s.c[t][lane], a, x) +
		take_eight(state + 8, s.b[t][lane + LANES], s.c[t][lane + LANES], a, x);

#pragma unroll
	for (int apart = LANES / 2; apart > 0; apart /= 2)
		y += __shfl_xor_sync(~0u, y, apart);
	return y;
}

static __global__ void __launch_bounds__(THREADS) scan(struct ssm m)
{
	__shared__ struct steps s;
	float state[16] = { 0 };
	uint16_t *to = m.y + blockIdx.y * m.seq * m.dim + blockIdx.x * SLICE +
		       threadIdx.x / LANES;

	for (int64_t t = 0; t < m.seq; t += STEPS) {
		fetch(s, m, t);
		__syncthreads();
		for (int i = 0; i < STEPS && t + i < m.seq; i++) {
			float y = take_step(state, s, i);

			if (threadIdx.x % LANES == 0)
				to[(t + i) * m.dim] = (uint16_t)pack(y, 0);
		}
		__syncthreads();
	}
}

static int run(const struct aisp_io *io, void *state)
{
	struct ssm m = ssm_of(io);

	(void)state;
	scan<<<slices_of(m), THREADS, 0, aisp_stream(io)>>>(m);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "step after step, states in registers",
	.run = run,
};
