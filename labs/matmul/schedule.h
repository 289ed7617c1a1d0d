/* SPDX-License-Identifier: MIT
 *
 * schedule.h - which cluster takes which steps of k of which tile.  Clusters take whole
 * tiles in rounds, then shares of the steps of those that are left, one share after the
 * other through all of them, so that a share may begin and end within a tile.  Of what
 * it has of tiles that another began, each share has one piece at most: its first.
 */
#ifndef SCHEDULE_H
#define SCHEDULE_H

/* First whole tiles in rounds, then n_shared that are cut into n_parts shares. */
struct schedule {
	int n_whole, n_k, n_clusters;
	int n_shared, n_parts;
};

/* Steps [from, to) of a tile. */
struct piece {
	int tile, from, to;
};

/* Where a cluster is: whole tiles from `tile` on, then steps [at, end) of the rest. */
struct cursor {
	int tile, at, end;
};

/* The first step of share g, in steps of all shared tiles. */
static __host__ __device__ int share_begin(const struct schedule &q, int g)
{
	return q.n_shared * q.n_k * (g < q.n_parts ? g : q.n_parts) / q.n_parts;
}

/*
 * Shares are numbered against clusters.  Blocks start in their order, so that those
 * with the shares behind an owner's started before it, and it never waits for a cluster
 * that has not begun.
 */
static __host__ __device__ int share_of(const struct schedule &q, int cluster)
{
	return q.n_clusters - 1 - cluster;
}

static __host__ __device__ struct cursor first_piece(const struct schedule &q,
						     int cluster)
{
	int g = share_of(q, cluster);

	return { cluster, share_begin(q, g), share_begin(q, g + 1) };
}

static __host__ __device__ bool next_piece(const struct schedule &q, struct cursor *c,
					   struct piece *p)
{
	int tile = c->at / q.n_k, begin = tile * q.n_k;
	int end = c->end < begin + q.n_k ? c->end : begin + q.n_k;

	if (c->tile < q.n_whole) {
		*p = { c->tile, 0, q.n_k };
		c->tile += q.n_clusters;
		return true;
	}
	*p = { q.n_whole + tile, c->at - begin, end - begin };
	c->at = end;
	return p->from < p->to;
}

#endif
