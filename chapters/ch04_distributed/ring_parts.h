/* SPDX-License-Identifier: MIT
 *
 * ring_parts.h - a tile of queries meets the keys and values of a part, as they come;
 * and how keys and values are pushed to the ranks that need them.
 */
#ifndef RING_PARTS_H
#define RING_PARTS_H

#include "peer_launch.h"
#include "ring_gpu.h"

template <int DIM>
static __device__ inline void
begin_tile(struct attending<DIM> *a, struct ring_shared<DIM> *m, const struct part &q,
	   int64_t at, const struct heads &h, int64_t head)
{
	__syncthreads(); /* all threads are done with the tile before */
	a->begin();
	load_rows<DIM>(m->q, q.q, at, q.n, h, head);
}

/* Attends for queries from `at` on; calls await(j) before it reads keys from j on, and
 * skips blocks of keys behind all queries. */
template <int DIM, class AWAIT>
static __device__ inline void
meet_part(struct attending<DIM> *a, struct ring_shared<DIM> *m, const struct part &q,
	  int64_t at, const struct part &keys, const struct heads &h, int64_t head,
	  AWAIT await)
{
	for (int64_t j = 0; j < keys.n; j += RING_TILE) {
		const int64_t late = q.first + at - keys.first - j;
		float s[RING_PER][RING_PER];

		if (late + RING_TILE <= 0)
			break;
		await(j);
		__syncthreads();
		load_rows<DIM>(m->k, keys.k, j, keys.n, h, head);
		load_rows<DIM>(m->v, keys.v, j, keys.n, h, head);
		__syncthreads();
		a->score(s, *m);
		a->weigh(s, *m, h.scale, late, keys.n - j);
		__syncthreads();
		a->mix(*m);
	}
}

/* Positions per signal, and below the number of such groups. */
static __host__ __device__ inline int64_t told_rows(int64_t rows)
{
	const int64_t most = AISP_GPU_BARRIER_SIGNAL / AISP_MAX_RANKS;

	return RING_TILE * ((rows + RING_TILE * most - 1) / (RING_TILE * most));
}

static __host__ __device__ inline int64_t n_told(int64_t rows)
{
	return (rows + told_rows(rows) - 1) / told_rows(rows);
}

/* Elements of a tensor of a rank in a window: whole vectors. */
static __device__ inline int64_t stride_of(const struct part &p, const struct heads &h)
{
	return (p.n * h.heads * h.dim + 3) & -4;
}

/* Where that rank's window has keys, or values, of source. */
static __device__ inline float *pushed(const struct aisp_ranks &r, int rank, int source,
				       int is_value, int64_t stride)
{
	return (float *)r.window[rank] +
	       (2 * slot_of(rank, source) + is_value) * stride;
}

/* A block pushes n elements to a place in another window. */
static __device__ inline void push_elems(float *to, const float *from, int64_t n)
{
	const vectors<const float> x(from, n);

	for (int64_t i = 0; i < x.count(); i += 8 * RING_THREADS)
		push_chunk<const float, 8>(x, (uint4 *)to, i);
}

/* Pushes keys or values of the c-th of n_told() groups of positions to ranks first to
 * last. */
static __device__ inline void push_rows(const struct aisp_ranks &r,
					const struct part &p, const struct heads &h,
					int64_t c, int is_value, int first, int last)
{
	const int64_t at = c * told_rows(p.n), row = h.heads * h.dim;
	const int64_t n = min(told_rows(p.n), p.n - at) * row;

	for (int rank = first; rank <= last; rank++)
		if (rank != r.rank)
			push_elems(pushed(r, rank, r.rank, is_value, stride_of(p, h)) +
					   at * row,
				   (is_value ? p.v : p.k) + at * row, n);
	__syncthreads();
	if (threadIdx.x >= first && threadIdx.x <= last && threadIdx.x != r.rank)
		aisp_gpu_signal_add(&r, threadIdx.x, signal_of((int)c, r.rank), 1);
}

/* Keys and values of a rank, where this one has them. */
static __device__ inline struct part keys_of(const struct aisp_ranks &r,
					     const struct part &own,
					     const struct heads &h, int source)
{
	struct part keys = own;

	keys.first = source * own.n;
	if (source != r.rank) {
		keys.k = pushed(r, r.rank, source, 0, stride_of(own, h));
		keys.v = pushed(r, r.rank, source, 1, stride_of(own, h));
	}
	return keys;
}

/* Waits until keys and values of source from j on are here; thread 0 polls. */
static __device__ inline void await_rows(const struct aisp_ranks &r, int64_t rows,
					 int source, int64_t j)
{
	if (threadIdx.x == 0)
		aisp_gpu_signal_wait(&r, r.rank,
				     signal_of((int)(j / told_rows(rows)), source), 2);
}

/* A tile of queries meets the keys of its own rank, owner, and of those before it. */
template <int DIM>
static __device__ inline void
meet_ranks(struct attending<DIM> *a, struct ring_shared<DIM> *m,
	   const struct aisp_ranks &r, const struct part &own, const struct part &q,
	   int64_t at, const struct heads &h, int64_t head, int owner)
{
	for (int source = owner; source >= 0; source--)
		meet_part(a, m, q, at, keys_of(r, own, h, source), h, head,
			  [&](int64_t j) {
				  if (source != r.rank)
					  await_rows(r, own.n, source, j);
			  });
}

/* As many pushers as keep a link full while the other blocks attend. */
#define RING_PUSHERS 32

static inline int ring_pushers(const struct aisp_io *io)
{
	return at_most(2 * n_told(io->param[ROWS]), RING_PUSHERS);
}

static inline int ring_tiles(int64_t n)
{
	return (int)aisp_ceil_div(n, RING_TILE);
}

/* Shared memory of a kernel for heads of at most DIM elements, which setup() grants. */
template <auto KERNEL, int DIM> static int ring_grant(void)
{
	AISP_TRY(cudaFuncSetAttribute(KERNEL,
				      cudaFuncAttributeMaxDynamicSharedMemorySize,
				      (int)sizeof(struct ring_shared<DIM>)));
	return 0;
}

/* setup() of kernels for heads of at most 64 and at most 128 elements. */
template <auto SMALL, auto LARGE>
static int ring_setup(const struct aisp_io *io, void **state)
{
	(void)state;
	return io->param[DIM] <= 64 ? ring_grant<SMALL, 64>()
				    : ring_grant<LARGE, 128>();
}

/* The rank's own part. */
static inline struct part own_part(const struct aisp_io *io)
{
	const int64_t n = io->param[ROWS];

	return { aisp_in_f32(io, Q),  aisp_in_f32(io, K),  aisp_in_f32(io, V),
		 aisp_out_f32(io, 0), io->ranks->rank * n, n };
}

/* Launches a kernel whose first blocks push the rank's own part. */
template <auto SMALL, auto LARGE>
static int ring_launch(const struct aisp_io *io, int blocks, int pushers)
{
	const struct part own = own_part(io);

	if (io->param[DIM] <= 64)
		SMALL<<<blocks, RING_THREADS, sizeof(struct ring_shared<64>),
			aisp_stream(io)>>>(*io->ranks, own, heads_of(io), pushers);
	else
		LARGE<<<blocks, RING_THREADS, sizeof(struct ring_shared<128>),
			aisp_stream(io)>>>(*io->ranks, own, heads_of(io), pushers);
	return aisp_launched();
}

#endif
