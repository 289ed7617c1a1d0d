/* SPDX-License-Identifier: MIT
 *
 * dram_bulk.cu - DRAM by asynchronous bulk copies between global and shared memory
 * (compute capability 9.0 and later): one thread of a block moves whole tiles.
 */
#include "dram.h"

#define N_STAGES 8

#if __CUDA_ARCH__ >= 900
static __device__ inline uint32_t shared_address(const void *p)
{
	return (uint32_t)__cvta_generic_to_shared(p);
}

static __device__ inline void barrier_init(uint64_t *bar)
{
	asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(bar))
		     : "memory");
}

static __device__ inline void barrier_wait(uint64_t *bar, uint32_t parity)
{
	uint32_t is_done = 0;

	while (!is_done)
		asm volatile("{\n\t.reg .pred p;\n\t"
			     "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n\t"
			     "selp.u32 %0, 1, 0, p;\n\t}"
			     : "=r"(is_done)
			     : "r"(shared_address(bar)), "r"(parity)
			     : "memory");
}

static __device__ inline void load_tile(void *tile, const char *from, uint32_t bytes,
					uint64_t *bar)
{
	asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(
			     shared_address(bar)),
		     "r"(bytes)
		     : "memory");
	asm volatile(
		"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
		"[%0], [%1], %2, [%3];" ::"r"(shared_address(tile)),
		"l"(from), "r"(bytes), "r"(shared_address(bar))
		: "memory");
}

static __device__ inline void store_tile(char *to, const void *tile, uint32_t bytes)
{
	asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;\n\t"
		     "cp.async.bulk.commit_group;" ::"l"(to),
		     "r"(shared_address(tile)), "r"(bytes)
		     : "memory");
}
#endif

/*
 * Tile t of this block uses stage t % N_STAGES.  When the store of a tile has begun,
 * wait until the earlier ones have read their stages: then the stage of the tile before
 * can be loaded again.
 */
template <int STREAM>
__global__ void bulk(const char *a, char *c, size_t n_tiles, uint32_t tile_bytes)
{
#if __CUDA_ARCH__ >= 900
	extern __shared__ __align__(128) char tiles[];
	__shared__ uint64_t full[N_STAGES];
	size_t mine = (n_tiles - blockIdx.x + gridDim.x - 1) / gridDim.x;

	for (int i = threadIdx.x; i < N_STAGES * (int)tile_bytes / 4; i += blockDim.x)
		((uint32_t *)tiles)[i] = i;
	asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
	__syncthreads();
	if (threadIdx.x)
		return;
	for (int i = 0; i < N_STAGES; i++)
		barrier_init(&full[i]);
	asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");

#define STAGE(t) (tiles + (t) % N_STAGES * tile_bytes)
#define AT(t)    ((blockIdx.x + (t)*gridDim.x) * tile_bytes)
	for (size_t t = 0; t < N_STAGES && t < mine && STREAM != AISP_GPU_DRAM_FILL;
	     t++)
		load_tile(STAGE(t), a + AT(t), tile_bytes, &full[t]);
	for (size_t t = 0; t < mine; t++) {
		size_t next =
			STREAM == AISP_GPU_DRAM_COPY ? t + N_STAGES - 1 : t + N_STAGES;

		if (STREAM != AISP_GPU_DRAM_FILL)
			barrier_wait(&full[t % N_STAGES], t / N_STAGES & 1);
		if (STREAM != AISP_GPU_DRAM_READ)
			store_tile(c + AT(t), STAGE(t), tile_bytes);
		if (STREAM == AISP_GPU_DRAM_COPY)
			asm volatile("cp.async.bulk.wait_group.read 1;" ::: "memory");
		if (STREAM != AISP_GPU_DRAM_FILL && next >= N_STAGES && next < mine)
			load_tile(STAGE(next), a + AT(next), tile_bytes,
				  &full[next % N_STAGES]);
	}
	asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
#else
	__trap();
#endif
}

struct way {
	const struct arrays *arrays;
	const void *kernel;
	int grid;
	uint32_t tile_bytes;
};

static cudaError_t enqueue_bulk(const struct bench *b, const void *arg)
{
	const struct way *w = (const struct way *)arg;
	size_t n_tiles = w->arrays->bytes / w->tile_bytes;
	void *args[] = { (void *)&w->arrays->a, (void *)&w->arrays->c, &n_tiles,
			 (void *)&w->tile_bytes };

	return cudaLaunchKernel(w->kernel, dim3(w->grid), dim3(32), args,
				N_STAGES * (size_t)w->tile_bytes, b->stream);
}

template <int STREAM>
static int run_bulk(struct bench *b, const struct arrays *m, uint32_t tile_bytes,
		    const char *how, struct aisp_err *err)
{
	const void *kernel = (const void *)bulk<STREAM>;
	struct way way = { m, kernel,
			   aisp_resident_blocks(b, kernel, 32,
						N_STAGES * (size_t)tile_bytes),
			   tile_bytes };
	struct work w = { enqueue_bulk, &way,
			  aisp_dram_amount(m, (enum aisp_gpu_path)STREAM), DRAM_BUDGET,
			  false };

	if (!way.grid)
		return 0; /* there is too little shared memory */
	return aisp_bench_rate(b, &w, how, &b->p->bandwidth[STREAM], err);
}

template <int STREAM>
static int run_sizes(struct bench *b, const struct arrays *m, struct aisp_err *err)
{
	return run_bulk<STREAM>(b, m, 2048, "bulk copies of 2 KiB", err) ||
	       run_bulk<STREAM>(b, m, 8192, "bulk copies of 8 KiB", err) ||
	       run_bulk<STREAM>(b, m, 16384, "bulk copies of 16 KiB", err);
}

int aisp_dram_bulk(struct bench *b, const struct arrays *m, struct aisp_err *err)
{
	if (aisp_code_arch((const void *)bulk<AISP_GPU_DRAM_READ>) < 90)
		return 0;
	return run_sizes<AISP_GPU_DRAM_READ>(b, m, err) ||
			       run_sizes<AISP_GPU_DRAM_COPY>(b, m, err) ||
			       run_sizes<AISP_GPU_DRAM_FILL>(b, m, err)
		       ? -1
		       : 0;
}
