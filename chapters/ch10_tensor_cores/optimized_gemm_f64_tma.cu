/* SPDX-License-Identifier: MIT
 *
 * The same product, but the tensor memory accelerator brings the tiles, by the orders
 * of one thread.  The warps that multiply compute no address, and never all meet.
 * ARCH: sm_90a
 */
#include "workload_gemm_f64.h"

#include "f64_warp.h"
#include <aisp/encode_state.h>
#include <aisp/hopper.h>

#define STEP        (AISP_ROW_BYTES / 8) /* of k */
#define STAGES      6
#define WORKERS     8 /* warps that multiply */
#define THREADS     (WORKERS * 32 + AISP_GROUP)
#define TILE_ELEMS  (TILE * STEP)
#define STAGE_BYTES (2 * TILE_ELEMS * 8)
#define ALL_BYTES   (STAGES * STAGE_BYTES + 1024)

/* Rows 4 apart stand next to each other: in the accelerator's order the same pieces of
 * two such rows lie in different halves of all banks. */
struct in_stage {
	static constexpr int PIECES = STEP / 2;

	static __device__ int row_of(int i)
	{
		return i / 2 + i % 2 * 4;
	}
	static __device__ int place(int row, int piece)
	{
		return row * STEP + (piece ^ row % 8) * 2;
	}
};

struct maps {
	CUtensorMap a, b;
};

struct shared {
	uint64_t full[STAGES], empty[STAGES];
};

/* One thread calls it. */
static __device__ void fetch_all(double *stages, struct shared *s,
				 const struct maps &maps, int2 tile, int n_steps)
{
	for (int i = 0; i < n_steps; i++) {
		double *to = stages + i % STAGES * 2 * TILE_ELEMS;
		uint64_t *full = &s->full[i % STAGES];

		/* In the first round all stages are free. */
		aisp_barrier_wait(&s->empty[i % STAGES], (i / STAGES & 1) ^ 1);
		aisp_barrier_expect(full, STAGE_BYTES);
		aisp_fetch(to, &maps.a, i * STEP, tile.x, full);
		aisp_fetch(to + TILE_ELEMS, &maps.b, i * STEP, tile.y, full);
	}
}

static __device__ void multiply_all(f64_sums d, const double *stages, struct shared *s,
				    int warp, int n_steps)
{
	const double *a = stages + warp % 2 * DOWN * STEP;
	const double *b = stages + TILE_ELEMS + warp / 2 * ACROSS * STEP;

	for (int i = 0; i < n_steps; i++) {
		int at = i % STAGES * 2 * TILE_ELEMS;

		aisp_barrier_wait(&s->full[i % STAGES], i / STAGES & 1);
		f64_multiply<wide_mma, in_stage>(d, a + at, b + at);
		__syncwarp();
		if (threadIdx.x % 32 == 0)
			ptx::mbarrier_arrive(&s->empty[i % STAGES]);
	}
}

static __device__ double *begin(uint8_t *memory, struct shared *s)
{
	if (threadIdx.x == 0) {
		for (int i = 0; i < STAGES; i++) {
			ptx::mbarrier_init(&s->full[i], 1);
			ptx::mbarrier_init(&s->empty[i], WORKERS);
		}
		ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
	}
	__syncthreads();
	return (double *)(memory + -(uint32_t)__cvta_generic_to_shared(memory) % 1024);
}

static __global__ void __launch_bounds__(THREADS, 1)
	product(double *c, const __grid_constant__ struct maps maps, int64_t m,
		int64_t n, int n_steps)
{
	extern __shared__ uint8_t memory[];
	__shared__ struct shared s;
	int2 tile = f64_tile(m, n);
	double *stages = begin(memory, &s);
	int warp = (threadIdx.x - AISP_GROUP) / 32;

	if (threadIdx.x < AISP_GROUP) {
		aisp_leave_registers<24>();
		if (threadIdx.x == 0)
			fetch_all(stages, &s, maps, tile, n_steps);
	} else {
		f64_sums d = {};

		aisp_take_registers<240>();
		multiply_all(d, stages, &s, warp, n_steps);
		f64_store<in_stage>(f64_corner_of(c, tile, warp, m, n), d);
	}
}

static int run(const struct aisp_io *io, void *state)
{
	aisp_encode encode = *(const aisp_encode *)state;
	struct maps maps;
	int rc = aisp_describe(encode, &io->in[0], 8, TILE, STEP, &maps.a);

	if (!rc)
		rc = aisp_describe(encode, &io->in[1], 8, TILE, STEP, &maps.b);
	if (rc)
		return rc;
	product<<<f64_tiles(io), THREADS, ALL_BYTES, aisp_stream(io)>>>(
		(double *)io->out[0].data, maps, io->param[M], io->param[N],
		(int)aisp_ceil_div(io->param[K], STEP));
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "the same, tiles fetched by a warp of their own",
	.setup = encode_setup<product, ALL_BYTES>,
	.run = run,
	.teardown = free,
};
