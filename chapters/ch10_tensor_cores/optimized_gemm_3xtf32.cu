/* SPDX-License-Identifier: MIT
 *
 * Three products in tf32 for one in fp32: of the high parts, and of each one's low part
 * with the other's high one; that of the low parts is below what fp32 keeps.  Tensor
 * cores cut their sums off, always towards 0, so each 32 of k are added up there, the
 * small products first, and then go to sums that round (H. Ootomo, R. Yokota, 2022).
 * ARCH: sm_90a
 */
#include "workload_gemm_3xtf32.h"

#include "split_tf32.h"
#include <aisp/encode_state.h>
#include <aisp/hopper.h>

#define WORKERS     2
#define TILE        128 /* rows of A and of B */
#define STEP        (AISP_ROW_BYTES / 4)
#define SUMS        (TILE / 2) /* of a thread */
#define THREADS     ((WORKERS + 1) * AISP_GROUP)
#define PART_BYTES  (TILE * AISP_ROW_BYTES)
#define STAGE_BYTES (4 * PART_BYTES)
#define STAGES      3
#define ALL_BYTES   (STAGES * STAGE_BYTES + 1024)
#define BAND        8 /* tiles, down, that are multiplied at a time */

enum { A_HIGH, A_LOW, B_HIGH, B_LOW, N_PARTS };

struct maps {
	CUtensorMap part[N_PARTS];
};

struct shared {
	uint64_t full[STAGES], empty[STAGES];
};

/* One thread calls it; it waits until a stage is free. */
static __device__ void fetch_all(uint8_t *stages, struct shared *s,
				 const struct maps &maps, int row, int col, int n_k)
{
	for (int i = 0; i < n_k; i++) {
		uint8_t *stage = stages + i % STAGES * STAGE_BYTES;
		uint64_t *full = &s->full[i % STAGES];

		/* In the first round all stages are free. */
		aisp_barrier_wait(&s->empty[i % STAGES], (i / STAGES & 1) ^ 1);
		aisp_barrier_expect(full, STAGE_BYTES);
		for (int p = 0; p < N_PARTS; p++)
			aisp_fetch(stage + p * PART_BYTES, &maps.part[p], i * STEP,
				   p < B_HIGH ? row : col, full);
	}
}

/* A worker's 64 rows of 32 columns, without waiting: small products first. */
static __device__ void multiply(float d[SUMS], uint64_t a, uint64_t b)
{
	constexpr int low = PART_BYTES / 16, step = AISP_STEP_BYTES / 16;

	aisp_wgmma_begin();
#pragma unroll
	for (int k = 0; k < AISP_ROW_BYTES / 16; k += step) {
		aisp_wgmma<AISP_WGMMA_TF32, TILE>(d, a + low + k, b + k, k > 0);
		aisp_wgmma<AISP_WGMMA_TF32, TILE>(d, a + k, b + low + k, 1);
	}
#pragma unroll
	for (int k = 0; k < AISP_ROW_BYTES / 16; k += step)
		aisp_wgmma<AISP_WGMMA_TF32, TILE>(d, a + k, b + k, 1);
	aisp_wgmma_end();
	aisp_wgmma_wait<0>();
}

static __device__ void multiply_all(float sum[SUMS], uint8_t *stages, struct shared *s,
				    int worker, int n_k)
{
	uint64_t a = aisp_descriptor(stages + worker * 64 * AISP_ROW_BYTES);
	uint64_t b = aisp_descriptor(stages + B_HIGH * PART_BYTES);

	for (int i = 0; i < n_k; i++) {
		int at = i % STAGES * (STAGE_BYTES / 16);
		float d[SUMS];

		aisp_barrier_wait(&s->full[i % STAGES], i / STAGES & 1);
		multiply(d, a + at, b + at);
		if (threadIdx.x % AISP_GROUP == 0)
			ptx::mbarrier_arrive(&s->empty[i % STAGES]);
#pragma unroll
		for (int j = 0; j < SUMS; j++)
			sum[j] += d[j];
	}
}

/* A warp's 16 rows, of which a thread has two, and pairs of columns. */
static __device__ void store_sums(float *c, const float sum[SUMS], int row, int col,
				  int m, int n)
{
	row += threadIdx.x % 32 / 4;
	col += threadIdx.x % 4 * 2;
#pragma unroll
	for (int i = 0; i < SUMS; i += 2) {
		int r = row + i / 2 % 2 * 8, s = col + i / 4 * 8;

		if (r < m && s < n)
			*(float2 *)(c + (int64_t)r * n + s) = { sum[i], sum[i + 1] };
	}
}

static __device__ uint8_t *begin(uint8_t *memory, struct shared *s)
{
	if (threadIdx.x == 0) {
		for (int i = 0; i < STAGES; i++) {
			ptx::mbarrier_init(&s->full[i], 1);
			ptx::mbarrier_init(&s->empty[i], WORKERS);
		}
		ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
	}
	__syncthreads();
	return memory + -(uint32_t)__cvta_generic_to_shared(memory) % 1024;
}

static __global__ void __launch_bounds__(THREADS, 1)
	product(float *c, const __grid_constant__ struct maps maps, int m, int n,
		int n_k)
{
	extern __shared__ uint8_t memory[];
	__shared__ struct shared s;
	int n_down = (m + TILE - 1) / TILE, n_across = (n + TILE - 1) / TILE;
	int first = blockIdx.x / (BAND * n_across) * BAND;
	int rows = min(BAND, n_down - first), tile = blockIdx.x - first * n_across;
	int row = (first + tile % rows) * TILE, col = tile / rows * TILE;
	int worker = aisp_warpgroup() - 1;
	uint8_t *stages = begin(memory, &s);

	if (worker < 0) {
		aisp_leave_registers<24>();
		if (threadIdx.x == 0)
			fetch_all(stages, &s, maps, row, col, n_k);
	} else {
		float sum[SUMS] = {};

		aisp_take_registers<240>();
		multiply_all(sum, stages, &s, worker, n_k);
		store_sums(c, sum, row + (threadIdx.x - AISP_GROUP) / 32 * 16, col, m,
			   n);
	}
}

/* The parts of an input, in the workspace. */
static int describe_parts(aisp_encode encode, const struct aisp_tensor *of,
			  float *parts, CUtensorMap map[2])
{
	struct aisp_tensor t = *of;
	int rc;

	t.data = parts;
	rc = aisp_describe(encode, &t, 4, TILE, STEP, &map[0]);
	t.data = parts + aisp_elems(of);
	return rc ? rc : aisp_describe(encode, &t, 4, TILE, STEP, &map[1]);
}

static int run(const struct aisp_io *io, void *state)
{
	int m = (int)io->param[M], n = (int)io->param[N];
	float *a = (float *)io->workspace, *b = a + 2 * aisp_elems(&io->in[0]);
	unsigned n_tiles = (unsigned)(aisp_ceil_div(m, TILE) * aisp_ceil_div(n, TILE));
	aisp_encode encode = *(const aisp_encode *)state;
	struct maps maps;
	int rc = describe_parts(encode, &io->in[0], a, &maps.part[A_HIGH]);

	if (!rc)
		rc = describe_parts(encode, &io->in[1], b, &maps.part[B_HIGH]);
	if (!rc)
		rc = split_tensor(&io->in[0], a, aisp_stream(io));
	if (!rc)
		rc = split_tensor(&io->in[1], b, aisp_stream(io));
	if (rc)
		return rc;
	product<<<n_tiles, THREADS, ALL_BYTES, aisp_stream(io)>>>(
		(float *)io->out[0].data, maps, m, n,
		(int)aisp_ceil_div(io->param[K], STEP));
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "three products of two parts each, by wgmma in tf32",
	.setup = encode_setup<product, ALL_BYTES>,
	.run = run,
	.teardown = free,
};
