/* SPDX-License-Identifier: MIT
 *
 * moe_routing.h - tokens of all ranks and the experts that they chose, of which each
 * rank has some.  Rows of a rank's experts lie by expert, and then in the order of
 * tokens.
 */
#ifndef MOE_ROUTING_H
#define MOE_ROUTING_H

#include <aisp/ranks.h>
#include <aisp/workload.h>
#include <string.h>

enum { RANKS, TOKENS, EXPERTS, CHOSEN, WIDTH };
enum { ID = 1 }; /* the input of choices */

#define ROUTING_PARAMS                                                                 \
	{                                                                              \
		[RANKS] = { "ranks", 2, 2, 4, "processes" },                           \
		[TOKENS] = { "tokens", 61, 1024, 2048, "of each rank", 4096 },         \
		[EXPERTS] = { "experts", 3, 4, 8, "of each rank", 8 },                 \
		[CHOSEN] = { "chosen", 2, 4, 8, "experts of a token" },                \
		[WIDTH] = { "width", 19, 256, 512, "elements of a token", 1024 },      \
	}

#define MOST_EXPERTS 64 /* of all ranks */

static inline int64_t all_experts(const int64_t *p)
{
	return p[RANKS] * p[EXPERTS];
}

/* Rows that can come to a rank. */
static inline int64_t most_rows(const int64_t *p)
{
	int64_t k = p[CHOSEN] < p[EXPERTS] ? p[CHOSEN] : p[EXPERTS];

	return p[RANKS] * p[TOKENS] * k;
}

/* Numbers in front of the rows in a window: choices or counts. */
static inline int64_t head_elems(const int64_t *p)
{
	return (p[TOKENS] * p[CHOSEN] + MOST_EXPERTS + 15) & -16;
}

/* On a GPU tokens of a rank are signalled in groups, at most 510 of them. */
#define MOST_GROUPS 510

static inline int64_t group_tokens(const int64_t *p)
{
	int64_t least = (p[TOKENS] + MOST_GROUPS - 1) / MOST_GROUPS;

	return least > 16 ? least : 16;
}

static inline int64_t n_groups(const int64_t *p)
{
	return (p[TOKENS] + group_tokens(p) - 1) / group_tokens(p);
}

/* Elements of the parts of a window into which peers write: counts by group and expert,
 * choices and their weights; below also tokens' rows, in whole vectors of four. */
static inline int64_t pushed_head_elems(const int64_t *p)
{
	return (p[RANKS] * (p[EXPERTS] * n_groups(p) + 2 * p[TOKENS] * p[CHOSEN]) +
		15) &
	       -16;
}

static inline int64_t pushed_elems(const int64_t *p)
{
	return pushed_head_elems(p) + p[RANKS] * p[TOKENS] * ((p[WIDTH] + 3) / 4 * 4);
}

/* Numbers behind the rows in a workspace: where the rows of groups begin. */
static inline int64_t scratch_elems(const int64_t *p)
{
	return all_experts(p) * (n_groups(p) + p[RANKS] + 2);
}

/* Adds windows of `shown` elements or as many as peers write, and workspaces. */
static inline void add_room(const int64_t *p, struct aisp_problem *pr, int64_t shown,
			    int64_t received)
{
	int64_t window = shown > pushed_elems(p) ? shown : pushed_elems(p);

	pr->ranks.n = (int)p[RANKS];
	pr->ranks.peers_write = 1;
	pr->ranks.window_bytes = sizeof(float) * (size_t)window;
	pr->workspace_bytes = sizeof(float) * (size_t)(received + scratch_elems(p));
}

/* Adds the second input, and checks the parameters. */
static inline void add_choices(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr,
		    (struct aisp_spec){ .name = "id",
					.dtype = AISP_I32,
					.rank = 2,
					.shape = { p[RANKS] * p[TOKENS], p[CHOSEN] },
					.fill = AISP_FILL_ZIPF,
					.limit = all_experts(p),
					.part = { AISP_PART_RANKS },
					.exponent = 0.7 });
	if (all_experts(p) > MOST_EXPERTS)
		pr->invalid = "there must be 64 experts at most";
	if (p[CHOSEN] > all_experts(p))
		pr->invalid = "more experts are chosen than there are";
}

/* The experts of a token are all different. */
static void prepare(const struct aisp_io *io, uint64_t bits)
{
	int32_t n = (int32_t)all_experts(io->param);

	(void)bits;
	for (int64_t t = 0; t < io->in[ID].shape[0]; t++) {
		int32_t *id = (int32_t *)io->in[ID].data + t * io->param[CHOSEN];
		uint64_t taken = 0;

		for (int64_t k = 0; k < io->param[CHOSEN]; k++) {
			while (taken >> id[k] & 1)
				id[k] = (id[k] + 1) % n;
			taken |= UINT64_C(1) << id[k];
		}
	}
}

/* The i-th choice of an expert, among those of all tokens; *n is the expert's number of
 * choices if there are fewer. */
static inline int64_t choice_of(const struct aisp_io *io, int64_t expert, int64_t i,
				int64_t *n)
{
	const int32_t *id = (const int32_t *)io->in[ID].data;

	*n = 0;
	for (int64_t c = 0; c < aisp_elems(&io->in[ID]); c++)
		if (id[c] == expert && (*n)++ == i)
			return c;
	return -1;
}

#endif
