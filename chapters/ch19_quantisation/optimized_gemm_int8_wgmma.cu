/* SPDX-License-Identifier: MIT
 *
 * wgmma multiplies tiles that the tensor memory accelerator fetches.  The two
 * warpgroups take tiles of 128 x 192 or 128 in turn, each a whole one: while one
 * scales and stores its sums, the other keeps the tensor cores busy.
 * ARCH: sm_90a
 */
#include "workload_gemm_int8.h"

#include "byte_run.h"
#include "s8_wgmma.h"

/* Both halves of 64 rows. */
template <class P>
static __device__ void multiply_tile(int d[2][P::N / 2], const struct block<P> &s,
				     int worker, struct turn<P> *at, int n_k)
{
	uint64_t a = aisp_descriptor(s.stage), b = aisp_descriptor(s.stage + A_BYTES);
	constexpr int half = 64 * AISP_ROW_BYTES / 16;
	int last = 0;

	await_turn(worker);
	for (int i = 0; i < n_k; i++, at->next()) {
		int stage = at->stage * (P::STAGE_BYTES / 16);

		aisp_barrier_wait(&s.full[at->stage], at->parity);
		aisp_wgmma_begin();
#pragma unroll
		for (int k = stage; k < stage + AISP_ROW_BYTES / 16;
		     k += AISP_STEP_BYTES / 16) {
			int is_sum = i || k > stage;

			s8_wgmma<P::N>(d[0], a + k, b + k, is_sum);
			s8_wgmma<P::N>(d[1], a + half + k, b + k, is_sum);
		}
		aisp_wgmma_end();
		aisp_wgmma_wait<1>();
		if (i)
			release<P>(s, last);
		last = at->stage;
	}
	give_turn(!worker);
	aisp_wgmma_wait<0>();
	release<P>(s, last);
}

struct scales {
	const float *a, *b;
	int m, n;
};

/* The scales of a lane's two rows of 16, and of its columns of each 8. */
struct scaled {
	float above, below;
	const float *b;
	int n;

	__device__ scaled(const struct scales &s, int row)
	{
		row += threadIdx.x % 32 / 4;
		above = row < s.m ? s.a[row] : 0;
		below = row + 8 < s.m ? s.a[row + 8] : 0;
		b = s.b + threadIdx.x % 4 * 2;
		n = s.n;
	}
	__device__ uint32_t operator()(const int *d, int i, int col) const
	{
		float2 s = col < n ? *(const float2 *)(b + col) : float2{};
		float a = i ? below : above;

		return pack((float)d[0] * a * s.x, (float)d[1] * a * s.y);
	}
};

template <class P>
static __device__ void multiply_tiles(const struct block<P> &s, const CUtensorMap *c,
				      const struct order &o, int n_k,
				      const struct scales &by)
{
	int worker = aisp_warpgroup() - 1, warp = threadIdx.x % AISP_GROUP / 32;
	uint8_t *out = s.out + (worker * 4 + warp) * P::PIECE_BYTES;
	int mine = 0;
	struct turn<P> at;
	int d[2][P::N / 2];

	if (worker == 1)
		give_turn(0);
	for (int t = blockIdx.x / PAIR; t < o.rows * o.cols;
	     t += gridDim.x / PAIR, mine ^= 1) {
		int2 to = place(o, t);
		int row = (to.x * PAIR + s.rank) * TILE_M + warp * 16;

		if (mine != worker) {
			at.skip(n_k);
			continue;
		}
		multiply_tile<P>(d, s, worker, &at, n_k);
#pragma unroll
		for (int i = 0; i < 2; i++)
			store_rows<P>(out, c, d[i], row + i * 64, to.y * P::N,
				      scaled(by, row + i * 64));
	}
	if (threadIdx.x % 32 == 0)
		ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
}

template <class P>
__global__ void __cluster_dims__(PAIR, 1, 1) __launch_bounds__(THREADS, 1)
	product(const __grid_constant__ CUtensorMap a,
		const __grid_constant__ CUtensorMap b,
		const __grid_constant__ CUtensorMap c, const struct order o, int n_k,
		const struct scales by)
{
	extern __shared__ uint8_t memory[];
	__shared__ uint64_t full[P::STAGES], empty[P::STAGES];
	struct block<P> s = begin<P>(memory, full, empty);

	if (aisp_warpgroup() == 0) {
		aisp_leave_registers<40>();
		if (threadIdx.x == 0)
			fetch_tiles<P>(s, &a, &b, o, n_k);
	} else {
		aisp_take_registers<232>();
		multiply_tiles<P>(s, &c, o, n_k, by);
	}
	/* The other may still send to this block's memory, or tell its barriers. */
	ptx::barrier_cluster_arrive();
	ptx::barrier_cluster_wait();
}

using narrow = plan<128, 6, 1>;
using wide = plan<192, 5, 1>; /* as wide as a warpgroup's registers allow */

static int setup(const struct aisp_io *io, void **state)
{
	struct state *s = (struct state *)calloc(1, sizeof(*s));
	int rc;

	(void)io;
	*state = s;
	if (!s)
		return -ENOMEM;
	rc = find_clusters<narrow>(product<narrow>, s);
	if (!rc)
		rc = find_clusters<wide>(product<wide>, s);
	return rc ? rc : aisp_find_encode(&s->encode);
}

template <class P> static int run_plan(const struct aisp_io *io, const struct state *s)
{
	struct scales by = { aisp_in_f32(io, IN_SA), aisp_in_f32(io, IN_SB),
			     (int)io->param[M], (int)io->param[N] };
	struct launch l;
	int rc = describe<P>(io, s, &l);

	if (rc)
		return rc;
	product<P><<<l.n_blocks, THREADS, P::BYTES, aisp_stream(io)>>>(
		l.a, l.b, l.c, l.order, l.n_k, by);
	return aisp_launched();
}

static int run(const struct aisp_io *io, void *state)
{
	const struct state *s = (const struct state *)state;

	return cost<wide>(io, s->n_clusters) < cost<narrow>(io, s->n_clusters)
		       ? run_plan<wide>(io, s)
		       : run_plan<narrow>(io, s);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "wgmma, warpgroups in turn: one multiplies, one scales and stores",
	.setup = setup,
	.run = run,
	.teardown = free,
};
