/* SPDX-License-Identifier: MIT
 *
 * ssm_gpu.h - a state-space layer's call on a GPU, and where a block's slice of it
 * lies.
 */
#ifndef SSM_GPU_H
#define SSM_GPU_H

#include <aisp/bf16_words.h>

#define THREADS 256

struct ssm {
	const uint16_t *x, *b, *c;
	const float *step;
	uint16_t *y;
	float *both, *left, *inverse; /* of chunks; in the workspace */
	int64_t seq, dim, heads;
	int n_chunks;
};

static struct ssm ssm_of(const struct aisp_io *io)
{
	const int64_t *p = io->param;
	int64_t chunks = n_chunks(p);
	float *both = (float *)io->workspace, *left = both + chunks * CHUNK * CHUNK;

	return { (const uint16_t *)io->in[IN_X].data,
		 (const uint16_t *)io->in[IN_B].data,
		 (const uint16_t *)io->in[IN_C].data,
		 aisp_in_f32(io, IN_STEP),
		 (uint16_t *)io->out[0].data,
		 both,
		 left,
		 left + p[HEADS] * chunks * CHUNK,
		 p[SEQ],
		 p[DIM],
		 p[HEADS],
		 (int)chunks };
}

/* Blocks: slices of SLICE columns, heads. */
static dim3 slices_of(const struct ssm &m)
{
	return dim3((unsigned)(m.dim / SLICE), (unsigned)m.heads);
}

#endif
