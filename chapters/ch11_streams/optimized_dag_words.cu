/* SPDX-License-Identifier: MIT
 *
 * One launch.  Each block of a step has a word that says whether it is done; a block
 * waits for the words of those whose elements it reads, and for nobody else's.  Blocks
 * are taken in the order of the steps, so that those waited for are always under way.
 * Words lie a sector apart, since thousands of blocks ask for them again and again, and
 * few blocks fit a multiprocessor at a time, so that those of a step do not share one.
 * WORKSPACE: 4 * 8 * (1 + steps * round_up(n, 128) / 128)
 */
#include "workload_dag.h"

#include "dag_kernel.h"

#define APART   8     /* words from one to the next */
#define NAP_NS  200   /* between two looks */
#define PADDING 46080 /* of shared memory, in bytes, for a block that needs none */

struct graph {
	struct step step[MOST_STEPS];
	int32_t before[MOST_STEPS][2];
	unsigned n_parts;  /* blocks of a step */
	unsigned *taken;   /* blocks of all steps that began */
	unsigned *is_done; /* of each block; all begin as 0 */
};

static __device__ void wait_for(const unsigned *word)
{
	unsigned x;

	for (;;) {
		asm volatile("ld.acquire.gpu.u32 %0, [%1];"
			     : "=r"(x)
			     : "l"(word)
			     : "memory");
		if (x)
			return;
		__nanosleep(NAP_NS);
	}
}

static __device__ void say(unsigned *word)
{
	asm volatile("st.release.gpu.u32 [%0], 1;" ::"l"(word) : "memory");
}

/* By three threads: the block of p, and the first and last of q, whose elements lie the
 * other way round. */
static __device__ void wait_for_needs(const struct graph &g, unsigned k, unsigned part)
{
	int64_t n = g.step[k].n, far = n - 1 - (int64_t)part * BLOCK;
	int64_t near = far - BLOCK + 1 > 0 ? far - BLOCK + 1 : 0;
	int64_t at[3] = { part, near / BLOCK, far / BLOCK };
	int32_t of = threadIdx.x < 3 ? g.before[k][threadIdx.x > 0] : -1;

	if (of >= 0)
		wait_for(g.is_done + (of * g.n_parts + at[threadIdx.x]) * APART);
	__syncthreads();
}

static __global__ void __launch_bounds__(BLOCK)
	do_graph(const __grid_constant__ struct graph g)
{
	__shared__ unsigned t;
	unsigned k, part;
	struct step s;
	int64_t i;

	if (threadIdx.x == 0)
		t = atomicAdd(g.taken, 1);
	__syncthreads();
	k = t / g.n_parts;
	part = t % g.n_parts;
	wait_for_needs(g, k, part);
	i = (int64_t)part * BLOCK + threadIdx.x;
	s = g.step[k];
	if (i < s.n)
		do_element(s, i);
	__syncthreads();
	if (threadIdx.x == 0)
		say(g.is_done + t * APART);
}

static int setup(const struct aisp_io *io, void **state)
{
	(void)io;
	(void)state;
	return aisp_cuda_status(cudaFuncSetAttribute(
		do_graph, cudaFuncAttributePreferredSharedMemoryCarveout,
		cudaSharedmemCarveoutMaxShared));
}

static int run(const struct aisp_io *io, void *state)
{
	unsigned *word = (unsigned *)io->workspace, n_blocks;
	struct graph g;

	(void)state;
	g.n_parts = (unsigned)aisp_ceil_div(io->param[N], BLOCK);
	g.taken = word;
	g.is_done = word + APART;
	for (int64_t k = 0; k < io->param[STEPS]; k++) {
		g.step[k] = step_of(io, k);
		g.before[k][0] = needs_of(io, k)[0];
		g.before[k][1] = needs_of(io, k)[1];
	}
	n_blocks = (unsigned)io->param[STEPS] * g.n_parts;
	AISP_TRY(cudaMemsetAsync(word, 0, (1 + n_blocks) * APART * sizeof(*word),
				 aisp_stream(io)));
	do_graph<<<n_blocks, BLOCK, PADDING, aisp_stream(io)>>>(g);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "one launch; a word per block says that it is done",
	.setup = setup,
	.run = run,
};
