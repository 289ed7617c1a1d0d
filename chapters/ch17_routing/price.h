/* SPDX-License-Identifier: MIT
 *
 * price.h - the cost of tokens in time on machines of two kinds, and its lower bound.
 * workload_hetero.h includes it.
 */
#ifndef PRICE_H
#define PRICE_H

/* Seconds of all machines, first to last request, in machines of the first kind. */
static double paid_s(const struct aisp_io *io)
{
	const int64_t *p = io->param;
	struct cluster c = cluster_of(io);
	struct server s = all_of(&c);
	double first = (double)n_first_kind(p);

	return span_s(&s) *
	       (first + ((double)p[MACHINES] - first) * (double)p[PRICE] / 100);
}

/* One token is added: no price divides by zero. */
static double price(const struct aisp_io *io, double *figures)
{
	return 1e6 * paid_s(io) / (1 + tally_cluster(io, figures).tokens_in_time);
}

/* A request's tokens, and their price at given prices of time. */
struct offer {
	double price, tokens;
};

static int compare_offers(const void *a, const void *b)
{
	const struct offer *x = a, *y = b;
	double d = x->price * y->tokens - y->price * x->tokens;

	return (d > 0) - (d < 0);
}

/*
 * Most tokens that fit into this room if a nanosecond of the kinds costs 1 - share and
 * share: each part of a request goes where it is cheaper, weights are read for nothing,
 * requests with the most tokens for their price are first, and the last is cut.
 */
static double tokens_at(const struct server kind[2], const double room_ns[2],
			double share, struct offer *o)
{
	double left = (1 - share) * room_ns[0] + share * room_ns[1], n = 0;

	for (int64_t i = 0; i < kind[0].n; i++) {
		o[i].price = fmin((1 - share) * least_fill_ns(&kind[0], i),
				  share * least_fill_ns(&kind[1], i)) +
			     fmin((1 - share) * least_make_ns(&kind[0], i),
				  share * least_make_ns(&kind[1], i));
		o[i].tokens = kind[0].output[i];
	}
	qsort(o, (size_t)kind[0].n, sizeof(*o), compare_offers);
	for (int64_t i = 0; i < kind[0].n && left > 0; i++) {
		n += o[i].tokens * fmin(1, left / fmax(o[i].price, 1e-300));
		left -= o[i].price;
	}
	return n;
}

#define SHARES 64

/*
 * A linear programme gives parts of requests to kinds of machines so that most tokens
 * are made.  Whatever prices its two limits have, none makes more than is made at these
 * prices (weak duality); the best of some prices is taken.
 */
static double least_price(const struct aisp_io *io)
{
	struct cluster c = cluster_of(io);
	struct server kind[2] = { all_of(&c), all_of(&c) };
	struct offer *o = calloc((size_t)c.n, sizeof(*o));
	struct limits l = limits_of(io);
	double first = (double)n_first_kind(io->param), best = INFINITY, room[2];

	kind[1].costs = c.costs[c.n_machines - 1];
	room[0] = first * time_ns(&kind[0], &l);
	room[1] = ((double)c.n_machines - first) * time_ns(&kind[0], &l);
	for (int k = 1; k < SHARES && o; k++)
		best = fmin(best, tokens_at(kind, room, (double)k / SHARES, o));
	free(o);
	return 1e6 * paid_s(io) / (1 + best);
}

#endif
