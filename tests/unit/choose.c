/* SPDX-License-Identifier: MIT
 *
 * The choice of labs/matmul:layer_dispatch: for each product of its list, and on GPUs
 * of several sizes, a kernel that can do it, and the one that the model says is
 * fastest.
 */
#include "../../labs/matmul/choose.h"

#include "tap.h"

#define MOST_LINES 100

static struct product list[MOST_LINES];
static int n_list;

static int read_list(const char *path)
{
	FILE *f = fopen(path, "r");
	char line[256];

	if (!f)
		return -1;
	while (fgets(line, sizeof(line), f) && n_list < MOST_LINES) {
		long long m, n, k;

		if (*line != '#' && sscanf(line, "%lld %lld %lld", &m, &n, &k) == 3)
			list[n_list++] = (struct product){ m, n, k, 132, H200_MEMORY };
	}
	return fclose(f);
}

static int is_sound(const struct product *p, const struct choice *c)
{
	const struct way *w = &ways[c->way];

	if (c->parts < 1 || c->parts > MOST_PARTS || !isfinite(c->us) || c->us <= 0)
		return 0;
	return c->parts == 1 || (w->kind == WAY_SPLIT && split_fits(w, c->parts) &&
				 c->parts * INT64_C(64) < p->k + 64);
}

static int is_least(const struct product *p, const struct choice *c)
{
	for (int i = 0; i < N_WAYS; i++)
		for (int parts = 1; parts <= MOST_PARTS; parts++)
			if (way_us(&ways[i], p, parts) < c->us)
				return 0;
	return 1;
}

/* How many of the list's products get a sound and fastest choice with n_sm SMs. */
static int n_good(int n_sm)
{
	int n = 0;

	for (int i = 0; i < n_list; i++) {
		struct product p = list[i];
		struct choice c;

		p.n_sm = n_sm;
		c = choose(&p);
		n += is_sound(&p, &c) && is_least(&p, &c);
	}
	return n;
}

/* A lower bound of the time: all bytes once, or all products at full rate. */
static double least_us(const struct product *p)
{
	double steps = (double)ways_ceil(p->k, 64);
	double products = (double)(p->m * p->n) * steps / (AREA * p->n_sm);

	return fmax(memory_us(p), products);
}

/* Is the model's time, without the ends of a launch, within 1 / share of the bound? */
static int is_near(const struct product *p, double share)
{
	return choose(p).us <= SPLIT_START + SPLIT_SEND + 0.5 + least_us(p) / share;
}

static int n_near(void)
{
	int n = 0;

	for (int i = 0; i < n_list; i++)
		n += is_near(&list[i], 0.6);
	return n;
}

/* Counts numbers of tokens, of each layer in the list, that no tile serves well. */
static int n_cliffs(void)
{
	int n = 0;

	for (int i = 0; i < n_list; i++)
		for (int64_t m = 65; m <= 1280; m++) {
			struct product p = list[i];

			p.m = m;
			n += !is_near(&p, 0.55);
		}
	return n;
}

/* Counts products that the contract allows: rows start at multiples of 16 bytes. */
static int n_allowed(void)
{
	int n = 0;

	for (int i = 0; i < n_list; i++)
		n += list[i].m > 0 && list[i].n % 8 == 0 && list[i].k % 8 == 0;
	return n;
}

/* Does the model allow tiles of 8 tokens that are cut into `parts`? */
static int is_possible(int64_t m, int64_t k, int parts)
{
	const struct way w = { WAY_SPLIT, 8, 64, 1, 4 };
	struct product p = { m, 1024, k, 132, H200_MEMORY };

	return isfinite(way_us(&w, &p, parts));
}

static const struct way *chosen(int64_t m, int64_t n, int64_t k)
{
	struct product p = { m, n, k, 132, H200_MEMORY };

	return &ways[choose(&p).way];
}

int main(void)
{
	struct product tiny = { 1, 8, 8, 132, H200_MEMORY };
	struct product narrow = { 8, 512, 8192, 132, H200_MEMORY };
	struct product short_sums = { 1, 4096, 1024, 132, H200_MEMORY };
	struct choice c = choose(&tiny);

	ok(read_list("labs/matmul/shapes.txt") == 0, "the list is there");
	ok(n_list == 60, "60 products");
	ok(n_allowed() == n_list, "each of them is one of the workload's");
	ok(n_good(132) == n_list,
	   "each gets a kernel that can do it, the least by time");
	ok(n_good(78) == n_list && n_good(148) == n_list, "on other GPUs, too");
	ok(n_near() == n_list, "within 0.6 of what no kernel can beat, but for ends");
	ok(n_cliffs() == 0, "65 to 1280 tokens: within 0.55, one by one");
	ok(is_sound(&tiny, &c), "8 products of 8");
	ok(chosen(1, 4096, 4096)->kind == WAY_SPLIT, "one token: weights come first");
	ok(chosen(1, 4096, 4096)->tokens == 8, "with the least of room for tokens");
	ok(chosen(8192, 8192, 8192)->kind != WAY_SPLIT,
	   "many tokens: blocks that stay");
	ok(choose(&narrow).parts > 1, "few tiles, long sums: k is divided");
	ok(choose(&short_sums).parts == 1, "short sums: to meet would cost more");
	ok(chosen(300, 4096, 1024)->kind == WAY_SPLIT,
	   "short sums of many tokens: ends count for more than steps");
	ok(is_possible(8, 1024, 4) && !is_possible(8, 256, 4),
	   "no more parts than steps");
	ok(is_possible(8, 1024, 1) && !is_possible(1 << 20, 1024, 1),
	   "no more blocks than a grid has");
	ok(!split_fits(&(struct way){ WAY_SPLIT, 256, 128, 1, 1 }, 3),
	   "sums that shared memory cannot hold");
	return done();
}
