/* SPDX-License-Identifier: MIT
 *
 * links.h - streams between ranks on different nodes.
 *
 * A rank has a connected stream to each rank of another node, r->link[rank]: TCP, over
 * loopback if one host stands for all nodes.  The judge has connected it; a call may
 * read, write, send, receive and poll there, and nothing else.  What a call sends must
 * be received in the same call.  Bytes come in order.  A stream can hold only so many
 * bytes that are not received yet: two ranks that both send much before they receive
 * wait forever.  aisp_link_swap() sends and receives at the same time.
 *
 * Functions return 0, or -errno, for run() to return.
 */
#ifndef AISP_LINKS_H
#define AISP_LINKS_H

#include <aisp/ranks.h>
#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/types.h>

static inline int aisp_link_send(int link, const void *data, size_t n_bytes)
{
	const char *from = (const char *)data;

	while (n_bytes) {
		ssize_t n = send(link, from, n_bytes, MSG_NOSIGNAL);

		if (n < 0)
			return -errno;
		from += n;
		n_bytes -= (size_t)n;
	}
	return 0;
}

static inline int aisp_link_receive(int link, void *data, size_t n_bytes)
{
	char *to = (char *)data;

	while (n_bytes) {
		ssize_t n = recv(link, to, n_bytes, MSG_WAITALL);

		if (n <= 0)
			return n ? -errno : -EPIPE;
		to += n;
		n_bytes -= (size_t)n;
	}
	return 0;
}

/* The bytes that one call moved, or -errno if the stream has ended or failed. */
static inline ssize_t aisp_link_moved(ssize_t n)
{
	if (n > 0)
		return n;
	if (!n)
		return -EPIPE;
	return errno == EAGAIN ? 0 : -errno;
}

/* Sends to one link and receives from another, or the same, at the same time. */
static inline int aisp_link_swap(int to, const void *out, size_t n_out, int from,
				 void *in, size_t n_in)
{
	const char *next = (const char *)out;
	char *here = (char *)in;

	while (n_out || n_in) {
		struct pollfd ready[2] = { { n_out ? to : -1, POLLOUT, 0 },
					   { n_in ? from : -1, POLLIN, 0 } };
		ssize_t n = 0;

		if (poll(ready, 2, -1) < 0)
			return -errno;
		if (ready[0].revents)
			n = aisp_link_moved(
				send(to, next, n_out, MSG_DONTWAIT | MSG_NOSIGNAL));
		if (n < 0)
			return (int)n;
		next += n;
		n_out -= (size_t)n;
		n = ready[1].revents
			    ? aisp_link_moved(recv(from, here, n_in, MSG_DONTWAIT))
			    : 0;
		if (n < 0)
			return (int)n;
		here += n;
		n_in -= (size_t)n;
	}
	return 0;
}

#endif
