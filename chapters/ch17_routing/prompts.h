/* SPDX-License-Identifier: MIT
 *
 * prompts.h - the requests of prefix and its simulator, which judges: conversations
 * whose prompts repeat all earlier turns, and how many of their blocks are found.
 * workload_prefix.h includes it.
 */
#ifndef PROMPTS_H
#define PROMPTS_H

#define GROWS 3  /* blocks that a turn adds, at most */
#define TURNS 16 /* of a conversation, in the mean, unless its prompt gets too long */

/* The answer's slot for block b of prompt i; NOBODY if an earlier block has it too. */
static int32_t right_slot(const struct aisp_io *io, int64_t i, int64_t b)
{
	int64_t n = n_of(io, i);
	const int32_t *got = (const int32_t *)io->out[SLOT].data + i * io->param[MOST];

	if (b >= n || got[b] < 0 || got[b] >= io->param[CAPACITY])
		return NOBODY;
	for (int64_t k = 0; k < b; k++)
		if (got[k] == got[b])
			return NOBODY;
	return got[b];
}

/* Stores one prompt.  Returns how many of its blocks are found; content is by slot. */
static int64_t lay(const struct aisp_io *io, int64_t i, int32_t *content)
{
	const int32_t *block =
		(const int32_t *)io->in[BLOCK].data + i * io->param[MOST];
	int64_t n = n_of(io, i), found = 0;
	bool is_there = true;

	for (int64_t b = 0; b < n; b++) {
		int32_t slot = right_slot(io, i, b);

		is_there = is_there && slot != NOBODY && content[slot] == block[b];
		found += is_there;
		if (slot != NOBODY)
			content[slot] = block[b];
	}
	return found;
}

/* An empty cache, to be freed. */
static int32_t *cache_new(const int64_t *p)
{
	int32_t *content = malloc((size_t)p[CAPACITY] * sizeof(*content));

	for (int64_t s = 0; content && s < p[CAPACITY]; s++)
		content[s] = NOBODY;
	return content;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t most = io->param[MOST];
	int32_t *content = o == FOUND ? cache_new(io->param) : NULL;

	for (int64_t i = 0; content && i < first; i++)
		lay(io, i, content);
	for (int64_t k = 0; k < n; k++) {
		int64_t at = first + k;

		mag[k] = 1;
		if (o == SLOT)
			ref[k] = right_slot(io, at / most, at % most);
		else
			ref[k] = content ? (double)lay(io, at, content) : NOBODY;
	}
	free(content);
}

static double compute(const struct aisp_io *io, double *figures)
{
	int64_t n = io->param[PROMPTS];
	double *computed = calloc((size_t)n, sizeof(*computed)), sum = 0, all = 0;
	int32_t *content = cache_new(io->param);

	for (int64_t i = 0; i < n && computed && content; i++) {
		computed[i] = (double)(n_of(io, i) - lay(io, i, content));
		sum += computed[i];
		all += (double)n_of(io, i);
	}
	figures[0] = 1 - sum / all;
	figures[1] = computed ? percentile_99(computed, n) : 0;
	free(computed);
	free(content);
	return sum / (double)n;
}

/*
 * Misses if all prompts are known and each block is of use by itself: that a block is
 * of no use without those before it can only cost more.
 */
static double bound(const struct aisp_io *io)
{
	const int64_t *p = io->param;
	int32_t *flat = malloc((size_t)(p[PROMPTS] * p[MOST]) * sizeof(*flat));
	int64_t n = 0;
	double misses;

	if (!flat)
		return 0;
	for (int64_t i = 0; i < p[PROMPTS] * p[MOST]; i++) {
		int32_t block = ((const int32_t *)io->in[BLOCK].data)[i];

		flat[n] = block;
		n += block != NOBODY;
	}
	misses = least_misses(flat, n, p[CAPACITY], n_blocks(p));
	free(flat);
	return misses / (double)p[PROMPTS];
}

/* Blocks of a prefix: a third of the longest prompt at most. */
static int64_t prefix_blocks(const int64_t *p, int64_t prefix, uint64_t bits)
{
	return 1 + (int64_t)(aisp_draw_unknown(~bits, (uint64_t)prefix) %
			     (uint64_t)(p[MOST] / 3));
}

static int64_t below(int64_t n, uint64_t bits, int64_t i)
{
	return (int64_t)(trace_unit(bits, i) * (double)n);
}

/* Blocks 1 to n of a prompt, from a number on. */
static void count_up(int32_t *block, int64_t n, int64_t number, const int32_t *name)
{
	for (int64_t b = 0; b < n; b++)
		block[b] = name[number + b];
}

/* The next prompt of a conversation of n blocks, or the first one of another; its
 * blocks. */
static int64_t say(const int64_t *p, int32_t *talk, int64_t n, const double *sum,
		   const int32_t *name, uint64_t bits, int64_t i)
{
	int64_t more = 1 + below(GROWS, bits, 6 * i + 2);

	if (!n || n + more > p[MOST] || trace_unit(bits, 6 * i + 3) * TURNS < 1) {
		int64_t prefix =
			trace_rank(sum, p[PREFIXES], trace_unit(bits, 6 * i + 4));

		n = prefix_blocks(p, prefix, bits);
		count_up(talk, n, prefix * p[MOST], name);
	}
	count_up(talk + n, more, (p[PREFIXES] + i) * p[MOST], name);
	return n + more;
}

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	const int64_t *p = io->param;
	int64_t most = p[MOST];
	double *sum = trace_zipf(p[PREFIXES], (double)p[SKEW] / 100);
	int32_t *name = trace_names(n_blocks(p), bits);
	int32_t *talk = malloc((size_t)(p[TALKS] * most) * sizeof(*talk));
	int64_t *n = calloc((size_t)p[TALKS], sizeof(*n));

	for (int64_t i = 0; i < p[PROMPTS] && sum && name && talk && n; i++) {
		int32_t *block = (int32_t *)io->in[BLOCK].data + i * most;
		int64_t t = below(p[TALKS], bits, 6 * i);

		memset(block, NOBODY, (size_t)most * sizeof(*block));
		if (trace_unit(bits, 6 * i + 1) * 100 < (double)p[ONCE]) {
			count_up(block, 1 + below(most, bits, 6 * i + 5),
				 (p[PREFIXES] + i) * most, name);
			continue;
		}
		n[t] = say(p, talk + t * most, n[t], sum, name, bits, i);
		memcpy(block, talk + t * most, (size_t)n[t] * sizeof(*block));
	}
	free(sum);
	free(name);
	free(talk);
	free(n);
}

#endif
