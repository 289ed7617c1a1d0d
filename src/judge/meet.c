/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "decide/measured.h"
#include "meet.h"

#define MAGIC UINT32_C(0x41495350)

/* Precedes each message; a failure's bytes are a struct aisp_failure. */
struct head {
	uint32_t magic, point;
	uint64_t number, n_bytes;
};

static const char *point_name(enum aisp_point point)
{
	static const char *const names[AISP_N_POINTS] = {
		[AISP_AT_FAILURE] = "failure", [AISP_AT_SUITE] = "suite",
		[AISP_AT_GROUP] = "group",     [AISP_AT_LAUNCH] = "launch",
		[AISP_AT_LINKS] = "links",     [AISP_AT_BEGUN] = "begun",
		[AISP_AT_CLOCKS] = "clocks",   [AISP_AT_BELL] = "bell",
		[AISP_AT_ANSWER] = "answer",   [AISP_AT_OUTPUTS] = "outputs",
		[AISP_AT_SAMPLE] = "sample",   [AISP_AT_FACTS] = "facts",
		[AISP_AT_END] = "end",
	};

	return (unsigned)point < AISP_N_POINTS ? names[point] : "nowhere";
}

static int is_gone(const struct aisp_meet *m, int node, const char *why,
		   struct aisp_err *err)
{
	return aisp_err_set(err, "node %d (%s) is gone: %s", node, m->name[node], why);
}

static int is_silent(const struct aisp_meet *m, int node, struct aisp_err *err)
{
	return aisp_err_set(err,
			    "node %d (%s) says nothing for %.3g s, at meeting %llu",
			    node, m->name[node], (double)m->limit_ns / 1e9,
			    (unsigned long long)m->number);
}

static int fd_of(const struct aisp_meet *m, int node)
{
	return m->fd[m->node ? 0 : node];
}

/* Wait until the node can be read or written.  Returns 0, or -1 with *err filled. */
static int await(struct aisp_meet *m, int node, short events, int64_t until_ns,
		 struct aisp_err *err)
{
	struct pollfd p = { fd_of(m, node), events, 0 };
	int64_t left_ms = (until_ns - aisp_now_ns()) / 1000000;
	int n = poll(&p, 1, left_ms > 0 ? (int)left_ms : 0);

	if (n > 0 || (n < 0 && errno == EINTR))
		return 0;
	return n < 0 ? is_gone(m, node, strerror(errno), err) : is_silent(m, node, err);
}

int aisp_meet_send(struct aisp_meet *m, int node, const void *data, size_t n_bytes,
		   struct aisp_err *err)
{
	int64_t until_ns = aisp_now_ns() + m->limit_ns;
	const char *from = data;

	while (n_bytes) {
		ssize_t n = send(fd_of(m, node), from, n_bytes,
				 MSG_NOSIGNAL | MSG_DONTWAIT);

		if (n < 0 && errno == EAGAIN) {
			if (await(m, node, POLLOUT, until_ns, err))
				return -1;
			continue;
		}
		if (n < 0 && errno != EINTR)
			return is_gone(m, node, strerror(errno), err);
		from += n > 0 ? n : 0;
		n_bytes -= n > 0 ? (size_t)n : 0;
	}
	return 0;
}

int aisp_meet_receive(struct aisp_meet *m, int node, void *data, size_t n_bytes,
		      struct aisp_err *err)
{
	int64_t until_ns = aisp_now_ns() + m->limit_ns;
	char *to = data;

	while (n_bytes) {
		ssize_t n = recv(fd_of(m, node), to, n_bytes, MSG_DONTWAIT);

		if (n < 0 && (errno == EAGAIN || errno == EINTR)) {
			if (await(m, node, POLLIN, until_ns, err))
				return -1;
			continue;
		}
		if (n <= 0)
			return is_gone(m, node,
				       n ? strerror(errno) : "it closed the connection",
				       err);
		to += n;
		n_bytes -= (size_t)n;
	}
	return 0;
}

static int tell(struct aisp_meet *m, int node, enum aisp_point point, const void *data,
		size_t n_bytes, struct aisp_err *err)
{
	const struct head h = { MAGIC, point, m->number, n_bytes };

	return aisp_meet_send(m, node, &h, sizeof(h), err) ||
			       aisp_meet_send(m, node, data, n_bytes, err)
		       ? -1
		       : 0;
}

/* Is the peer at the same point as we?  A failure may replace any message. */
static int check_head(struct aisp_meet *m, int node, const struct head *h,
		      enum aisp_point point, size_t n_bytes, struct aisp_err *err)
{
	if (h->magic == MAGIC && h->number == m->number &&
	    (point == AISP_AT_FAILURE ||
	     (h->point == AISP_AT_FAILURE && h->n_bytes == sizeof(m->failure)) ||
	     (h->point == point && h->n_bytes == n_bytes)))
		return 0;
	return aisp_err_set(err,
			    "node %d (%s) is at point %s, number %llu, and node %d at "
			    "%s, number %llu: they no longer do the same",
			    node, m->name[node],
			    h->magic == MAGIC ? point_name(h->point) : "nowhere",
			    (unsigned long long)h->number, m->node, point_name(point),
			    (unsigned long long)m->number);
}

/* Skip the message of a node that has not heard of the failure yet. */
static int pass_over(struct aisp_meet *m, int node, uint64_t n_bytes,
		     struct aisp_err *err)
{
	char some[4096];

	while (n_bytes) {
		size_t n = n_bytes < sizeof(some) ? n_bytes : sizeof(some);

		if (aisp_meet_receive(m, node, some, n, err))
			return -1;
		n_bytes -= n;
	}
	return 0;
}

/* Returns 0, 1 for a failure, -1 with *err filled. */
static int hear(struct aisp_meet *m, int node, enum aisp_point point, void *data,
		size_t n_bytes, struct aisp_failure *failure, struct aisp_err *err)
{
	struct head h;

	if (aisp_meet_receive(m, node, &h, sizeof(h), err) ||
	    check_head(m, node, &h, point, n_bytes, err))
		return -1;
	if (point == AISP_AT_FAILURE && h.point != point)
		return pass_over(m, node, h.n_bytes, err);
	if (h.point != AISP_AT_FAILURE)
		return aisp_meet_receive(m, node, data, n_bytes, err);
	if (aisp_meet_receive(m, node, failure, sizeof(*failure), err))
		return -1;
	failure->cause[sizeof(failure->cause) - 1] = '\0';
	if (failure->status < 0 || failure->status > AISP_LAUNCH_STOPPED)
		failure->status = AISP_LAUNCH_FAILED; /* a status that does not exist */
	return 1;
}

/* Tell all nodes that are left why it is over. */
static int end_all(struct aisp_meet *m, const struct aisp_err *why)
{
	struct aisp_failure f = { .node = m->node };

	snprintf(f.cause, sizeof(f.cause), "%.470s", why->msg);
	for (int node = 1; node < m->n_nodes; node++)
		tell(m, node, AISP_AT_FAILURE, &f, sizeof(f), NULL);
	return -1;
}

/*
 * A node that crashed, or lacks something, is why others fail; a node that hangs may
 * wait for one that failed.
 */
static int weight_of(int status)
{
	switch (status) {
	case 0: /* the harness */
		return 6;
	case AISP_LAUNCH_STOPPED:
		return 5;
	case AISP_LAUNCH_CRASHED:
		return 4;
	case AISP_LAUNCH_UNSUPPORTED:
		return 3;
	case AISP_LAUNCH_FAILED:
		return 2;
	default:
		return 1;
	}
}

/* Of several failures keep the one that explains the others, or the first. */
static void note_failure(struct aisp_meet *m, const struct aisp_failure *f)
{
	if (!m->has_failed || weight_of(f->status) > weight_of(m->failure.status))
		m->failure = *f;
	m->has_failed = true;
}

/* The next node that has sent something and is not heard yet; -1 with *err filled. */
static int next_speaker(struct aisp_meet *m, const bool *is_heard, int64_t until_ns,
			struct aisp_err *err)
{
	struct pollfd p[AISP_MAX_NODES];
	int silent = 0, n;

	for (int node = m->n_nodes - 1; node >= 0; node--) {
		p[node] =
			(struct pollfd){ is_heard[node] ? -1 : m->fd[node], POLLIN, 0 };
		silent = is_heard[node] ? silent : node;
	}
	do {
		int64_t left_ms = (until_ns - aisp_now_ns()) / 1000000;

		n = poll(p, (nfds_t)m->n_nodes, left_ms > 0 ? (int)left_ms : 0);
	} while (n < 0 && errno == EINTR);
	for (int node = 0; node < m->n_nodes && n > 0; node++)
		if (p[node].revents)
			return node;
	return is_silent(m, silent, err);
}

static void tell_failure(struct aisp_meet *m)
{
	for (int node = 1; node < m->n_nodes; node++)
		tell(m, node, AISP_AT_FAILURE, &m->failure, sizeof(m->failure), NULL);
}

/*
 * Node 0 hears all nodes, then tells all.  It tells a failure at once, since others may
 * wait for the ranks of the node that failed.
 */
static int gather(struct aisp_meet *m, enum aisp_point point, size_t n_bytes, char *all,
		  struct aisp_err *err)
{
	int64_t until_ns = aisp_now_ns() + m->limit_ns;
	bool is_heard[AISP_MAX_NODES] = { true }, is_told;

	if (m->has_failed)
		tell_failure(m);
	for (int n = 1; n < m->n_nodes; n++) {
		int node = next_speaker(m, is_heard, until_ns, err), rc;
		struct aisp_failure f = { 0 };

		if (node < 0)
			return -1;
		rc = hear(m, node, point, all + (size_t)node * n_bytes, n_bytes, &f,
			  err);
		if (rc < 0)
			return -1;
		is_heard[node] = true;
		if (!rc)
			continue;
		is_told = m->has_failed;
		note_failure(m, &f);
		if (!is_told)
			tell_failure(m);
	}
	for (int node = 1; node < m->n_nodes && !m->has_failed; node++)
		if (tell(m, node, point, all, (size_t)m->n_nodes * n_bytes, err))
			return -1;
	return 0;
}

/* A failed harness on one node ends the others, too. */
static int result(struct aisp_meet *m, struct aisp_err *err)
{
	m->number++;
	if (!m->has_failed)
		return 0;
	if (m->failure.status)
		return 1;
	return m->failure.node == m->node
		       ? aisp_err_set(err, "%s", m->failure.cause)
		       : aisp_err_set(err, "node %d: %s", (int)m->failure.node,
				      m->failure.cause);
}

static int meet_all(struct aisp_meet *m, enum aisp_point point, const void *mine,
		    size_t n_bytes, void *all, struct aisp_err *err)
{
	struct aisp_failure f = { 0 };
	struct aisp_err own = { 0 };
	char none[1] = "";
	int rc;

	if (m->node) {
		if (tell(m, 0, point, mine, n_bytes, err))
			return -1;
		rc = hear(m, 0, point, all, (size_t)m->n_nodes * n_bytes, &f, err);
		if (rc < 0)
			return -1;
		if (rc)
			note_failure(m, &f);
		return result(m, err);
	}
	if (n_bytes)
		memcpy(all, mine, n_bytes);
	if (gather(m, point, n_bytes, n_bytes ? all : none, &own)) {
		if (err)
			*err = own;
		return end_all(m, &own);
	}
	return result(m, err);
}

/* A node that cannot meet any more sends nothing more. */
int aisp_meet_all(struct aisp_meet *m, enum aisp_point point, const void *mine,
		  size_t n_bytes, void *all, struct aisp_err *err)
{
	int rc = meet_all(m, point, mine, n_bytes, all, err);

	m->has_failed |= rc < 0;
	return rc;
}

int aisp_meet_fail(struct aisp_meet *m, int status, const char *cause,
		   struct aisp_err *err)
{
	struct aisp_failure mine = { .node = m->node, .status = status }, f = mine;
	char none[1] = "";
	struct aisp_err own = { 0 };

	snprintf(mine.cause, sizeof(mine.cause), "%.470s", cause);
	if (m->node) {
		int rc = tell(m, 0, AISP_AT_FAILURE, &mine, sizeof(mine), err);

		if (!rc)
			rc = hear(m, 0, AISP_AT_FAILURE, NULL, 0, &f, err);
		if (rc < 0)
			return -1;
		note_failure(m, rc ? &f : &mine);
		return result(m, err);
	}
	note_failure(m, &mine);
	if (gather(m, AISP_AT_FAILURE, 0, none, &own)) {
		if (err)
			*err = own;
		return end_all(m, &own);
	}
	return result(m, err);
}

void aisp_meet_again(struct aisp_meet *m)
{
	m->has_failed = false;
}

bool aisp_meet_is_off(const struct aisp_meet *m)
{
	for (int i = m->node ? 0 : 1; i < (m->node ? 1 : m->n_nodes); i++) {
		struct head h;
		ssize_t n = recv(m->fd[i], &h, sizeof(h), MSG_PEEK | MSG_DONTWAIT);

		if (!n || (n < 0 && errno != EAGAIN && errno != EINTR))
			return true;
		if (n == (ssize_t)sizeof(h) && h.point == AISP_AT_FAILURE)
			return true;
	}
	return false;
}

void aisp_meet_close(struct aisp_meet *m)
{
	for (int i = 0; i < AISP_MAX_NODES; i++) {
		if (m->fd[i] > 0)
			close(m->fd[i]);
		m->fd[i] = -1;
	}
}
