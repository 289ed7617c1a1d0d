/* SPDX-License-Identifier: MIT
 *
 * The score of ch20:tune: a policy that knows all times pays only the bound and its
 * first uses, noise of the clock changes no score, and the best fixed tile is the best
 * of all tiles.
 */
#include "../../chapters/ch20_search/workload_tune.h"

#include "tap.h"

#define N 200

static int32_t m[N], factor[N_TILES * N_KINDS], noise[N], tile[N];
static int64_t took_now, at;
static const struct aisp_tensor in[] = { [M] = { .data = m },
					 [FACTOR] = { .data = factor },
					 [NOISE] = { .data = noise },
					 [TOOK_NS] = { .data = &took_now },
					 [AT] = { .data = &at } };
static const struct aisp_tensor out[] = {
	[TILE] = { .data = tile }, [SEEN_NS] = { .data = NULL }
};
static const int64_t param[] = { N, 4096, 4096, 1000, 60, 5 };
static const struct aisp_io io = { .in = in, .out = out, .param = param };

static double figures[AISP_MAX_FIGURES];

static double score_of_fixed(int32_t t)
{
	for (int64_t i = 0; i < N; i++)
		tile[i] = t;
	return compute(&io, figures);
}

static void test_fixed(void)
{
	double best = INFINITY, first = score_of_fixed(1);

	for (int32_t t = 1; t <= N_TILES; t++)
		best = fmin(best, score_of_fixed(t));
	ok(best == figures[2], "the best fixed tile in hindsight is that");
	ok(figures[0] == 1, "who takes one tile has loaded one");
	for (int64_t i = 0; i < N; i++)
		noise[i] *= 2;
	ok(score_of_fixed(1) == first, "noise of the clock is nobody's time");
}

static void test_clairvoyant(void)
{
	double more;

	for (int64_t i = 0; i < N; i++)
		for (int32_t t = 1; t <= N_TILES; t++)
			if (t == 1 || true_us(&io, t, i) < true_us(&io, tile[i], i))
				tile[i] = t;
	more = compute(&io, figures) - bound(&io);
	ok(figures[0] > 1, "a clairvoyant takes several tiles");
	ok(fabs(more - 1000 * (figures[0] - 1) / N) < 1e-9,
	   "and is above the bound by first uses alone");
	ok(figures[3] > 0 && fabs(figures[3] * bound(&io) - more) < 1e-9,
	   "which is its regret");
}

static void test_shown(void)
{
	score_of_fixed(7);
	next(&io, 5);
	ok(took_now == took_ns(&io, 4), "a step is shown what the one before took");
	tile[4] = N_TILES + 1;
	ok(tile_at(&io, 4) == 1, "what is no tile stands for the first");
}

int main(void)
{
	prepare(&io, 7);
	test_fixed();
	test_clairvoyant();
	test_shown();
	return done();
}
