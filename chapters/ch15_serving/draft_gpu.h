/* SPDX-License-Identifier: MIT
 *
 * draft_gpu.h - on a GPU: a call, and the draft of a position once its match is known.
 */
#ifndef DRAFT_GPU_H
#define DRAFT_GPU_H

#include <aisp/cuda.h>

struct drafts {
	const int *text;
	int *matched, *drafted;
	int tokens, ngram, draft;
};

static struct drafts drafts_of(const struct aisp_io *io)
{
	return { (const int *)io->in[TEXT].data, (int *)io->out[MATCHED].data,
		 (int *)io->out[DRAFTED].data,   (int)io->param[TOKENS],
		 (int)io->param[NGRAM],          (int)io->param[DRAFT] };
}

/* How many of the last tokens of [0, i] and of [0, e] agree, at most `most`. */
static __device__ int common_tokens(const int *text, int i, int e, int most)
{
	int n = 0;

	while (n < most && n <= e && __ldg(text + i - n) == __ldg(text + e - n))
		n++;
	return n;
}

/* Writes the draft at i, whose last n tokens first occurred with their end at e. */
static __device__ void put_draft(const struct drafts &d, int i, int n, int e)
{
	int known = n < LEAST ? 0 : i - e;

	d.matched[i] = n < LEAST ? 0 : n;
	for (int k = 0; k < d.draft; k++)
		d.drafted[(int64_t)i * d.draft + k] =
			k < known ? d.text[e + 1 + k] : NONE;
}

#endif
