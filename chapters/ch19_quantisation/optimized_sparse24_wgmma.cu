/* SPDX-License-Identifier: MIT
 *
 * Sparse wgmma: tensor cores read both operands from shared memory, and only places
 * and sums lie in registers.  Blocks stay, two of a cluster share what they fetch of X,
 * as in byte_tiles.h; a tile's 128 columns of X are two tiles of 128 bytes a row.
 * Places lie in registers as mma.sp has them, one warp for 16 rows.
 * ARCH: sm_90a
 */
#include "workload_sparse24.h"

#include "byte_run.h"

#define COLUMNS 128 /* of W and X in a step: its kept weights are 128 bytes */
#define WORDS   (COLUMNS / PLACE_WIDTH)

struct sparse_plan {
	static constexpr int N = 192, STAGES = 3, EMPTYING = 4 * WORKERS;
	static constexpr int HALF_BYTES = N * AISP_ROW_BYTES; /* of X: 64 columns */
	static constexpr int B_BYTES = 2 * HALF_BYTES;
	static constexpr int PLACE_BYTES = TILE_M * WORDS * 4;
	static constexpr int STAGE_BYTES = A_BYTES + B_BYTES + PLACE_BYTES;
	static constexpr int PIECE = 64, PIECE_BYTES = 16 * PIECE * 2;
	static constexpr int BYTES =
		STAGES * STAGE_BYTES + WORKERS * 4 * PIECE_BYTES + 1024;
};

typedef struct sparse_plan P;

struct sparse_maps {
	CUtensorMap kept, x, place, c;
};

/* d += a b of 64 x 32, half of it there, by 32 x 192; without waiting. */
static __device__ void multiply_kept(float d[P::N / 2], uint64_t a, uint64_t b,
				     uint32_t place, int is_sum)
{
	asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %99, 0;\n\t"
		     "wgmma.mma_async.sp.sync.aligned.m64n192k32.f32.bf16.bf16 "
		     "{" AISP_R96 "}, %96, %97, %98, 0, p, 1, 1, 0, 0;\n\t}"
		     : AISP_D96
		     : "l"(a), "l"(b), "r"(place), "r"(is_sum));
}

static __device__ void fetch_sparse(const struct block<P> &s,
				    const struct sparse_maps &maps,
				    const struct order &o, int n_k)
{
	struct turn<P> at;

	at.parity = 1; /* in the first round all stages are free */
	for (int t = blockIdx.x / PAIR; t < o.rows * o.cols; t += gridDim.x / PAIR) {
		int2 to = place(o, t);
		int row = (to.x * PAIR + s.rank) * TILE_M, share = P::N / PAIR;
		int col = to.y * P::N + s.rank * share;

		for (int i = 0; i < n_k; i++, at.next()) {
			uint8_t *stage = s.stage + at.stage * P::STAGE_BYTES;
			uint8_t *x = stage + A_BYTES + s.rank * share * AISP_ROW_BYTES;
			uint64_t *full = &s.full[at.stage];

			aisp_barrier_wait(&s.empty[at.stage], at.parity);
			aisp_barrier_expect(full, P::STAGE_BYTES);
			aisp_fetch(stage, &maps.kept, i * COLUMNS / 2, row, full);
			aisp_fetch(stage + A_BYTES + P::B_BYTES, &maps.place, i * WORDS,
				   row, full);
			for (int half = 0; half < 2; half++)
				aisp_fetch_multicast(x + half * P::HALF_BYTES, &maps.x,
						     i * COLUMNS + half * 64, col, full,
						     3);
		}
	}
}

/* Of the warp's 16 rows: of each 32 columns the half that the lane gives, of its row
 * and of the one 8 below. */
static __device__ void load_places(uint32_t place[WORDS], const uint8_t *from)
{
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32 - 4;
	const uint4 *row = (const uint4 *)from + warp * 16 + lane / 4;
	uint4 above = row[0], below = row[8];
	uint32_t which = lane % 2 ? 0x7632 : 0x5410;

	place[0] = __byte_perm(above.x, below.x, which);
	place[1] = __byte_perm(above.y, below.y, which);
	place[2] = __byte_perm(above.z, below.z, which);
	place[3] = __byte_perm(above.w, below.w, which);
}

/* Each warp says that it has read a stage, places included. */
static __device__ void release_warp(const struct block<P> &s, int stage)
{
	__syncwarp();
	if (threadIdx.x % 32 < PAIR)
		aisp_barrier_arrive(&s.empty[stage], threadIdx.x % 32);
}

static __device__ void multiply_tile(float sum[P::N / 2], const struct block<P> &s,
				     int worker, struct turn<P> *at, int n_k)
{
	uint64_t a = aisp_descriptor(s.stage + worker * 64 * AISP_ROW_BYTES);
	uint64_t b = aisp_descriptor(s.stage + A_BYTES);

	for (int i = 0; i < n_k; i++, at->next()) {
		int stage = at->stage * (P::STAGE_BYTES / 16);
		uint32_t place[WORDS];

		aisp_barrier_wait(&s.full[at->stage], at->parity);
		load_places(place, s.stage + at->stage * P::STAGE_BYTES + A_BYTES +
					   P::B_BYTES);
		aisp_wgmma_begin();
#pragma unroll
		for (int w = 0; w < WORDS; w++)
			multiply_kept(sum, a + stage + w * AISP_STEP_BYTES / 16,
				      b + stage + w / 2 * (P::HALF_BYTES / 16) +
					      w % 2 * (2 * AISP_STEP_BYTES / 16),
				      place[w], i || w);
		aisp_wgmma_end();
		aisp_wgmma_wait<0>(); /* places are read until then */
		release_warp(s, at->stage);
	}
}

__global__ void __cluster_dims__(PAIR, 1, 1) __launch_bounds__(THREADS, 1)
	product(const __grid_constant__ struct sparse_maps maps, const struct order o,
		int n_k)
{
	extern __shared__ uint8_t memory[];
	__shared__ uint64_t full[P::STAGES], empty[P::STAGES];
	struct block<P> s = begin<P>(memory, full, empty);
	int worker = aisp_warpgroup() - 1;

	if (worker < 0) {
		aisp_leave_registers<40>();
		if (threadIdx.x == 0)
			fetch_sparse(s, maps, o, n_k);
	} else {
		int warp = threadIdx.x / 32 - 4;
		struct turn<P> at;
		float sum[P::N / 2];

		aisp_take_registers<232>();
		for (int t = blockIdx.x / PAIR; t < o.rows * o.cols;
		     t += gridDim.x / PAIR) {
			int2 to = place(o, t);

			multiply_tile(sum, s, worker, &at, n_k);
			store_rows<P>(s.out + warp * P::PIECE_BYTES, &maps.c, sum,
				      (to.x * PAIR + s.rank) * TILE_M + warp * 16,
				      to.y * P::N, as_is());
		}
		if (threadIdx.x % 32 == 0)
			ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
	}
	/* The other may still send to this block's memory, or tell its barriers. */
	ptx::barrier_cluster_arrive();
	ptx::barrier_cluster_wait();
}

static int setup(const struct aisp_io *io, void **state)
{
	struct state *s = (struct state *)calloc(1, sizeof(*s));
	int rc;

	(void)io;
	*state = s;
	if (!s)
		return -ENOMEM;
	rc = find_clusters<P>(product, s);
	return rc ? rc : aisp_find_encode(&s->encode);
}

static int describe_all(const struct aisp_io *io, aisp_encode encode,
			struct sparse_maps *maps)
{
	int rc = aisp_describe(encode, &io->in[IN_KEPT], 2, TILE_M, COLUMNS / 2,
			       &maps->kept);

	if (!rc)
		rc = aisp_describe(encode, &io->in[IN_X], 2, P::N / PAIR, 64, &maps->x);
	if (!rc)
		rc = aisp_describe(encode, &io->in[IN_PLACE], 4, TILE_M, WORDS,
				   &maps->place);
	return rc ? rc : aisp_describe(encode, &io->out[0], 2, 16, P::PIECE, &maps->c);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct state *s = (const struct state *)state;
	struct order o = order_of<P>(io);
	struct sparse_maps maps;
	int rc = describe_all(io, s->encode, &maps);

	if (rc)
		return rc;
	product<<<s->n_clusters * PAIR, THREADS, P::BYTES, aisp_stream(io)>>>(
		maps, o, (int)(io->param[K] / COLUMNS));
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "sparse wgmma on tiles that clusters of two share",
	.setup = setup,
	.run = run,
	.teardown = free,
};
