/* SPDX-License-Identifier: MIT
 *
 * 64 steps at a time, by tensor cores.  A block still has 32 columns of a head's state
 * in registers, so that no state goes to memory, but it reads and changes it once per
 * chunk; operands of two chunks are on their way meanwhile.
 * ARCH: sm_90
 */
#include "workload_ssm_scan.h"

#include "ssm_products.h"

#define STAGES 3

struct shared {
	struct ssm_stage stage[STAGES];
	uint16_t state[STATE * WIDE], weighed[CHUNK * WIDE];
};

/* The block's slice of X, products of b and c, and the head's decays. */
static __device__ void fetch_own(struct ssm_stage &s, const struct ssm &m, int chunk)
{
	int row = threadIdx.x / PART, piece = threadIdx.x % PART;
	int64_t t = (int64_t)chunk * CHUNK + row, head = blockIdx.y;
	const float *left = m.left + (head * m.n_chunks + chunk) * CHUNK;
	const float *inverse = m.inverse + (head * m.n_chunks + chunk) * CHUNK;

	copy_chunk(s.x + chunk_at(row, piece, CHUNK),
		   m.x + (t < m.seq ? (head * m.seq + t) * m.dim + blockIdx.x * SLICE +
					      piece * 8
				    : 0),
		   t < m.seq);
	for (int v = threadIdx.x; v < CHUNK * CHUNK / 4; v += THREADS) {
		int later = v / (CHUNK / 4), earlier = v % (CHUNK / 4) * 4;

		if (earlier <= (later | 15)) /* as far as read_steps() goes */
			copy_chunk(s.both + later * BOTH_PITCH + earlier,
				   m.both + (int64_t)chunk * CHUNK * CHUNK + v * 4,
				   true);
	}
	if (threadIdx.x < CHUNK / 4)
		copy_chunk(s.left + threadIdx.x * 4, left + threadIdx.x * 4, true);
	else if (threadIdx.x < CHUNK / 2)
		copy_chunk(s.inverse + threadIdx.x * 4 - CHUNK,
			   inverse + threadIdx.x * 4 - CHUNK, true);
}

static __device__ void fetch_chunk(struct shared &s, const struct ssm &m, int chunk)
{
	struct ssm_stage &to = s.stage[chunk % STAGES];

	if (chunk < m.n_chunks) {
		fetch_rows(to.b, m.b, (int64_t)chunk * CHUNK, m.seq);
		fetch_rows(to.c, m.c, (int64_t)chunk * CHUNK, m.seq);
		fetch_own(to, m, chunk);
	}
	copies_commit();
}

static __device__ void store_steps(const struct ssm &m, const float y[2][4], int64_t t,
				   int col)
{
	t += threadIdx.x % 32 / 4;
	col += threadIdx.x % 4 * 2;
#pragma unroll
	for (int i = 0; i < 4; i++) {
		const float *pair = y[i / 2] + i % 2 * 2;
		int64_t at = (blockIdx.y * m.seq + t + i % 2 * 8) * m.dim +
			     blockIdx.x * SLICE + col + i / 2 * 8;

		if (t + i % 2 * 8 < m.seq)
			*(uint32_t *)(m.y + at) = pack(pair[0], pair[1]);
	}
}

static __global__ void __launch_bounds__(THREADS, 1) scan(struct ssm m)
{
	extern __shared__ __align__(128) uint8_t memory[];
	struct shared &s = *(struct shared *)memory;
	int row = threadIdx.x / 32 % 4 * 16, half = threadIdx.x / 128;
	float state[SLICE / 8][4] = {};

	for (int i = 0; i < STAGES - 1; i++)
		fetch_chunk(s, m, i);
	for (int i = 0; i < m.n_chunks; i++) {
		const struct ssm_stage &stage = s.stage[i % STAGES];
		float y[2][4] = {};

		copies_wait<STAGES - 2>();
		__syncthreads(); /* the chunk before is done by all */
		fetch_chunk(s, m, i + STAGES - 1);
		weigh_steps(s.weighed, stage);
		show_state(s.state, state);
		__syncthreads();
		read_state(y, stage, s.state, row, 2 * half);
		read_steps(y, stage, row, 2 * half);
		store_steps(m, y, (int64_t)i * CHUNK + row, 16 * half);
		change_state(state, stage, s.weighed);
	}
}

static int setup(const struct aisp_io *io, void **state)
{
	(void)io, (void)state;
	AISP_TRY(cudaFuncSetAttribute(scan, cudaFuncAttributeMaxDynamicSharedMemorySize,
				      sizeof(struct shared)));
	return 0;
}

static int run(const struct aisp_io *io, void *state)
{
	struct ssm m = ssm_of(io);
	int rc = start_chunks(m, aisp_stream(io));

	(void)state;
	if (rc)
		return rc;
	scan<<<slices_of(m), THREADS, sizeof(struct shared), aisp_stream(io)>>>(m);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "64 steps at a time by tensor cores, states in registers",
	.setup = setup,
	.run = run,
};
