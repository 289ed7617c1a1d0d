/* SPDX-License-Identifier: MIT
 *
 * Two launches: all pages out, then all others in, a block for each and a number a
 * thread at a time.
 */
#include "workload_swap.h"

#include <aisp/cuda.h>

#define PER_PAGE 256 /* threads */

struct pages {
	uint16_t *cache, *outgoing;
	const uint16_t *incoming;
	const int *slot;
	int64_t pages, moved, elems;
};

/* Of the moved page i. */
static __device__ uint16_t *page_of(const struct pages &p, int64_t i)
{
	return p.cache + (i / p.moved * p.pages + p.slot[i % p.moved]) * p.elems;
}

static __global__ void move_out(const struct pages p)
{
	const uint16_t *page = page_of(p, blockIdx.x);

	for (int64_t i = threadIdx.x; i < p.elems; i += PER_PAGE)
		p.outgoing[blockIdx.x * p.elems + i] = page[i];
}

static __global__ void move_in(const struct pages p)
{
	uint16_t *page = page_of(p, blockIdx.x);

	for (int64_t i = threadIdx.x; i < p.elems; i += PER_PAGE)
		page[i] = p.incoming[blockIdx.x * p.elems + i];
}

static int run(const struct aisp_io *io, void *state)
{
	unsigned n = (unsigned)(io->param[LAYERS] * io->param[MOVED]);
	struct pages p = { (uint16_t *)io->out[CACHE].data,
			   (uint16_t *)io->out[OUTGOING].data,
			   (const uint16_t *)io->in[INCOMING].data,
			   (const int *)io->in[SLOT].data,
			   io->param[PAGES],
			   io->param[MOVED],
			   io->param[ELEMS] };

	(void)state;
	move_out<<<n, PER_PAGE, 0, aisp_stream(io)>>>(p);
	move_in<<<n, PER_PAGE, 0, aisp_stream(io)>>>(p);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_NAIVE,
	.summary = "all pages out, then all others in, a number a thread",
	.run = run,
};
