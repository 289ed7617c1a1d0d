/* SPDX-License-Identifier: MIT
 *
 * links_across.c - streams between ranks on several hosts.
 *
 * They use the addresses by which the judges reach each other, and are new for each
 * launch, so that no data of one reach the next.  A peer that connects proves that it
 * knows the token.
 */
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "door.h"
#include "links.h"
#include "ring.h"

#define COMING_NS INT64_C(60000000000)

/* The first message of a stream, and the only one that is not a rank's. */
struct hello {
	int32_t from, to; /* ranks */
	char proof[65];
};

static void prove(const struct aisp_meet *m, int from, int to, char proof[65])
{
	char which[40];

	snprintf(which, sizeof(which), "%d %d", from, to);
	aisp_meet_proof(m->token, which, "link", proof);
}

static struct aisp_launch *rank_here(struct aisp_launch *l, int rank)
{
	while (l && l->rank != rank)
		l = l->next_rank;
	return l;
}

static void keep(struct aisp_launch *m, int peer, int fd)
{
	aisp_links_hurry(fd);
	m->links[peer] = fd;
}

static int connect_one(struct aisp_launch *m, int peer, const struct aisp_meet *meet,
		       const struct sockaddr_in *at, struct aisp_err *err)
{
	struct hello h = { .from = m->rank, .to = peer };
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	prove(meet, h.from, h.to, h.proof);
	if (fd >= 0 && !connect(fd, (const struct sockaddr *)at, sizeof(*at)) &&
	    send(fd, &h, sizeof(h), MSG_NOSIGNAL) == (ssize_t)sizeof(h)) {
		keep(m, peer, fd);
		return 0;
	}
	aisp_err_errno(err, "a stream from rank %d to rank %d", m->rank, peer);
	if (fd >= 0)
		close(fd);
	return -1;
}

static int connect_all(struct aisp_launch *l, const struct aisp_meet *meet,
		       const struct sockaddr_in *at, struct aisp_err *err)
{
	const struct aisp_rank_spec *ranks = &l->buffers->problem.ranks;

	for (struct aisp_launch *m = l; m; m = m->next_rank)
		for (int peer = 0; peer < ranks->n; peer++) {
			int node = aisp_node_of(ranks, peer);

			if (node < meet->node &&
			    connect_one(m, peer, meet, &at[node], err))
				return -1;
		}
	return 0;
}

/* Take the stream if its proof and ranks are right; a stranger has no proof. */
static bool take_one(struct aisp_launch *l, const struct aisp_meet *meet, int fd)
{
	struct aisp_launch *m;
	char proof[65];
	struct hello h;

	if (recv(fd, &h, sizeof(h), MSG_DONTWAIT) != (ssize_t)sizeof(h))
		return false;
	prove(meet, h.from, h.to, proof);
	m = rank_here(l, h.to);
	if (memcmp(proof, h.proof, sizeof(proof)) != 0 || !m || h.from < 0 ||
	    h.from >= l->buffers->problem.ranks.n || m->links[h.from])
		return false;
	keep(m, h.from, fd);
	return true;
}

/* How many streams come from the nodes after this one. */
static int n_coming(const struct aisp_launch *l, const struct aisp_meet *meet)
{
	const struct aisp_rank_spec *ranks = &l->buffers->problem.ranks;
	int n_each = ranks->n / ranks->n_nodes;

	return n_each * n_each * (ranks->n_nodes - 1 - meet->node);
}

static int accept_all(struct aisp_launch *l, const struct aisp_meet *meet, int listener,
		      struct aisp_err *err)
{
	struct aisp_door door = { .listener = listener,
				  .n_bytes = sizeof(struct hello) };
	int64_t until_ns = aisp_now_ns() + COMING_NS;
	struct aisp_guest g;
	int n = n_coming(l, meet);

	while (n && aisp_door_next(&door, until_ns, &g)) {
		if (take_one(l, meet, g.fd))
			n--;
		else
			close(g.fd);
	}
	aisp_door_shut(&door);
	return n ? aisp_err_set(err, "%d streams from ranks did not come", n) : 0;
}

int aisp_links_across(struct aisp_launch *l, struct aisp_meet *meet,
		      struct aisp_err *err)
{
	struct sockaddr_in ours, all[AISP_MAX_NODES];
	int listener = aisp_links_listen(meet->here, &ours), rc;

	if (listener < 0)
		return aisp_err_errno(err, "a port for streams between ranks");
	rc = aisp_meet_all(meet, AISP_AT_LINKS, &ours, sizeof(ours), all, err);
	if (rc > 0)
		aisp_launch_end_as(l, &meet->failure);
	if (!rc)
		rc = connect_all(l, meet, all, err);
	if (!rc)
		rc = accept_all(l, meet, listener, err);
	close(listener);
	return rc ? -1 : 0;
}
