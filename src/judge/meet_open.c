/* SPDX-License-Identifier: MIT
 *
 * meet_open.c - how the judges of several nodes find each other.
 *
 * Each end sends a nonce and gets back the hash of the token, the nonce and the peer's
 * role: an eavesdropper learns nothing that would let it in.
 */
#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/hash.h"
#include "door.h"

#define HELLO_NS     INT64_C(5000000000) /* the longest that a stranger may take */
#define MEETING_NS   INT64_C(600000000000)
#define PAUSE_NS     100000000
#define PROTOCOL     1
#define KEEP_IDLE_S  10
#define KEEP_EVERY_S 5
#define KEEP_TIMES   4

/* The message of a node that comes, and node 0's answer. */
struct hello {
	uint32_t protocol, node, n_nodes;
	char nonce[33], proof[65], words[65], program[65];
};

struct welcome {
	uint32_t is_welcome;
	struct aisp_seed seed;
	char proof[65], why[160];
};

void aisp_meet_proof(const char token[65], const char *nonce, const char *role,
		     char proof[65])
{
	char text[200];

	snprintf(text, sizeof(text), "%.64s %.40s %.40s", token, nonce, role);
	aisp_hash_text(text, proof);
}

static int new_nonce(char nonce[33], struct aisp_err *err)
{
	struct aisp_seed bits;

	if (aisp_seed_new(&bits, err))
		return -1;
	aisp_seed_format(&bits, nonce);
	return 0;
}

static int find_address(const char *endpoint, struct sockaddr_in *at,
			struct aisp_err *err)
{
	const struct addrinfo want = { .ai_family = AF_INET,
				       .ai_socktype = SOCK_STREAM };
	const char *colon = endpoint ? strrchr(endpoint, ':') : NULL;
	struct addrinfo *found = NULL;
	char host[256];
	int rc;

	if (!colon || colon == endpoint || colon - endpoint >= (int)sizeof(host))
		return aisp_err_usage(err, "--rdzv-endpoint %s: want HOST:PORT",
				      endpoint ? endpoint : "");
	snprintf(host, sizeof(host), "%.*s", (int)(colon - endpoint), endpoint);
	rc = getaddrinfo(host, colon + 1, &want, &found);
	if (rc)
		return aisp_err_usage(err, "--rdzv-endpoint %s: %s", endpoint,
				      gai_strerror(rc));
	memcpy(at, found->ai_addr, sizeof(*at));
	freeaddrinfo(found);
	return 0;
}

/* Notice a node that stands still or whose wire is cut. */
static void tune(int fd)
{
	const int yes = 1, idle = KEEP_IDLE_S, every = KEEP_EVERY_S, n = KEEP_TIMES;
	const unsigned most_ms = 1000u * KEEP_EVERY_S * KEEP_TIMES;

	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
	setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &yes, sizeof(yes));
	setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof(idle));
	setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &every, sizeof(every));
	setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &n, sizeof(n));
	setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &most_ms, sizeof(most_ms));
}

static void note_here(struct aisp_meet *m, int fd)
{
	struct sockaddr_in us = { 0 };
	socklen_t size = sizeof(us);

	if (!getsockname(fd, (struct sockaddr *)&us, &size))
		m->here = us.sin_addr.s_addr;
}

/* NULL if the node is what it says, or why it may not come in. */
static const char *examine(const struct aisp_meet *m, const struct aisp_rendezvous *r,
			   const struct hello *h, const char *nonce)
{
	char proof[65];

	aisp_meet_proof(m->token, nonce, "come", proof);
	if (h->protocol != PROTOCOL || memcmp(h->proof, proof, sizeof(proof)) != 0)
		return "its token is another";
	if (memcmp(h->program, r->program, sizeof(h->program)) != 0)
		return "its aisp is another program";
	if (memcmp(h->words, r->words, sizeof(h->words)) != 0)
		return "its command line asks for something else";
	if (h->n_nodes != (uint32_t)m->n_nodes || !h->node || h->node >= h->n_nodes)
		return "it has no number among these nodes";
	return m->fd[h->node] >= 0 ? "its number is another node's" : NULL;
}

static void refuse(struct aisp_meet *m, const char *name, const char *why)
{
	snprintf(m->refused, sizeof(m->refused), "%s was refused: %s", name, why);
}

static int greet(struct aisp_guest *g)
{
	return new_nonce(g->nonce, NULL) ||
	       send(g->fd, g->nonce, sizeof(g->nonce), MSG_NOSIGNAL | MSG_DONTWAIT) !=
		       (ssize_t)sizeof(g->nonce);
}

/* True if the guest is one of our nodes; a stranger is told why it is not. */
static bool receive_one(struct aisp_meet *m, const struct aisp_rendezvous *r,
			const struct aisp_guest *g, const struct aisp_seed *seed)
{
	struct welcome w = { .is_welcome = 1 };
	struct aisp_meet other = { .node = 1, .fd = { g->fd }, .limit_ns = HELLO_NS };
	struct hello h;
	const char *why;

	if (aisp_meet_receive(&other, 0, &h, sizeof(h), NULL))
		return false;
	h.nonce[32] = '\0';
	why = examine(m, r, &h, g->nonce);
	if (why) {
		refuse(m, g->name, why);
		w = (struct welcome){ 0 };
		snprintf(w.why, sizeof(w.why), "%s", why);
		aisp_meet_send(&other, 0, &w, sizeof(w), NULL);
		return false;
	}
	w.seed = *seed;
	aisp_meet_proof(m->token, h.nonce, "welcome", w.proof);
	if (aisp_meet_send(&other, 0, &w, sizeof(w), NULL))
		return false;
	snprintf(m->name[h.node], sizeof(m->name[h.node]), "%s", g->name);
	m->fd[h.node] = g->fd;
	return true;
}

static int listen_at(const struct sockaddr_in *at, const char *endpoint,
		     struct aisp_err *err)
{
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	const int yes = 1;

	if (fd >= 0) {
		setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
		if (!bind(fd, (const struct sockaddr *)at, sizeof(*at)) &&
		    !listen(fd, AISP_MAX_NODES))
			return fd;
	}
	aisp_err_errno(err, "node 0 cannot listen at %s", endpoint);
	if (fd >= 0)
		close(fd);
	return -1;
}

static int not_all(const struct aisp_meet *m, const struct aisp_rendezvous *r, int n,
		   struct aisp_err *err)
{
	return aisp_err_set(err, "%d of %d nodes came to %s within %.3g s%s%s", n,
			    m->n_nodes, r->endpoint, (double)r->limit_ns / 1e9,
			    m->refused[0] ? "; " : "", m->refused);
}

static int await_at(struct aisp_door *door, struct aisp_meet *m,
		    const struct aisp_rendezvous *r, const struct aisp_seed *seed,
		    struct aisp_err *err)
{
	int64_t until_ns = aisp_now_ns() + r->limit_ns;
	struct aisp_guest g;

	for (int n = 1; n < m->n_nodes;) {
		if (!aisp_door_next(door, until_ns, &g)) {
			if (door->silent[0] && !m->refused[0])
				refuse(m, door->silent,
				       "it said nothing that a node says");
			return not_all(m, r, n, err);
		}
		tune(g.fd);
		if (receive_one(m, r, &g, seed)) {
			note_here(m, g.fd);
			n++;
		} else {
			close(g.fd);
		}
	}
	return 0;
}

static int await_nodes(struct aisp_meet *m, const struct aisp_rendezvous *r,
		       int listener, const struct aisp_seed *seed, struct aisp_err *err)
{
	struct aisp_door door = { .listener = listener,
				  .n_bytes = sizeof(struct hello),
				  .greet = greet };
	int rc = await_at(&door, m, r, seed, err);

	aisp_door_shut(&door);
	return rc;
}

static int connect_until(const struct sockaddr_in *at, const struct aisp_rendezvous *r,
			 struct aisp_err *err)
{
	const struct timespec pause = { 0, PAUSE_NS };
	int64_t until_ns = aisp_now_ns() + r->limit_ns;

	do {
		int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

		if (fd < 0)
			break;
		if (!connect(fd, (const struct sockaddr *)at, sizeof(*at)))
			return fd;
		close(fd);
		nanosleep(&pause, NULL);
	} while (aisp_now_ns() < until_ns);
	return aisp_err_errno(err, "node 0 is not at %s", r->endpoint);
}

static int come(struct aisp_meet *m, const struct aisp_rendezvous *r,
		struct aisp_seed *seed, struct aisp_err *err)
{
	struct hello h = { .protocol = PROTOCOL,
			   .node = (uint32_t)m->node,
			   .n_nodes = (uint32_t)m->n_nodes };
	struct welcome w;
	char nonce[33], proof[65];

	if (new_nonce(h.nonce, err) ||
	    aisp_meet_receive(m, 0, nonce, sizeof(nonce), err))
		return -1;
	nonce[32] = '\0';
	aisp_meet_proof(m->token, nonce, "come", h.proof);
	memcpy(h.words, r->words, sizeof(h.words));
	memcpy(h.program, r->program, sizeof(h.program));
	if (aisp_meet_send(m, 0, &h, sizeof(h), err) ||
	    aisp_meet_receive(m, 0, &w, sizeof(w), err))
		return -1;
	w.why[sizeof(w.why) - 1] = '\0';
	if (!w.is_welcome)
		return aisp_err_set(err, "node 0 at %s refuses this node: %s",
				    r->endpoint, w.why);
	aisp_meet_proof(m->token, h.nonce, "welcome", proof);
	if (memcmp(proof, w.proof, sizeof(proof)) != 0)
		return aisp_err_set(err, "who answers at %s does not know the token",
				    r->endpoint);
	*seed = w.seed;
	return 0;
}

static int begin(struct aisp_meet *m, const struct aisp_rendezvous *r,
		 struct aisp_seed *seed, struct aisp_err *err)
{
	struct sockaddr_in at;
	int fd, rc;

	if (find_address(r->endpoint, &at, err))
		return -1;
	if (m->node) {
		m->fd[0] = connect_until(&at, r, err);
		if (m->fd[0] < 0)
			return -1;
		inet_ntop(AF_INET, &at.sin_addr, m->name[0], sizeof(m->name[0]));
		tune(m->fd[0]);
		note_here(m, m->fd[0]);
		return come(m, r, seed, err);
	}
	fd = listen_at(&at, r->endpoint, err);
	rc = fd < 0 ? -1 : await_nodes(m, r, fd, seed, err);
	if (fd >= 0)
		close(fd);
	return rc;
}

int aisp_meet_open(struct aisp_meet *m, const struct aisp_rendezvous *r,
		   struct aisp_seed *seed, struct aisp_err *err)
{
	*m = (struct aisp_meet){ .node = r->node,
				 .n_nodes = r->n_nodes,
				 .limit_ns = MEETING_NS };
	for (int i = 0; i < AISP_MAX_NODES; i++)
		m->fd[i] = -1;
	if (aisp_hash_file(r->token_file, m->token, err)) {
		if (err)
			err->is_usage = true;
		return -1;
	}
	if (!begin(m, r, seed, err))
		return 0;
	aisp_meet_close(m);
	return -1;
}
