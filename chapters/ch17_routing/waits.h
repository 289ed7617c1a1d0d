/* SPDX-License-Identifier: MIT
 *
 * waits.h - the simulator by which route is judged: when each request is done, and a
 * lower bound of the mean wait.  workload_route.h includes it.
 */
#ifndef WAITS_H
#define WAITS_H

#include "percentile.h"

static struct fleet fleet_new(const int64_t *p)
{
	void *memory = calloc(1, fleet_bytes(p[REPLICAS], p[KEEPS]));

	return fleet_at(memory, p[REPLICAS], p[KEEPS]);
}

/* The answer to a step; an invalid replica stands for the first. */
static int64_t replica_at(const struct aisp_io *io, int64_t step)
{
	int32_t got = ((const int32_t *)io->out[REPLICA].data)[step];

	return got >= 0 && got < io->param[REPLICAS] ? got : 0;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	struct fleet f = fleet_new(io->param);

	for (int64_t i = 0; i < first + n && f.free_at; i++) {
		int64_t replica = replica_at(io, i);
		struct job j = job_of(io, i);
		int64_t done = fleet_serve(&f, replica, &j);

		if (i < first)
			continue;
		ref[i - first] = o == DONE ? (double)done : (double)replica;
		mag[i - first] = 1;
	}
	free(f.free_at);
}

static double compute(const struct aisp_io *io, double *figures)
{
	int64_t n = io->param[REQUESTS];
	double *us = malloc((size_t)n * sizeof(*us)), sum = 0, n_found = 0;
	struct fleet f = fleet_new(io->param);

	for (int64_t i = 0; i < n && us && f.free_at; i++) {
		int64_t replica = replica_at(io, i);
		struct job j = job_of(io, i);

		n_found += fleet_find(&f, replica, j.prefix) < f.keeps;
		us[i] = (double)(fleet_serve(&f, replica, &j) - j.arrival);
		sum += us[i];
	}
	if (us && f.free_at) {
		figures[0] = percentile_99(us, n);
		figures[1] = n_found / (double)n;
	}
	free(us);
	free(f.free_at);
	return sum / (double)n;
}

/* Remaining work of the requests that have arrived. */
struct pool {
	double *left, now;
	int64_t n;
	double sum; /* of the times at which requests were done */
};

/* One server as fast as all together works until then, the shortest request first. */
static void work_until(struct pool *q, double until, double speed)
{
	while (q->n && q->now < until) {
		int64_t s = 0;
		double can;

		for (int64_t k = 1; k < q->n; k++)
			s = q->left[k] < q->left[s] ? k : s;
		can = (until - q->now) * speed;
		if (q->left[s] > can) {
			q->left[s] -= can;
			break;
		}
		q->now += q->left[s] / speed;
		q->sum += q->now;
		q->left[s] = q->left[--q->n];
	}
	q->now = until;
}

/*
 * Every prefix is found, and no request takes less than its own work; nor is the mean
 * below that of a server as fast as all replicas together that always runs the request
 * with the least work left (L. Schrage, Operations Research 16, 1968).
 */
static double bound(const struct aisp_io *io)
{
	int64_t n = io->param[REQUESTS];
	struct pool q = { .left = malloc((size_t)n * sizeof(double)) };
	double own = 0, arrivals = 0;

	for (int64_t i = 0; i < n && q.left; i++) {
		struct job j = job_of(io, i);

		work_until(&q, (double)j.arrival, (double)io->param[REPLICAS]);
		q.left[q.n++] = j.own;
		own += j.own;
		arrivals += (double)j.arrival;
	}
	if (q.left)
		work_until(&q, INFINITY, (double)io->param[REPLICAS]);
	free(q.left);
	return fmax(own, q.sum - arrivals) / (double)n;
}

#endif
