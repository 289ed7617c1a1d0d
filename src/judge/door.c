/* SPDX-License-Identifier: MIT */
#include <arpa/inet.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "door.h"

#define HELLO_NS INT64_C(5000000000) /* the longest that a guest may take, */
#define CROWD_NS (HELLO_NS / 2)      /* less this, if others may wait outside */

static void forget(struct aisp_door *d, int i)
{
	d->n--;
	memmove(d->guests + i, d->guests + i + 1,
		(size_t)(d->n - i) * sizeof(*d->guests));
}

static void send_away(struct aisp_door *d, int i)
{
	memcpy(d->silent, d->guests[i].name, sizeof(d->silent));
	close(d->guests[i].fd);
	forget(d, i);
}

/* Accept one; poll() reports it when all its words are there, or it is gone. */
static void let_in(struct aisp_door *d)
{
	struct sockaddr_in from = { 0 };
	socklen_t size = sizeof(from);
	const int n_bytes = (int)d->n_bytes;
	struct aisp_guest g = {
		.fd = accept4(d->listener, (struct sockaddr *)&from, &size,
			      SOCK_CLOEXEC),
		.until_ns = aisp_now_ns() + HELLO_NS,
	};

	if (g.fd < 0)
		return;
	inet_ntop(AF_INET, &from.sin_addr, g.name, sizeof(g.name));
	setsockopt(g.fd, SOL_SOCKET, SO_RCVLOWAT, &n_bytes, sizeof(n_bytes));
	d->guests[d->n++] = g;
	if (d->greet && d->greet(&d->guests[d->n - 1]))
		send_away(d, d->n - 1);
}

/* Are all of its words there?  They stay in the socket. */
static bool has_spoken(const struct aisp_door *d, int i)
{
	char words[512];
	size_t n = d->n_bytes < sizeof(words) ? d->n_bytes : sizeof(words);

	return recv(d->guests[i].fd, words, n, MSG_PEEK | MSG_DONTWAIT) == (ssize_t)n;
}

/* No guest is sent away for a new one: strangers in a hurry would drive out a peer that
 * has to answer first. */
static int64_t patience_ends_ns(const struct aisp_door *d, int i)
{
	return d->guests[i].until_ns - (d->n == AISP_MAX_GUESTS ? CROWD_NS : 0);
}

/* Wait until a guest comes, speaks, goes, or has been here for too long. */
static void wait_for_any(struct aisp_door *d, int64_t until_ns)
{
	struct pollfd p[AISP_MAX_GUESTS + 1];
	int64_t left_ms;
	int n = d->n;

	for (int i = 0; i < n; i++) {
		p[i] = (struct pollfd){ d->guests[i].fd, POLLIN, 0 };
		if (patience_ends_ns(d, i) < until_ns)
			until_ns = patience_ends_ns(d, i);
	}
	p[n] = (struct pollfd){ n == AISP_MAX_GUESTS ? -1 : d->listener, POLLIN, 0 };
	left_ms = (until_ns - aisp_now_ns()) / 1000000 + 1;
	if (poll(p, (nfds_t)n + 1, left_ms > 0 ? (int)left_ms : 0) <= 0)
		return;
	for (int i = n - 1; i >= 0; i--)
		if (p[i].revents && !has_spoken(d, i))
			send_away(d, i);
	if (p[n].revents)
		let_in(d);
}

bool aisp_door_next(struct aisp_door *d, int64_t until_ns, struct aisp_guest *g)
{
	do {
		for (int i = d->n - 1; i >= 0; i--) {
			if (has_spoken(d, i)) {
				const int one = 1;

				*g = d->guests[i];
				forget(d, i);
				setsockopt(g->fd, SOL_SOCKET, SO_RCVLOWAT, &one,
					   sizeof(one));
				return true;
			}
			if (patience_ends_ns(d, i) < aisp_now_ns())
				send_away(d, i);
		}
		wait_for_any(d, until_ns);
	} while (aisp_now_ns() < until_ns);
	return false;
}

void aisp_door_shut(struct aisp_door *d)
{
	while (d->n)
		send_away(d, d->n - 1);
}
