/* SPDX-License-Identifier: MIT
 *
 * Which tile each product of a stream is cut into: C = A B for m rows, not known
 * beforehand.  Arithmetic predicts the time of a tile; a clock measures the real time
 * after the product, with noise.  A tile's first use costs the time to load it.  Judged
 * by the time of all products, first uses included; the rest is regret.
 */
#include <aisp/draw.h>
#include <aisp/episode.h>
#include <stdbool.h>
#include <string.h>

enum { PRODUCTS, COLS, DEPTH, LOAD_US, UNKNOWN, NOISY };
enum { M, FACTOR, NOISE, TOOK_NS, AT };
enum { TILE, SEEN_NS };

#include "tiles.h"

#define N_KINDS   4     /* of m */
#define MOST_M    8192  /* rows of a product */
#define MOST_SIDE 65536 /* of B */
#define KEPT      8192  /* bytes that a policy keeps between steps */

/* Adds an input that only the judge knows. */
static void add_hidden(struct aisp_problem *pr, const char *name, int64_t n)
{
	struct aisp_spec s = { name, AISP_I32, 1, { n }, AISP_FILL_INDEX, INT32_MAX };

	s.is_hidden = 1;
	aisp_add_in(pr, s);
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t n = p[PRODUCTS];
	struct aisp_spec m = { "m", AISP_I32, 1, { n }, AISP_FILL_INDEX, MOST_M + 1 };
	struct aisp_spec took = { "took_ns",       AISP_I64,  1,           { 1 },
				  AISP_FILL_INDEX, INT32_MAX, .by_next = 1 };

	m.by_step = 1;
	aisp_add_in(pr, m);
	add_hidden(pr, "factor", (int64_t)N_TILES * N_KINDS);
	add_hidden(pr, "noise", n);
	aisp_add_in(pr, took);
	aisp_add_steps(pr, n);
	aisp_add_out(
		pr, (struct aisp_spec){
			    "tile", AISP_I32, 1, { n }, .is_choice = 1, .by_step = 1 });
	aisp_add_out(pr,
		     (struct aisp_spec){ "seen_ns", AISP_I64, 1, { n }, .by_step = 1 });
	pr->workspace_bytes = KEPT;
	pr->bytes = 24 * (double)p[PRODUCTS];
	pr->bound_by = "what comes next";
	if (p[PRODUCTS] < 2 || p[COLS] < 1 || p[DEPTH] < 1 || p[COLS] > MOST_SIDE ||
	    p[DEPTH] > MOST_SIDE || p[LOAD_US] < 0 || p[LOAD_US] > 1000000 ||
	    p[UNKNOWN] < 0 || p[UNKNOWN] > 1000 || p[NOISY] < 0 || p[NOISY] > 50)
		pr->invalid = "products must be 2 or more, cols and depth 1 to 65536, "
			      "load_us 0 to 1000000, unknown 0 to 1000, noisy 0 to 50";
}

#include "stream.h"

static const struct aisp_score score = {
	.name = "us a product",
	.figures = { "tiles tried", "time of first uses, of all",
		     "best fixed tile in hindsight, us a product",
		     "regret, of what a clairvoyant needs" },
	.compute = compute,
	.bound = bound,
};

static const struct aisp_workload workload = {
	.abi = AISP_ABI,
	.title = "tiles for products of any m",
	.n_params = 6,
	.params = { { "products", 61, 2000, 8000, "products of an episode" },
		    { "cols", 1536, 4096, 8192, "columns of B and C" },
		    { "depth", 768, 4096, 8192, "columns of A, rows of B" },
		    { "load_us", 100, 1000, 1000, "time of a tile's first use" },
		    { "unknown", 60, 60, 60,
		      "what a tile may take beyond arithmetic, in %" },
		    { "noisy", 5, 5, 5, "noise of the clock, in % up and down" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
	.score = &score,
	.next = next,
};
