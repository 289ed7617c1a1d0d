/* SPDX-License-Identifier: MIT */
#include <sys/socket.h>
#include <unistd.h>

#include "links.h"

/* The peer must be our own socket: any process on this host can connect. */
static int accept_ours(int listener, int ours)
{
	struct sockaddr_in us = { 0 }, them = { 0 };
	socklen_t size = sizeof(us), its_size = sizeof(them);
	int fd = accept4(listener, (struct sockaddr *)&them, &its_size, SOCK_CLOEXEC);

	if (fd < 0)
		return -1;
	if (!getsockname(ours, (struct sockaddr *)&us, &size) &&
	    us.sin_port == them.sin_port && us.sin_addr.s_addr == them.sin_addr.s_addr)
		return fd;
	close(fd);
	return -1;
}

static int connect_pair(int fd[2], struct aisp_err *err)
{
	struct sockaddr_in at;
	int listener = aisp_links_listen(htonl(INADDR_LOOPBACK), &at);

	fd[0] = fd[1] = -1;
	if (listener >= 0)
		fd[0] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd[0] >= 0 && !connect(fd[0], (struct sockaddr *)&at, sizeof(at)))
		fd[1] = accept_ours(listener, fd[0]);
	if (fd[1] < 0)
		aisp_err_errno(err, "a link between ranks over 127.0.0.1");
	if (listener >= 0)
		close(listener);
	if (fd[1] >= 0) {
		aisp_links_hurry(fd[0]);
		aisp_links_hurry(fd[1]);
		return 0;
	}
	if (fd[0] >= 0)
		close(fd[0]);
	return -1;
}

int aisp_links_open(struct aisp_launch *l, const struct aisp_placement *where,
		    struct aisp_err *err)
{
	const struct aisp_rank_spec *ranks = &l->buffers->problem.ranks;

	for (struct aisp_launch *a = l; a; a = a->next_rank)
		for (struct aisp_launch *b = a->next_rank; b; b = b->next_rank) {
			int fd[2];

			if (!aisp_is_linked(ranks, a->rank, b->rank))
				continue;
			if (connect_pair(fd, err))
				return -1;
			a->links[b->rank] = fd[0];
			b->links[a->rank] = fd[1];
		}
	return l->meet ? aisp_links_across(l, where->meet, err) : 0;
}

void aisp_links_close(struct aisp_launch *l)
{
	for (struct aisp_launch *m = l; m; m = m->next_rank)
		for (int rank = 0; rank < AISP_MAX_RANKS; rank++) {
			if (m->links[rank])
				close(m->links[rank]);
			m->links[rank] = 0;
		}
}
